// Touch listener: two fingers move and zoom the canvas wherever they lie, a long press opens its menu, and no gesture
// on the canvas zooms the page.

import type { CanvasShell } from "../canvas-shell.ts";
import { openMenuAt } from "./open-menu.ts";
import { pinchedView, type TwoFingers, twoFingers } from "./pinch.ts";

/** Milliseconds until a finger that rests opens the menu, about as long as in other programs. */
const longPressMs = 500;
/** A finger that moves further does not rest. */
const restPx = 10;

export interface TouchOptions {
  readonly zoomMin: number;
  readonly zoomMax: number;
  /** Milliseconds. */
  readonly pressMs?: number;
}

/** Starts listening; returns the function that stops it. */
export function listenForTouch(shell: CanvasShell, options: TouchOptions): () => void {
  const { drawing } = shell;
  const canvas = drawing?.closest<HTMLElement>(".canvas");
  if (drawing === undefined || canvas === null || canvas === undefined) return () => undefined;
  const stop = new AbortController();
  const { signal } = stop;
  const fingers = new Fingers(shell, drawing, options);
  // Options of listeners in the capture phase and not passive: they run before the library's own, and can stop the
  // page's zoom.
  const early = { signal, capture: true, passive: false };
  drawing.addEventListener("touchstart", (event) => fingers.put(event), early);
  drawing.addEventListener("touchmove", (event) => fingers.move(event), early);
  for (const type of ["touchend", "touchcancel"] as const)
    drawing.addEventListener(type, (event) => fingers.lift(event), early);
  // A pinch on a trackpad is a wheel with Control; Safari has gesture events of its own.
  canvas.addEventListener("wheel", preventZoom, { signal, passive: false });
  for (const type of ["gesturestart", "gesturechange"])
    canvas.addEventListener(type, (event) => event.preventDefault(), { signal, passive: false });
  return () => {
    fingers.forget();
    stop.abort();
  };
}

function preventZoom(event: WheelEvent): void {
  if (event.ctrlKey) event.preventDefault();
}

class Fingers {
  readonly #shell: CanvasShell;
  readonly #drawing: HTMLElement;
  readonly #options: TouchOptions;
  #press:
    { readonly timer: ReturnType<typeof setTimeout>; readonly at: readonly [number, number] } | undefined;
  #pinch: TwoFingers | undefined;
  /** True until the last finger is lifted: the library must not see these events. */
  #isOurs = false;

  constructor(shell: CanvasShell, drawing: HTMLElement, options: TouchOptions) {
    this.#shell = shell;
    this.#drawing = drawing;
    this.#options = options;
  }

  put(event: TouchEvent): void {
    this.forget();
    const [one, other] = event.touches;
    if (other !== undefined && one !== undefined) {
      this.#take(event);
      this.#pinch = twoFingers(one, other, this.#drawing.getBoundingClientRect());
      return;
    }
    const { target } = event;
    if (one === undefined || !(target instanceof Element) || target.closest("input, button") !== null) return;
    const at = [one.clientX, one.clientY] as const;
    const timer = setTimeout(() => {
      this.#press = undefined;
      if (this.#shell.ui.read().overlay !== undefined) return;
      this.#isOurs = true;
      openMenuAt(this.#shell, at, target);
    }, this.#options.pressMs ?? longPressMs);
    this.#press = { timer, at };
  }

  move(event: TouchEvent): void {
    const [one, other] = event.touches;
    if (one !== undefined && this.#press !== undefined) {
      const [x, y] = this.#press.at;
      if (Math.hypot(one.clientX - x, one.clientY - y) > restPx) this.forget();
    }
    if (this.#isOurs) this.#take(event);
    const { flow } = this.#shell;
    if (one === undefined || other === undefined || this.#pinch === undefined || flow === undefined) return;
    const to = twoFingers(one, other, this.#drawing.getBoundingClientRect());
    void flow.setViewport(pinchedView(flow.getViewport(), { ...this.#options, from: this.#pinch, to }));
    this.#pinch = to;
  }

  lift(event: TouchEvent): void {
    this.forget();
    this.#pinch = undefined;
    if (!this.#isOurs) return;
    // Prevents a click. The event continues, so that the library ends its reaction to the first finger.
    if (event.cancelable) event.preventDefault();
    if (event.touches.length === 0) this.#isOurs = false;
  }

  /** Ends the wait for a long press. */
  forget(): void {
    if (this.#press !== undefined) clearTimeout(this.#press.timer);
    this.#press = undefined;
  }

  #take(event: TouchEvent): void {
    this.#isOurs = true;
    event.stopPropagation();
    if (event.cancelable) event.preventDefault();
  }
}
