// Talk orb: the picture of the agent, or bars in its place, which move with the agent's voice, in a ring that moves with
// the caller's.

import { make } from "../page/dom.ts";
import { followed, type Levels, silence } from "../page/loudness.ts";

/** Bars between the silent and the loudest voice, as shares of the orb. */
const bars = [
  [0.12, 0.2],
  [0.26, 0.34],
  [0.4, 0.4],
  [0.2, 0.38],
  [0.12, 0.24],
] as const;

export class TalkOrb {
  readonly element: HTMLElement;
  readonly #bars = bars.map(() => make("i"));
  readonly #face = make("span", "face", ...this.#bars);
  #shown: Levels = silence;
  #frame: number | undefined;

  constructor() {
    this.element = make("div", "orb", make("span", "halo"), make("span", "ring"), this.#face);
    this.element.ariaHidden = "true";
    this.#draw();
  }

  /** Puts a picture in the place of the bars; they stay where a policy of the page forbids it, or none is there. */
  show(picture: string): void {
    const image = make("img");
    image.addEventListener("load", () => this.#face.replaceChildren(image));
    image.alt = "";
    image.src = picture;
  }

  /** Follows the voices until `stop`. */
  follow(levels: () => Levels): void {
    this.stop();
    const step = (): void => {
      this.#shown = followed(this.#shown, levels());
      this.#draw();
      this.#frame = requestAnimationFrame(step);
    };
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    this.#shown = silence;
    this.#draw();
  }

  #draw(): void {
    const { caller, agent } = this.#shown;
    this.element.style.setProperty("--caller", caller.toFixed(3));
    this.element.style.setProperty("--agent", agent.toFixed(3));
    for (const [n, [quiet, range]] of bars.entries())
      this.#bars[n]?.style.setProperty("height", `${(100 * (quiet + range * agent)).toFixed(1)}%`);
  }
}
