// Style sheet of a diagram: colours for a light or a dark theme, or the viewer's preferred one.

import { nodeKinds } from "../document/node-kinds.ts";
import { edgeStyles, paperColours } from "./palette.ts";

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The CSS of a theme; `auto` uses the media query `prefers-color-scheme`. */
export function styleOf(theme: Theme): string {
  if (theme !== "auto") return `${still}${colours(theme)}`;
  return `${still}${colours("light")}@media(prefers-color-scheme:dark){${colours("dark")}}`;
}

const still = [
  "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}",
  ".edge{fill:none;stroke-width:1.5}",
  ".icon{fill:none;stroke-width:1.4;stroke-linecap:round;stroke-linejoin:round}",
  ...Object.entries(edgeStyles).flatMap(([kind, { dash }]) =>
    dash === undefined ? [] : [`.e-${kind}{stroke-dasharray:${dash.join(" ")}}`],
  ),
].join("");

function colours(theme: "light" | "dark"): string {
  const { paper, card, ink, soft, trouble } = paperColours[theme];
  const nodes = Object.entries(nodeKinds).map(([kind, { colours: shades }]) => {
    const { wash, line, ink: sign } = shades[theme];
    return `.k-${kind}{fill:${wash};stroke:${line}}.l-${kind}{stroke:${line}}.i-${kind}{fill:${sign}}.icon.i-${kind}{fill:none;stroke:${sign}}`;
  });
  const named = { soft, trouble };
  const edges = Object.entries(edgeStyles).map(([kind, { colour }]) => `.e-${kind}{stroke:${named[colour]}}`);
  return [
    `.paper{fill:${paper}}.card{fill:${card};stroke:${soft}}.gone{fill:${card};stroke:${trouble}}`,
    `.ink{fill:${ink}}.soft{fill:${soft}}.trouble{fill:${trouble}}`,
    ...nodes,
    ...edges,
  ].join("");
}
