// Panel style: the look of the panel of a call, for a shadow root, by the tokens of all pages. A page brings its own
// colours by the variables that begin with --voice-flow.

import tokens from "style-text:../page/tokens.css";

/** A constructed sheet: no policy of a page forbids it, as it would a `style` element. */
export function panelStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(tokenRules + rules);
  return sheet;
}

/** A page of others may have made its rem smaller or larger. */
const tokenRules = tokens.replaceAll(/([\d.]+)rem/g, (_, rem: string) => `${16 * Number(rem)}px`);

const rules = `
:host {
  all: initial;
  color-scheme: inherit;
  font: var(--type-body)/1.5 var(--voice-flow-font, system-ui, sans-serif);
  color: var(--ink);
}
:host([data-place="corner"]) {
  position: fixed;
  right: var(--voice-flow-inset, 20px);
  bottom: calc(var(--voice-flow-inset, 20px) + var(--below, 0) * 64px);
  z-index: var(--voice-flow-layer, 2147483000);
}
:host([data-side="left"]) { right: auto; left: var(--voice-flow-inset, 20px); }
:host([data-open]) { bottom: var(--voice-flow-inset, 20px); z-index: calc(var(--voice-flow-layer, 2147483000) + 1); }
:host([data-place="page"]) { display: block; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
h2, p, ul { margin: 0; padding: 0; list-style: none; }
button, input { font: inherit; color: inherit; }
button {
  min-height: 44px;
  padding: 0 16px;
  border: 1px solid var(--edge);
  border-radius: var(--radius-4);
  background: var(--card);
  cursor: pointer;
}
button:hover { background: var(--sunk); }
button[aria-pressed="true"], button[aria-expanded="true"] { background: var(--sunk); border-color: var(--accent); }
:focus-visible { outline: 2.5px solid var(--accent); outline-offset: 2px; }
.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.main:hover { background: var(--accent); filter: brightness(1.08); }
.end { background: var(--end); border-color: var(--end); color: var(--on-end); }
.end:hover { background: var(--end); }
.launch { border-radius: 999px; padding: 0 22px; min-height: 52px; box-shadow: 0 6px 24px #0004; }
.panel {
  display: flex;
  flex-direction: column;
  gap: 12px;
  padding: 16px;
  background: var(--card);
  border: 1px solid var(--edge);
  border-radius: var(--radius-4);
}
:host([data-place="corner"]) .panel {
  width: min(360px, calc(100vw - 2 * var(--voice-flow-inset, 20px)));
  max-height: min(600px, calc(100dvh - 2 * var(--voice-flow-inset, 20px)));
  box-shadow: 0 10px 40px #0005;
}
.top { display: flex; align-items: center; gap: 8px; }
.top h2 { font-size: var(--type-lead); font-weight: 650; margin-right: auto; overflow-wrap: anywhere; }
.top button { min-width: 44px; padding: 0; }
.state { color: var(--soft); min-height: 1.5em; }
.recorded { color: var(--soft); }
.notice { padding: 10px 12px; border: 1px solid var(--warn); border-radius: 10px; color: var(--warn); }
.captions { flex: 1 1 auto; min-height: 96px; max-height: 40dvh; overflow-y: auto; padding: 4px; }
:host([data-place="page"]) .captions { min-height: 40dvh; max-height: 55dvh; }
.captions ul { display: flex; flex-direction: column; gap: 8px; }
.captions li { max-width: 90%; padding: 8px 12px; border-radius: 12px; background: var(--sunk); overflow-wrap: anywhere; }
.captions .caller { align-self: flex-end; background: var(--accent); color: var(--on-accent); }
.captions .interim { align-self: flex-end; background: none; border: 1px dashed var(--edge); color: var(--soft); }
.who { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.ways { display: flex; flex-wrap: wrap; gap: 8px; }
.keys { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; }
.write { display: flex; gap: 8px; }
.write input {
  flex: 1;
  min-width: 0;
  min-height: 44px;
  padding: 0 12px;
  border: 1px solid var(--edge);
  border-radius: var(--radius-4);
  background: var(--card);
}
`;
