// Level meters: draw the loudness of both sides once per animation frame.

import type { Levels } from "../voice/voice-client.ts";
import { need } from "../page/dom.ts";

/** Smoothing as share of the distance per frame: fast up, slow down, which is easy to follow. */
const attack = 0.55;
const release = 0.14;
/** The range of speech, which fills the meter (dB relative to full scale). */
const quietDb = -52;
const loudDb = -12;

/** Filled share of the meter, 0 to 1, for a loudness from 0 to 1. */
function shareOf(level: number): number {
  const decibels = 20 * Math.log10(Math.max(level, 1e-6));
  return Math.max(0, Math.min(1, (decibels - quietDb) / (loudDb - quietDb)));
}

export class LevelMeters {
  readonly #orb = need("orb", HTMLElement);
  readonly #caller = fillOf("meter-caller");
  readonly #agent = fillOf("meter-agent");
  #shown: Levels = { caller: 0, agent: 0 };
  #frame: number | undefined;

  /** Draws each frame until `stop`, and calls `eachFrame` with it. */
  start(levels: () => Levels, eachFrame: () => void): void {
    this.stop();
    const draw = (): void => {
      this.#draw(levels());
      eachFrame();
      this.#frame = requestAnimationFrame(draw);
    };
    this.#frame = requestAnimationFrame(draw);
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    this.#shown = { caller: 0, agent: 0 };
    this.#draw(this.#shown);
  }

  #draw(levels: Levels): void {
    const caller = nearer(this.#shown.caller, shareOf(levels.caller));
    const agent = nearer(this.#shown.agent, shareOf(levels.agent));
    this.#shown = { caller, agent };
    this.#caller.style.transform = `scaleX(${caller.toFixed(3)})`;
    this.#agent.style.transform = `scaleX(${agent.toFixed(3)})`;
    this.#orb.style.setProperty("--caller", caller.toFixed(3));
    this.#orb.style.setProperty("--agent", agent.toFixed(3));
  }
}

function nearer(shown: number, wanted: number): number {
  return shown + (wanted - shown) * (wanted > shown ? attack : release);
}

function fillOf(id: string): HTMLElement {
  const fill = need(id, HTMLElement).querySelector(".meter-fill");
  if (fill instanceof HTMLElement) return fill;
  throw new Error(`The meter ${id} has no fill`);
}
