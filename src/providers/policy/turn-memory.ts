// Turn memory: unanswered input of a recogniser, for a replacement session.

import { type Frame, frameMs } from "../../audio/frame.ts";
import type { Expectation } from "../../flow/engine/expectation.ts";
import type { SttSession } from "../provider-contract.ts";

/** Audio that is remembered, in milliseconds; of more, the oldest is dropped. */
const rememberedMsMax = 8_000;
const framesMax = rememberedMsMax / frameMs;

type Given =
  | { readonly type: "frame"; readonly frame: Frame }
  | { readonly type: "finalize"; readonly turn: number }
  | { readonly type: "expect"; readonly expectation: Expectation | undefined };

export class TurnMemory {
  /** Expectation before the first remembered entry. */
  #expected: Expectation | undefined;
  #given: Given[] = [];
  #frames = 0;

  send(frame: Frame): void {
    this.#given.push({ type: "frame", frame });
    this.#frames += 1;
    if (this.#frames <= framesMax) return;
    this.#given.splice(
      this.#given.findIndex(({ type }) => type === "frame"),
      1,
    );
    this.#frames -= 1;
  }

  finalize(turn: number): void {
    this.#given.push({ type: "finalize", turn });
  }

  expect(expectation: Expectation | undefined): void {
    // In silence it is repeated; between two turns only the last one matters.
    if (this.#given.at(-1)?.type === "expect") this.#given.pop();
    this.#given.push({ type: "expect", expectation });
  }

  /** Forgets the audio of the turn that is open. */
  reset(): void {
    const open = this.#given.findLastIndex(({ type }) => type === "finalize") + 1;
    this.#given = this.#given.filter(({ type }, index) => index < open || type !== "frame");
    this.#count();
  }

  /** The numbers of the turns that wait for their answers. */
  get waiting(): readonly number[] {
    return this.#given.flatMap((each) => (each.type === "finalize" ? [each.turn] : []));
  }

  /** Forgets a turn and all before it. False: no turn waits for it. */
  answered(turn: number): boolean {
    const at = this.#given.findIndex((each) => each.type === "finalize" && each.turn === turn);
    if (at === -1) return false;
    for (const each of this.#given.slice(0, at)) {
      if (each.type === "expect") this.#expected = each.expectation;
    }
    this.#given = this.#given.slice(at + 1);
    this.#count();
    return true;
  }

  /** Latest expectation; undefined: anything, or nothing was said of it. */
  get expectation(): Expectation | undefined {
    const last = this.#given.findLast(({ type }) => type === "expect");
    return last?.type === "expect" ? last.expectation : this.#expected;
  }

  /** Gives a new session all of it, in its order. */
  replay(session: SttSession): void {
    // An answer that comes at once changes what is remembered.
    const given = this.#given.slice();
    session.expect(this.#expected);
    for (const each of given) {
      if (each.type === "frame") session.send(each.frame);
      else if (each.type === "finalize") session.finalize(each.turn);
      else session.expect(each.expectation);
    }
  }

  #count(): void {
    this.#frames = this.#given.filter(({ type }) => type === "frame").length;
  }
}
