// Reference theme: the choice between light and dark on pages that are readable without a script.

import { openTheme } from "./page-theme.ts";

const toggle = document.getElementById("theme");
if (toggle instanceof HTMLButtonElement) {
  openTheme(toggle);
  toggle.hidden = false;
}
