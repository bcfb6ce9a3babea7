// Talk page: an owner's shareable page for one agent: the panel of the widget, as large as the window.

import { brandIn, setAccent } from "../widget/agent-brand.ts";
import { panelStyle } from "../widget/panel-style.ts";
import { TalkPanel } from "../widget/talk-panel.ts";
import { WidgetWords } from "../widget/widget-words.ts";

const place = document.getElementById("talk");
const token = location.pathname.split("/").at(-1);
if (place !== null && token !== undefined) {
  const { origin } = new URL(location.href);
  const { name = "", picture, colour, greeting } = place.dataset;
  const panel = new TalkPanel({
    embed: { origin, token },
    title: name,
    isPage: true,
    words: new WidgetWords(document.documentElement.lang),
  });
  const root = place.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [panelStyle()];
  root.append(panel.element);
  panel.showBrand(brandIn({ picture, greeting }));
  setAccent(place, brandIn({ colour }).colour);
  panel.goOn();
  window.addEventListener("pagehide", () => panel.leave());
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) panel.goOn();
  });
}
