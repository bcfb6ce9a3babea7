// First view: the visible part of a flow after it is opened. Pure.

import { fonts } from "../../../../src/flow/author/draw/node-size.ts";
import type { NodeBox } from "../elements/node-sizes.ts";

/** Pixels on the screen below which text is hard to read. */
const textMinPx = 12;
/** The zoom at which the smallest text of a node has that size. */
export const readableZoom = textMinPx / Math.min(...Object.values(fonts).map(({ size }) => size));
/** A small flow is enlarged no further. */
const zoomMax = 1.25;
/** Pixels of the screen left free around the flow. Above a node is its mark, below it the names of its edges. */
const space = { x: 24, top: 40, bottom: 36 };
/** Width and height of the overview in pixels, and its distance from the lower right corner. */
export const mapSize = { width: 152, height: 104 };
const mapMargin = 12;

/** Pixels. */
export interface DrawingSize {
  readonly width: number;
  readonly height: number;
}

export interface FirstView {
  /** The viewport in the canvas library's terms: the position of the flow's origin on the drawing, and the zoom. */
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  /** Whether the overview is shown: if a part of the flow is hidden, and no node would lie beneath the overview. */
  readonly isMapShown: boolean;
}

/**
 * Shows the whole flow if its text is readable then, else its beginning. `first` is the node that the flow starts with.
 * Undefined for a flow without nodes.
 */
export function firstViewOf(
  boxes: readonly NodeBox[],
  first: NodeBox | undefined,
  size: DrawingSize,
): FirstView | undefined {
  if (first === undefined) return undefined;
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - left;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - top;
  const free = { width: size.width - 2 * space.x, height: size.height - space.top - space.bottom };
  const whole = Math.min(zoomMax, free.width / width, free.height / height);
  if (whole >= readableZoom) {
    const x = (size.width - width * whole) / 2 - left * whole;
    const y = space.top + (free.height - height * whole) / 2 - top * whole;
    return { x, y, zoom: whole, isMapShown: false };
  }
  const zoom = readableZoom;
  const x =
    width * zoom <= free.width
      ? (size.width - width * zoom) / 2 - left * zoom
      : between(
          size.width / 2 - (first.x + first.width / 2) * zoom,
          size.width - space.x - (left + width) * zoom,
          space.x - left * zoom,
        );
  const y = space.top - first.y * zoom;
  const isFree = boxes.every((box) => !isUnderMap(box, { x, y, zoom }, size));
  return { x, y, zoom, isMapShown: isFree };
}

function between(wish: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, wish));
}

function isUnderMap(box: NodeBox, view: Omit<FirstView, "isMapShown">, size: DrawingSize): boolean {
  const left = box.x * view.zoom + view.x;
  const top = box.y * view.zoom + view.y;
  return (
    left + box.width * view.zoom > size.width - mapSize.width - 2 * mapMargin &&
    top + box.height * view.zoom > size.height - mapSize.height - 2 * mapMargin &&
    left < size.width &&
    top < size.height
  );
}
