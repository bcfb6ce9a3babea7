// Talk orb: the agent's picture, or bars that move with the agent's voice, in a ring that moves with the caller's
// voice.

import { make } from "../page/dom.ts";
import { followed, type Levels, silence } from "../page/loudness.ts";

/** Heights of the bars for silence and for the loudest voice, as shares of the orb. */
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

  /**
   * Shows a picture instead of the bars; the bars stay if the page's policy forbids the picture, or it does not exist.
   */
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
