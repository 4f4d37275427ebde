// The board on the page: marks what can be chosen, and turns clicks, drags and keys into choices of sites and pieces.

const MOVED = 6; // pixels from which a press is a drag
const EDGE = 48; // pixels from the edge of the window within which a drag scrolls the page
const RESTS = 600; // milliseconds for which a pointer rests on a piece, until it is shown where that may go
const HOLDS = 500; // milliseconds for which a finger holds a piece, until that is told and shown, too
const LINGERS = 900; // milliseconds for which a piece that was taken can still be seen
const SVG = "http://www.w3.org/2000/svg";

// What is told where one points at something; null where nothing is.
const titleOf = (element) => element.querySelector(":scope > title")?.textContent ?? null;

export class Board {
  // `choose(site or null, option or null, lifted)` is called with what is pointed at (`lifted`: the choice of a piece that was dropped
  // there before it could be chosen); `cancel()` for Esc and a drag to nowhere; `tell(text)`
  // with what is said of a piece or card; `wonder(site)` when somebody wants to know where a piece may go.
  constructor(element, choose, cancel, tell = () => {}, wonder = () => {}) {
    Object.assign(this, { element, choose, cancel, tell, wonder, options: [], lifts: [], path: [], focus: null, press: null, wondered: null, related: [] });
    element.addEventListener("pointerover", (e) => this.rested(e));
    element.addEventListener("click", (e) => this.clicked(e));
    element.addEventListener("keydown", (e) => this.pressed(e));
    element.addEventListener("contextmenu", (e) => this.held(e));
    element.addEventListener("pointerdown", (e) => this.down(e));
    window.addEventListener("pointermove", (e) => this.move(e));
    window.addEventListener("pointerup", (e) => this.up(e));
    // a finger drags what may be laid on a board, and scrolls the page elsewhere
    window.addEventListener("touchmove", (e) => { if (this.press && element.querySelector("[data-target]")) e.preventDefault(); }, { passive: false });
    window.addEventListener("pointercancel", () => { clearTimeout(this.holding); this.drop(true); });
    element.addEventListener("focusin", (e) => {
      const target = e.target.closest("[data-target]");
      if (target) this.focus = target.dataset.target;
    });
  }

  // Shows a picture; pieces that have moved slide to their new places, and those that are taken stay for a moment.
  show(svg, moved = [], captured = []) {
    const leaving = this.leaving(captured);
    const had = this.element.contains(document.activeElement);
    const from = moved.map(([a]) => this.centre(a));
    this.element.innerHTML = svg;
    this.related = [];
    // a dot would hide a piece or a sign: a place with one is framed
    for (const { dataset } of this.element.querySelectorAll("[data-on], [data-mark]")) this.target(dataset.on ?? dataset.mark)?.classList.add("held");
    this.roving();
    if (had) this.target(this.focus)?.focus();
    this.linger(leaving);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    moved.forEach(([, b], i) => {
      const piece = this.element.querySelector(`[data-on="${CSS.escape(b)}"]`), to = this.centre(b);
      if (!piece || !from[i] || !to) return;
      const [dx, dy] = [from[i].x - to.x, from[i].y - to.y];
      piece.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: 260, easing: "ease-out" });
    });
  }

  // Copies of the pieces that are about to be taken, with the frame in which they are drawn.
  leaving(captured) {
    const frame = this.element.querySelector("svg")?.getAttribute("viewBox");
    const pieces = captured.flatMap((site) => {
      const piece = this.element.querySelector(`[data-on="${CSS.escape(site)}"]`);
      return piece ? [[piece.cloneNode(true), site]] : [];
    });
    return { frame, pieces };
  }

  // Shows pieces that were taken once more, so that one sees which; then they fade.
  linger({ frame, pieces }) {
    const over = this.element.querySelector(".targets");
    if (!over || frame !== this.element.querySelector("svg").getAttribute("viewBox")) return;
    for (const [piece, site] of pieces) {
      piece.removeAttribute("data-on");
      piece.setAttribute("class", "leaving");
      over.parentNode.insertBefore(piece, over);
      setTimeout(() => piece.remove(), LINGERS);
      const shape = this.target(site);
      shape?.classList.add("taken");
      setTimeout(() => shape?.classList.remove("taken"), LINGERS);
    }
  }

  clear() { this.element.replaceChildren(); }

  target(site) { return site == null ? null : this.element.querySelector(`[data-target="${CSS.escape(site)}"]`); }

  centre(site) {
    const box = this.target(site)?.querySelector(".shape")?.getBBox();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  // Marks what may be chosen now, and what has been chosen on the way.
  // `lifts`: what lies in pools and may be dropped on a place that can be chosen.
  mark(options, path, lifts = []) {
    Object.assign(this, { options, path, lifts });
    for (const old of this.element.querySelectorAll(".can, .picked, .about, .best, .lifts")) old.classList.remove("can", "picked", "about", "best", "lifts");
    for (const lift of lifts) for (const piece of this.stored(lift, true)) piece.classList.add("lifts");
    for (const old of this.element.querySelectorAll("[data-kind][tabindex]")) {
      old.removeAttribute("tabindex");
      old.removeAttribute("role");
      old.removeAttribute("aria-label");
    }
    for (const option of options) {
      const target = this.target(option.site);
      target?.classList.add("can");
      for (const piece of this.stored(option)) {
        piece.classList.add("can");
        piece.setAttribute("tabindex", "0");
        piece.setAttribute("role", "button");
        piece.setAttribute("aria-label", `${titleOf(piece) ?? option.label}, ${piece.closest("[data-pool]").dataset.pool}`);
      }
    }
    for (const made of path) {
      this.target(made.site)?.classList.add("picked");
      if (made.value.startsWith("kind ")) this.stored({ ...made, kind: made.value.slice(5) }, true)[0]?.classList.add("picked");
    }
  }

  // The pieces in pools that show an option. `isOwn`: none of another player, whose twin may be left when the own one has gone.
  stored(option, isOwn = false) {
    if (!option.pools) return [];
    const kind = option.kind === null ? "" : `="${CSS.escape(option.kind)}"`; // null: of any kind
    return [...this.element.querySelectorAll(`[data-pool] [data-kind${kind}]`)].filter((piece) => {
      const pool = piece.closest("[data-pool]").dataset.pool;
      return option.pools.some((name) => pool === name || pool.startsWith(`${name} of `));
    }).filter((piece, _, all) => {
      const mine = all.filter((p) => p.closest("[data-pool]").dataset.pool.endsWith(` of ${this.owner}`));
      const isTheirs = piece.closest("[data-pool]").dataset.pool.includes(" of ");
      return mine.length ? mine.includes(piece) || !isTheirs : !(isOwn && this.owner && isTheirs);
    });
  }

  about(sites, name) { for (const site of sites) this.target(site)?.classList.add(name); }

  // Lines of a relation, from site to site, until another picture is shown.
  arrows(pairs) {
    this.related = pairs;
    this.draw(pairs);
  }

  draw(pairs) {
    this.element.querySelector(".arrows")?.remove();
    const over = this.element.querySelector(".targets");
    if (!over || !pairs.length) return;
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", "arrows");
    layer.innerHTML = '<defs><marker id="arrow-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" fill="#b3261e"/></marker></defs>';
    for (const { from, to } of pairs) {
      const [a, b] = [this.centre(from), this.centre(to)];
      if (!a || !b) continue;
      const line = document.createElementNS(SVG, "line");
      const far = Math.hypot(b.x - a.x, b.y - a.y) || 1, cut = Math.min(16, far / 3);
      const at = { x1: a.x, y1: a.y, x2: b.x - (b.x - a.x) * cut / far, y2: b.y - (b.y - a.y) * cut / far };
      for (const [name, value] of Object.entries(at)) line.setAttribute(name, value.toFixed(1));
      line.setAttribute("marker-end", "url(#arrow-head)");
      layer.append(line);
    }
    const sources = Map.groupBy(pairs, ({ to }) => to);
    for (const [to, those] of sources) if (those.length > 1) layer.append(...this.count(to, those.length));
    over.parentNode.insertBefore(layer, over);
  }

  // How many arrows end at a place, above left.
  count(site, number) {
    const box = this.target(site)?.querySelector(".shape")?.getBBox();
    if (!box) return [];
    const size = Math.max(9, box.width / 6), at = { x: box.x + size, y: box.y + size };
    const disc = document.createElementNS(SVG, "circle"), text = document.createElementNS(SVG, "text");
    for (const [name, value] of Object.entries({ cx: at.x, cy: at.y, r: size })) disc.setAttribute(name, value);
    for (const [name, value] of Object.entries({ x: at.x, y: at.y, "font-size": 1.3 * size })) text.setAttribute(name, value);
    text.textContent = number;
    return [disc, text];
  }

  // ---- pointing

  pointed(element) {
    const piece = element?.closest?.("[data-kind].can");
    if (piece) {
      const option = this.options.find((o) => this.stored(o).includes(piece));
      const keep = option?.by?.[piece.closest("[data-pool]").dataset.pool.split(" of ")[0]]; // what is done with it from there
      return { option: keep ? { ...option, keep } : option };
    }
    const site = element?.closest?.("[data-target]")?.dataset.target;
    const own = this.options.length && site !== undefined ? null : this.own(element);
    if (own) return { option: own };
    return site === undefined ? null : { site };
  }

  // A piece in a pool of who looks, or of the game, like an option whose value is not known before they are to move.
  own(element) {
    const piece = element?.closest?.("[data-pool] [data-kind]"), pool = piece?.closest("[data-pool]").dataset.pool;
    if (!piece || !this.owner) return null;
    const mine = ` of ${this.owner}`, name = pool.endsWith(mine) ? pool.slice(0, -mine.length) : pool;
    return name.includes(" of ") ? null : { kind: piece.dataset.kind, label: piece.dataset.kind, pools: [name] };
  }

  clicked(event) {
    if (this.dragged) { this.dragged = false; return; }
    const found = this.pointed(event.target);
    if (found) this.choose(found.site ?? null, found.option ?? null);
  }

  down(event) {
    this.reaches({ site: null, sites: [] });
    clearTimeout(this.holding);
    // the click behind it is none: not all phones have a menu of the context, which would take its place
    if (event.pointerType === "touch") this.holding = setTimeout(() => { this.dragged = this.tellAt(event); }, HOLDS);
    this.began = [event.pageX, event.pageY];
    const at = event.button === 0 ? this.pointed(event.target) : null;
    const isOpen = at?.site !== undefined || at?.option?.value || !this.options.length; // else it may be dropped on a place at most
    const found = event.button !== 0 ? null : (isOpen ? at : null) ?? this.lifted(event.target);
    // while others are to move, a piece is dragged ahead; a finger scrolls the page then
    const isAhead = event.pointerType === "mouse" && !this.options.length && (found?.option || this.target(found?.site)?.classList.contains("held"));
    const can = found && (found.option?.value || found.lift || isAhead || this.options.some((o) => o.site === found.site));
    this.take(event, can ? found : null);
  }

  lifted(element) {
    const piece = element?.closest?.(".lifts");
    return piece && { piece, lift: this.lifts.find((lift) => this.stored(lift, true).includes(piece)) };
  }

  // Something is pressed, so that it may be dragged; `found.piece` is what is drawn of it.
  take(event, found) {
    this.dragged = false;
    this.press = found && { ...found, x: event.pageX, y: event.pageY };
    if (found) event.target.releasePointerCapture?.(event.pointerId);
  }

  move(event) {
    if (this.began && Math.hypot(event.pageX - this.began[0], event.pageY - this.began[1]) > MOVED) clearTimeout(this.holding);
    const press = this.press;
    if (!press) return;
    const [x, y] = [event.pageX - press.x, event.pageY - press.y];
    if (!press.ghost) {
      if (Math.hypot(x, y) < MOVED) return;
      const source = press.piece ?? (press.option ? this.stored(press.option)[0] : this.element.querySelector(`[data-on="${CSS.escape(press.site)}"]`));
      press.source = source;
      this.lift(press, source);
      // a choice after which nothing is left to choose is made where it is dropped, and not by the way there
      press.waits = press.lift || press.option?.count === 1;
      if (!press.waits) this.choose(press.site ?? null, press.option ?? null);
    }
    press.ghost.style.transform = `translate(${(x / press.scale.a).toFixed(1)}px, ${(y / press.scale.d).toFixed(1)}px)`;
    if (event.clientY < EDGE) window.scrollBy(0, -EDGE / 4);
    else if (event.clientY > window.innerHeight - EDGE) window.scrollBy(0, EDGE / 4);
  }

  // A copy of what is dragged, over everything: beside a piece of the picture in its own units, of a button in pixels.
  lift(press, source) {
    const svg = this.element.querySelector("svg"), isButton = source && !this.element.contains(source);
    const around = isButton ? document.body : source?.parentNode ?? svg;
    press.ghost = isButton ? document.createElement("span") : document.createElementNS(SVG, "g");
    press.ghost.classList.add("drag");
    press.scale = isButton ? { a: 1, d: 1 } : around.getScreenCTM();
    if (source) press.ghost.append(source.cloneNode(true));
    if (isButton) {
      const box = source.getBoundingClientRect();
      Object.assign(press.ghost.style, { left: `${box.x + window.scrollX}px`, top: `${box.y + window.scrollY}px` });
    }
    around.append(press.ghost);
  }

  up(event) {
    clearTimeout(this.holding);
    const press = this.press;
    this.press = null;
    if (!press?.ghost) return;
    press.ghost.remove();
    this.dragged = true;
    setTimeout(() => { this.dragged = false; }, 0);
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const site = this.pointed(under)?.site, isThere = site !== undefined && site !== press.site;
    if (press.lift) return isThere ? this.choose(site, null, press.lift.value) : undefined;
    const isBack = under?.closest("[data-pool]")?.contains(press.source);
    if (press.waits && this.element.contains(under) && !isBack) return this.choose(null, press.option);
    if (isThere) this.choose(site, null);
    else if (site === undefined && !press.waits) this.cancel();
  }

  // Held by a finger, or clicked with the other button: what lies there is told, as it is to a pointer that rests.
  held(event) {
    if (this.tellAt(event)) event.preventDefault();
  }

  // Tells what lies at a point, and asks where it may go; whether there was something to tell. A card says what it is, and the place
  // over a piece what stands there.
  tellAt({ clientX, clientY }) {
    const under = document.elementsFromPoint(clientX, clientY).filter((e) => this.element.contains(e));
    const found = (selector) => [...new Set(under.map((e) => e.closest(selector)).filter(Boolean))];
    const [place] = found("[data-target]"), pieces = found("[data-kind]").slice(0, place ? Infinity : 1); // in a fan the uppermost one
    const cards = pieces.map(titleOf).filter(Boolean);
    const isSaid = pieces.length && cards.length === pieces.length;
    const told = [...(isSaid ? [] : place ? [titleOf(place)] : pieces.map((piece) => piece.dataset.piece)), ...cards].filter(Boolean);
    if (!told.length) return false;
    this.drop();
    if (place?.classList.contains("held")) { this.wondered = place.dataset.target; this.wonder(this.wondered); }
    this.tell([...new Set(told)].join(" · "));
    return true;
  }

  // A pointer that rests on a piece asks where it may go; when it goes away, that is shown no more.
  rested(event) {
    const site = event.target.closest(".target.held")?.dataset.target ?? null;
    if (site === this.wondered || event.pointerType !== "mouse") return;
    this.reaches({ site: null, sites: [] });
    this.wondered = site;
    clearTimeout(this.resting);
    if (site !== null && !this.press) this.resting = setTimeout(() => { if (!this.path.some((p) => !p.forced)) this.wonder(site); }, RESTS);
  }

  // Shows where a piece may go and what it engages, if that is still asked.
  reaches({ site, sites, engaged = [] }) {
    for (const old of this.element.querySelectorAll(".reach")) old.classList.remove("reach");
    const isAsked = site !== null && site === this.wondered;
    if (isAsked) this.about(sites, "reach");
    this.draw(isAsked ? engaged.map((to) => ({ from: site, to })) : this.related);
  }

  // What is dragged is let go; `isLost`: as the page is scrolled instead, so that nothing was meant.
  drop(isLost = false) {
    const press = this.press;
    this.press = null;
    press?.ghost?.remove();
    if (isLost && press?.ghost && !press.waits) this.cancel();
  }

  // ---- keys: one place has the focus, and arrows go to the nearest one in their direction

  roving() {
    const targets = this.element.querySelectorAll("[data-target]");
    const start = this.target(this.focus) ?? targets[0];
    for (const target of targets) target.setAttribute("tabindex", target === start ? "0" : "-1");
  }

  // Puts the focus on a place.
  goTo(site) {
    this.focus = site;
    this.roving();
    this.target(site)?.focus();
  }

  pressed(event) {
    const site = event.target.closest("[data-target]")?.dataset.target;
    if (event.key === "Enter" || event.key === " ") {
      const found = this.pointed(event.target);
      if (!found) return;
      event.preventDefault();
      this.choose(found.site ?? null, found.option ?? null);
      return;
    }
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!way || site === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const start = this.centre(site);
    let best = null, least = Infinity;
    for (const target of this.element.querySelectorAll("[data-target]")) {
      const at = this.centre(target.dataset.target);
      const along = (at.x - start.x) * way[0] + (at.y - start.y) * way[1];
      const aside = Math.abs((at.x - start.x) * way[1]) + Math.abs((at.y - start.y) * way[0]);
      if (along > 1 && along + 2.5 * aside < least) [best, least] = [target, along + 2.5 * aside];
    }
    if (!best) return;
    this.goTo(best.dataset.target);
  }
}
