// First view and pinch: what is seen of a flow at first, and where two fingers take it.

import { expect, test } from "bun:test";
import { firstViewOf, readableZoom } from "../../../../public/flow-editor/canvas/actions/first-view.ts";
import { pinchedView } from "../../../../public/flow-editor/canvas/actions/pinch.ts";
import type { NodeBox } from "../../../../public/flow-editor/canvas/elements/node-sizes.ts";

const size = { width: 800, height: 600 };

function box(x: number, y: number): NodeBox {
  return { x, y, width: 200, height: 80, name: "", titleLines: [], ports: [], cellsTop: 80 };
}

test("first view: a small flow is shown as a whole, in the middle, and never smaller than it can be read", () => {
  const view = firstViewOf([box(1_000, 50), box(1_000, 250)], box(1_000, 50), size);
  expect(view?.zoom).toBeGreaterThanOrEqual(readableZoom);
  expect((view?.x ?? 0) + 1_100 * (view?.zoom ?? 0)).toBeCloseTo(400);
  expect(view?.isMapShown).toBe(false);
});

test("first view: a large flow begins at its start, with as much of it beside as there is room for", () => {
  const start = box(0, 0);
  const view = firstViewOf([start, box(3_000, 200), box(0, 2_000)], start, size);
  expect(view).toEqual({ x: 24, y: 40, zoom: readableZoom, isMapShown: true });
});

test("first view: the overview is not shown over a node", () => {
  const start = box(0, 0);
  expect(firstViewOf([start, box(560, 450), box(0, 2_000)], start, size)?.isMapShown).toBe(false);
});

test("first view: a flow without nodes has none", () => {
  expect(firstViewOf([], undefined, size)).toBeUndefined();
});

test("pinch: what was between the fingers stays between them, and the zoom keeps its limits", () => {
  const from = { x: 100, y: 100, apart: 100 };
  const limits = { zoomMin: 0.1, zoomMax: 2 };
  const view = { x: 0, y: 0, zoom: 1 };
  expect(pinchedView(view, { from, to: { x: 120, y: 90, apart: 50 }, ...limits })).toEqual({
    x: 70,
    y: 40,
    zoom: 0.5,
  });
  expect(pinchedView(view, { from, to: { ...from, apart: 900 }, ...limits }).zoom).toBe(2);
  expect(pinchedView(view, { from: { ...from, apart: 0 }, to: from, ...limits }).zoom).toBe(1);
});
