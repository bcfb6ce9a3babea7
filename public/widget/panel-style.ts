// Panel style: the style sheet of a call's panel, for a shadow root, by the tokens of all pages. A page sets its own
// colours by the variables that begin with --voice-flow.

import tokens from "style-text:../page/tokens.css";

/** A constructed sheet: a page's policy may forbid a `style` element, but never this. */
export function panelStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(tokenRules + rules);
  return sheet;
}

/** A foreign page may have changed the size of its rem. */
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
:host([data-place="page"]) { display: block; height: 100%; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
h1, h2, p, ul { margin: 0; padding: 0; list-style: none; }
button, input { font: inherit; color: inherit; }
button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: var(--space-4);
  min-height: 44px;
  padding: 0 var(--space-6);
  border: 1px solid var(--line);
  border-radius: var(--radius-round);
  background: var(--card);
  font-size: var(--type-label);
  font-weight: 550;
  cursor: pointer;
  transition: background-color var(--quick), filter var(--quick);
}
button:hover { background: var(--sunk); }
button[aria-pressed="true"], button[aria-expanded="true"] { background: var(--sunk); border-color: var(--accent); }
:focus-visible { outline: 2.5px solid var(--accent); outline-offset: 2px; }
svg { width: 20px; height: 20px; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.main, .end { min-height: 52px; padding: 0 var(--space-9); border: 0; font-size: var(--type-body); font-weight: 600; }
.main { background: var(--accent); color: var(--on-accent); }
.main:hover { background: var(--accent); filter: brightness(1.08); }
.end { background: var(--end); color: var(--on-end); }
.end:hover { background: var(--end); filter: brightness(1.08); }
.end svg { fill: currentColor; stroke: none; }
.quiet { border-color: transparent; background: none; color: var(--soft); }
.launch { padding: 0 var(--space-8) 0 var(--space-7); box-shadow: var(--shadow-3); }
.panel {
  display: flex;
  flex-direction: column;
  gap: var(--space-5);
  padding: var(--space-6);
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: var(--radius-4);
}
:host([data-place="corner"]) .panel {
  width: min(368px, calc(100vw - 2 * var(--voice-flow-inset, 20px)));
  max-height: min(640px, calc(100dvh - 2 * var(--voice-flow-inset, 20px)));
  box-shadow: var(--shadow-3);
}
:host([data-place="page"]) .panel { height: 100%; box-shadow: var(--shadow-2); }
.top { display: flex; align-items: flex-start; gap: var(--space-4); }
.name { flex: 1; min-width: 0; text-align: center; }
.name :is(h1, h2) { font-size: var(--type-title); font-weight: 680; line-height: 1.25; letter-spacing: -0.015em; overflow-wrap: anywhere; }
:host([data-place="corner"]) .name { text-align: start; }
:host([data-place="corner"]) .name h2 { font-size: var(--type-lead); }
.close { min-width: 44px; padding: 0; margin: calc(-1 * var(--space-4)) calc(-1 * var(--space-4)) 0 0; border-color: transparent; font-size: var(--type-title); font-weight: 400; line-height: 1; }
.state { min-height: 1.5em; color: var(--soft); font-size: var(--type-label); }
.recorded { color: var(--soft); font-size: var(--type-caption); text-align: center; }
.greeting { max-width: 30em; margin: 0 auto; color: var(--soft); text-align: center; text-wrap: balance; overflow-wrap: anywhere; }
.notice { padding: var(--space-5); border: 1px solid var(--warn); border-radius: var(--radius-3); background: var(--warn-wash); color: var(--warn); font-size: var(--type-label); }

.orb { --caller: 0; --agent: 0; --size: 128px; position: relative; flex: none; display: grid; place-items: center; width: var(--size); height: var(--size); margin: var(--space-4) auto; transition: width var(--calm), height var(--calm); }
.orb > * { position: absolute; border-radius: 50%; }
.halo { inset: 0; background: var(--accent); opacity: calc(0.12 + 0.1 * var(--agent)); transform: scale(calc(0.86 + 0.3 * var(--agent))); }
.ring { inset: 6%; border: 2px solid var(--accent); opacity: calc(0.9 * var(--caller)); transform: scale(calc(1 + 0.16 * var(--caller))); }
.face { inset: 15%; display: flex; align-items: center; justify-content: center; gap: 5%; overflow: hidden; background: var(--accent); color: var(--on-accent); }
.face i { width: 6%; border-radius: 99px; background: currentColor; }
.face img { width: 100%; height: 100%; object-fit: cover; }
[data-phase="on"] .orb { --size: 96px; }
[data-phase="over"] .orb { --size: 72px; }
[data-phase="over"] :is(.halo, .face) { filter: saturate(0.35); }
:host([data-place="corner"]) [data-phase="on"] .orb { --size: 80px; margin: 0 auto; }
@media (max-height: 620px) { .panel:not([data-phase="idle"]) .orb { display: none; } }
@media (prefers-reduced-motion: no-preference) {
  [data-mood="thinking"] .halo, [data-mood="connecting"] .halo { animation: breathe 1.4s ease-in-out infinite alternate; }
}
@keyframes breathe { to { transform: scale(1); opacity: 0.22; } }

.captions { flex: 1 1 auto; min-height: 0; overflow-y: auto; padding: var(--space-2); }
.panel:not([data-phase="idle"]) .captions { min-height: 96px; }
:host([data-place="corner"]) .captions { max-height: 40dvh; }
.captions ul { display: flex; flex-direction: column; gap: var(--space-4); }
.captions li { max-width: 90%; padding: var(--space-4) var(--space-5); border-radius: var(--radius-3); background: var(--sunk); font-size: var(--type-label); overflow-wrap: anywhere; }
.captions .agent { align-self: flex-start; border-end-start-radius: var(--radius-1); }
.captions .caller { align-self: flex-end; border-end-end-radius: var(--radius-1); background: var(--accent); color: var(--on-accent); }
.captions .interim { align-self: flex-end; background: none; border: 1px dashed var(--edge); color: var(--soft); }
.who { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.ways { display: flex; flex-wrap: wrap; justify-content: center; gap: var(--space-4); }
.panel:not([data-phase="on"]) .ways { flex-direction: column; align-items: center; }
[data-phase="idle"] .main { min-width: min(240px, 100%); }
.keys { display: grid; grid-template-columns: repeat(3, minmax(0, 72px)); justify-content: center; gap: var(--space-4); }
.keys button { font-size: var(--type-lead); }
.write { display: flex; gap: var(--space-4); }
.write input {
  flex: 1;
  min-width: 0;
  min-height: 44px;
  padding: 0 var(--space-6);
  border: 1px solid var(--edge);
  border-radius: var(--radius-round);
  background: var(--card);
}
.write input::placeholder { color: var(--soft); opacity: 1; }
.send { width: 44px; padding: 0; flex: none; }
:host([data-place="page"]) .panel[data-phase="idle"] { justify-content: center; }
:host([data-place="page"]) .panel[data-phase="idle"] .captions { flex: none; padding: 0; }
:host([data-place="page"]) .panel[data-phase="idle"] .orb { --size: clamp(128px, 24dvh, 192px); }
`;
