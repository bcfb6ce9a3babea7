// First view and pinch: the visible part of a flow at first, and after a gesture of two fingers.

import { expect, test } from "bun:test";
import { firstViewOf, readableZoom } from "../../../../public/flow-editor/canvas/actions/first-view.ts";
import { pinchedView, twoFingers } from "../../../../public/flow-editor/canvas/actions/pinch.ts";
import type { NodeBox } from "../../../../public/flow-editor/canvas/elements/node-sizes.ts";

const size = { width: 800, height: 600 };

function box(x: number, y: number): NodeBox {
  return { x, y, width: 200, height: 80, name: "", titleLines: [], ports: [], cellsTop: 80 };
}

test("first view: a small flow is shown whole, in the middle, and always large enough to read", () => {
  const view = firstViewOf([box(1_000, 50), box(1_000, 250)], box(1_000, 50), size);
  expect(view?.zoom).toBeGreaterThanOrEqual(readableZoom);
  expect((view?.x ?? 0) + 1_100 * (view?.zoom ?? 0)).toBeCloseTo(400);
  expect((view?.y ?? 0) + 190 * (view?.zoom ?? 0)).toBeCloseTo(40 + (600 - 40 - 36) / 2);
  expect(view?.isMapShown).toBe(false);
});

test("first view: a start in the middle of a wide flow is shown in the middle, and one at the edge beside the edge", () => {
  const wide = [box(500, 0), box(2_000, 0), box(4_000, 0)];
  const middle = firstViewOf(wide, wide[1], size);
  expect((middle?.x ?? 0) + 2_100 * readableZoom).toBeCloseTo(400);
  const atEdge = firstViewOf(wide, wide[0], size);
  expect((atEdge?.x ?? 0) + 500 * readableZoom).toBeCloseTo(24);
});

test("first view: a large flow begins at its start, with as much beside it as fits", () => {
  const start = box(0, 0);
  const view = firstViewOf([start, box(3_000, 200), box(0, 2_000)], start, size);
  expect(view).toEqual({ x: 24, y: 40, zoom: readableZoom, isMapShown: true });
});

test("first view: the overview is not shown over a node", () => {
  const start = box(0, 0);
  expect(firstViewOf([start, box(560, 450), box(0, 2_000)], start, size)?.isMapShown).toBe(false);
});

test("first view: a flow without nodes has no view", () => {
  expect(firstViewOf([], undefined, size)).toBeUndefined();
});

test("pinch: two fingers keep their middle and their distance on the drawing", () => {
  const [one, other] = [
    { clientX: 110, clientY: 220 },
    { clientX: 140, clientY: 260 },
  ];
  expect(twoFingers(one, other, { left: 100, top: 200 })).toEqual({ x: 25, y: 40, apart: 50 });
});

test("pinch: the content between the fingers stays there, and the zoom keeps its limits", () => {
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
