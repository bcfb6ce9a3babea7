// Panel icons: symbols beside the texts of buttons, drawn without markup, which a page may forbid.

const paths = {
  talk: "M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3",
  end: "M1.5 14.5c6-6.5 15-6.5 21 0l-3 3.8-4.6-2.2v-3.3a11 11 0 0 0-5.8 0v3.3l-4.6 2.2Z",
  again: "M5 4.5v5h5M5.5 9.5a8 8 0 1 1-.8 5",
  mute: "M9 9V6.5a3 3 0 0 1 6 0v5M5.5 11.5a6.5 6.5 0 0 0 10.6 5M12 18v3M4 3.5l16 17",
  keypad: "M6 6h.1M12 6h.1M18 6h.1M6 12h.1M12 12h.1M18 12h.1M6 18h.1M12 18h.1M18 18h.1",
  send: "M4 12h15M13 6l6 6-6 6",
} as const;

export type PanelIcon = keyof typeof paths;

const svgNames = "http://www.w3.org/2000/svg";

export function panelIcon(name: PanelIcon): SVGSVGElement {
  const icon = document.createElementNS(svgNames, "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  icon.append(document.createElementNS(svgNames, "path"));
  setIcon(icon, name);
  return icon;
}

export function setIcon(icon: SVGSVGElement, name: PanelIcon): void {
  icon.firstElementChild?.setAttribute("d", paths[name]);
}
