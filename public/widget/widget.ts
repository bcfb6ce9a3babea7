// Widget: `<script src="https://HOST/widget.js" data-token="…">` puts a button into a page of any origin; it opens a
// call with the agent of that embed. It needs no key, no style of the page, and no right but to load from HOST.

import { button } from "../page/dom.ts";
import { panelStyle } from "./panel-style.ts";
import { TalkPanel } from "./talk-panel.ts";

/** Known while the script runs for the first time, and not later. */
const script = document.currentScript;

if (script instanceof HTMLScriptElement) {
  if (document.body === null)
    document.addEventListener("DOMContentLoaded", () => putIn(script), { once: true });
  else putIn(script);
}

function putIn({ src, dataset }: HTMLScriptElement): void {
  const { token, flow, label = "Talk to us", name = label } = dataset;
  if (token === undefined) throw new Error("Voice Flow: the script needs data-token, the token of an embed.");
  const host = document.createElement("voice-flow-talk");
  host.dataset["place"] = "corner";
  // A place of its own among those that a screen reader lists.
  host.role = "complementary";
  host.ariaLabel = name;
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [panelStyle()];
  const close = (): void => {
    panel.element.hidden = true;
    launch.hidden = false;
    launch.focus();
  };
  const panel = new TalkPanel({ embed: { origin: new URL(src).origin, token, flow }, title: name, close });
  const launch = button(label, "main launch", () => {
    launch.hidden = true;
    panel.element.hidden = false;
    panel.talk();
    panel.focus();
  });
  panel.element.hidden = true;
  root.append(launch, panel.element);
  document.body.append(host);
  window.addEventListener("pagehide", () => panel.hangUp());
}
