// Picture export: renders the flow as SVG or PNG with its nodes where they are shown. The browser draws the PNG from
// the SVG.

import { diagramOf } from "../../../src/flow/author/draw/svg-diagram.ts";
import type { Theme } from "../../../src/flow/author/draw/svg-style.ts";
import { layoutOfPlaces } from "../canvas/elements/node-places.ts";
import { placeMemoryOf } from "../canvas/elements/place-memory.ts";
import { drawingOf } from "../state/derived.ts";
import type { Editor } from "../state/editor.ts";

/** PNG pixels per pixel of the diagram; reduced for a diagram that would become too large. */
const scaleWanted = 2;
const scaleMin = 0.5;
/** Canvas limits that every browser supports: pixels per side, and in all. */
const sideMax = 16_384;
const pixelsMax = 64_000_000;

/** An SVG file whose colours follow the viewer's own light or dark preference. */
export function svgPicture(editor: Editor, name: string): Blob {
  return new Blob([drawn(editor, { name, theme: "auto" })], { type: "image/svg+xml" });
}

/** A PNG file with the colours of the page. Rejects with a readable message when the flow is too large. */
export async function pngPicture(editor: Editor, name: string): Promise<Blob> {
  const theme = pageTheme();
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(drawn(editor, { name, theme }))}`;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = scaleOf(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, "image/png");
  const png = await promise;
  if (png === null) throw new Error("The browser has too little memory for this picture. Export it as SVG.");
  return png;
}

/** @internal PNG pixels per diagram pixel. Throws an Error with a readable message when the diagram is too large. */
export function scaleOf(width: number, height: number): number {
  const scale = Math.min(
    scaleWanted,
    sideMax / Math.max(width, height),
    Math.sqrt(pixelsMax / (width * height)),
  );
  if (scale >= scaleMin) return scale;
  throw new Error(`This flow is too large for a PNG (${width} by ${height} pixels). Export it as SVG.`);
}

/** The theme that the person chose, else the system's. */
function pageTheme(): "light" | "dark" {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function drawn(editor: Editor, { name, theme }: { readonly name: string; readonly theme: Theme }): string {
  const state = editor.read();
  const layout = layoutOfPlaces(placeMemoryOf(editor).of(state));
  return diagramOf(drawingOf(state).graph, { name, theme, layout });
}
