// Level meters: draw the loudness of both sides once per animation frame.

import { need } from "../page/dom.ts";
import { followed, type Levels, silence } from "../page/loudness.ts";

export class LevelMeters {
  readonly #orb = need("orb", HTMLElement);
  readonly #caller = fillOf("meter-caller");
  readonly #agent = fillOf("meter-agent");
  #shown: Levels = silence;
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
    this.#shown = silence;
    this.#draw(silence);
  }

  #draw(levels: Levels): void {
    this.#shown = followed(this.#shown, levels);
    const { caller, agent } = this.#shown;
    this.#caller.style.transform = `scaleX(${caller.toFixed(3)})`;
    this.#agent.style.transform = `scaleX(${agent.toFixed(3)})`;
    this.#orb.style.setProperty("--caller", caller.toFixed(3));
    this.#orb.style.setProperty("--agent", agent.toFixed(3));
  }
}

function fillOf(id: string): HTMLElement {
  const fill = need(id, HTMLElement).querySelector(".meter-fill");
  if (fill instanceof HTMLElement) return fill;
  throw new Error(`The meter ${id} has no fill`);
}
