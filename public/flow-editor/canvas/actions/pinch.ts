// Pinch: the movement and zoom of the canvas by two fingers. Pure.

import type { Viewport } from "@xyflow/react";

/** Two fingers, in pixels from the upper left corner of the drawing. */
export interface TwoFingers {
  readonly x: number;
  readonly y: number;
  /** Distance between the fingers. */
  readonly apart: number;
}

/** Fingers closer than this do not change the zoom. */
const apartMinPx = 8;

export function twoFingers(
  one: { readonly clientX: number; readonly clientY: number },
  other: { readonly clientX: number; readonly clientY: number },
  corner: { readonly left: number; readonly top: number },
): TwoFingers {
  return {
    x: (one.clientX + other.clientX) / 2 - corner.left,
    y: (one.clientY + other.clientY) / 2 - corner.top,
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  };
}

/** The viewport that keeps the same part of the flow between the fingers. */
export function pinchedView({ x, y, zoom }: Viewport, { from, to, zoomMin, zoomMax }: PinchStep): Viewport {
  const factor = Math.min(from.apart, to.apart) < apartMinPx ? 1 : to.apart / from.apart;
  const now = Math.max(zoomMin, Math.min(zoomMax, zoom * factor));
  return { x: to.x - ((from.x - x) / zoom) * now, y: to.y - ((from.y - y) / zoom) * now, zoom: now };
}

export interface PinchStep {
  readonly from: TwoFingers;
  readonly to: TwoFingers;
  readonly zoomMin: number;
  readonly zoomMax: number;
}
