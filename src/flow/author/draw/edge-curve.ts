// Edge curve: the smooth path of an edge, from its port to its target. It passes between the pieces of each rank in
// between, and never through its source.

import type { Box, Point, Route } from "./layered-layout.ts";

export type { Point } from "./layered-layout.ts";

export interface Curve {
  /** The data of an SVG path. */
  readonly path: string;
  readonly from: Point;
  readonly tip: Point;
  /** The direction of the arrow head. */
  readonly heading: "down" | "left" | "right";
  /** The horizontal extent of the curve. */
  readonly left: number;
  readonly right: number;
}

export interface CurveEnds {
  readonly source: Box;
  /** The port, in pixels from the source's left side. */
  readonly portX: number;
  readonly target: Box;
  /** Entry into a target from above, in pixels from its left side. */
  readonly entryX: number;
  /** Separates edges that pass the same side of a piece. */
  readonly lane: number;
}

/** Pixels kept free for the arrow. */
const arrowLength = 7;
/** Pixels from the side of a piece to a passing line, and between such lines. */
const sideGap = 14;
const sideStep = 4;
const lanes = 3;
/** Pixels below its port before a line turns up. */
const turn = 26;
/** A nearly straight line is made straight. */
const snap = 6;

/** Curve of an edge, in pixels. Without a route it leads straight to its target. */
export function curveOf(ends: CurveEnds, route?: Route): Curve {
  const { source, portX } = ends;
  const from = { x: round(source.x + portX), y: round(source.y + source.height) };
  return entersFromAbove(ends) ? down(ends, from, route) : up(ends, from, route);
}

/** True if an edge enters its target from above; others enter from a side. */
export function entersFromAbove({ source, target }: Pick<CurveEnds, "source" | "target">): boolean {
  return source !== target && target.y >= source.y + source.height + arrowLength * 2;
}

function down({ target, entryX }: CurveEnds, from: Point, route: Route | undefined): Curve {
  const comes = route?.lanes.at(-1)?.x ?? from.x;
  const wanted = round(target.x + entryX);
  const tip = { x: Math.abs(comes - wanted) <= snap ? comes : wanted, y: round(target.y) };
  let [path, at] = [`M${from.x} ${from.y}`, from];
  const straight = (y: number): void => {
    if (y <= at.y) return;
    at = { x: at.x, y: round(y) };
    path += `V${at.y}`;
  };
  const bend = (to: Point): void => {
    path += bendTo(at, to);
    at = to;
  };
  const end = { x: tip.x, y: tip.y - arrowLength };
  if (route !== undefined) {
    straight(Math.min(route.from.bottom, end.y));
    for (const { x, top, bottom } of route.lanes) {
      if (top <= at.y) continue;
      bend({ x, y: round(top) });
      straight(bottom);
    }
    const enter = Math.min(route.to.top - arrowLength, end.y);
    if (enter > at.y) bend({ x: tip.x, y: round(enter) });
  }
  if (at.x === end.x) straight(end.y);
  else bend(end);
  return { path, from, tip, heading: "down", ...reach(from.x, tip.x, route) };
}

function reach(one: number, other: number, route: Route | undefined): Pick<Curve, "left" | "right"> {
  const columns = [one, other, ...(route?.lanes.map(({ x }) => x) ?? [])];
  return { left: Math.min(...columns), right: Math.max(...columns) };
}

/** Upward edge: out of the port, around a side of its source, up, and into a side of its target. */
function up({ source, target, lane }: CurveEnds, from: Point, route: Route | undefined): Curve {
  const gap = sideGap + sideStep * (lane % lanes);
  const [first] = route?.lanes ?? [];
  const last = route?.lanes.at(-1);
  const goes = first?.x ?? middle(target);
  const leavesRight = source === target || goes >= middle(source);
  const ownSide = round(leavesRight ? source.x + source.width + gap : source.x - gap);
  const comes = last?.x ?? ownSide;
  const entersRight = source === target || comes >= middle(target);
  const theirSide = round(entersRight ? target.x + target.width + gap : target.x - gap);
  const edge = round(entersRight ? target.x + target.width : target.x);
  const tip = { x: edge, y: round(target.y + Math.min(target.height / 2, headMiddle)) };
  const before = { x: edge + (entersRight ? arrowLength : -arrowLength), y: tip.y };
  const ownTop = Math.min(source.y, route?.from.top ?? source.y);
  let at: Point = { x: ownSide, y: from.y - 4 };
  let path = `M${from.x} ${from.y}C${from.x} ${from.y + turn} ${at.x} ${from.y + turn} ${at.x} ${at.y}`;
  const straight = (y: number): void => {
    if (y >= at.y) return;
    at = { x: at.x, y: round(y) };
    path += `V${at.y}`;
  };
  if (source !== target) {
    const isBeside = target.y + target.height > source.y;
    if (!isBeside) straight(ownTop);
    for (const { x, top, bottom } of route?.lanes ?? []) {
      path += bendTo(at, { x, y: round(bottom) });
      at = { x, y: round(bottom) };
      straight(top);
    }
    const foot = { x: theirSide, y: round(Math.max(route?.to.bottom ?? 0, target.y + target.height)) };
    if (!isBeside && at.x !== foot.x) {
      path += bendTo(at, foot);
      at = foot;
    }
  }
  straight(tip.y + 10);
  path += `C${at.x} ${before.y} ${at.x} ${before.y} ${before.x} ${before.y}`;
  const heading = entersRight ? "left" : "right";
  return { path, from, tip, heading, ...reach(ownSide, theirSide, route) };
}

/** Beside the name, not the middle of a long text. */
const headMiddle = 18;

function bendTo(at: Point, to: Point): string {
  const half = round((at.y + to.y) / 2);
  return `C${at.x} ${half} ${to.x} ${half} ${to.x} ${to.y}`;
}

function middle({ x, width }: Box): number {
  return x + width / 2;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
