for (const r of document.querySelectorAll('.replay')) {
  const frames = r.querySelectorAll('.board > div'), slider = r.querySelector('input'), says = r.querySelector('output');
  const show = () => frames.forEach((f, i) => { f.hidden = i != slider.value; if (i == slider.value) says.textContent = f.dataset.says });
  slider.addEventListener('input', show); show();
}
