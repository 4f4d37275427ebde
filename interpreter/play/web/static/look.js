// How pages look to whoever reads them: light or dark, the size of letters, the colours of boards, how pieces are drawn. This browser
// keeps it; `changed` is told to the page, as pieces are drawn by the server.

import { byId, store, stored } from "./common.js";

export const look = stored("look", {});
const form = byId("look");

function wear() {
  for (const { name } of form.elements) document.documentElement.dataset[name] = look[name] ?? "";
}

for (const choice of form.elements) choice.value = look[choice.name] ?? "";
form.addEventListener("change", ({ target }) => {
  look[target.name] = target.value;
  store("look", look);
  // with the request for a page, so that its first picture is drawn so, too
  document.cookie = `pieces=${look.pieces ?? ""};path=/;samesite=lax;max-age=${look.pieces ? 3e7 : 0}`;
  wear();
  form.dispatchEvent(new Event("changed"));
});
wear();
