// Turn latency view: shows the last turn as a waterfall and earlier ones as one line each.

import type { CallState } from "../voice/call-state.ts";
import { type TurnSpan, spansOf, type TurnTimes } from "../voice/turn-times.ts";
import { make } from "../page/dom.ts";

const names: Readonly<Record<TurnSpan["kind"], readonly [name: string, meaning: string]>> = {
  silence: ["Silence", "wait until your sentence was over"],
  words: ["Recognition", "your last words recognised"],
  text: ["Answer", "first words of the answer written"],
  audio: ["Voice", "first audio of the answer made"],
  way: ["Network", "transfer and playback"],
};

/** Replaces the words of a turn without any. */
const notUnderstood = "Not understood";
const olderMax = 8;
/** The shortest time scale: faster answers feel immediate. */
const scaleMsMin = 300;

export class TurnsView {
  readonly #box: HTMLElement;
  #shown: readonly TurnTimes[] = [];

  constructor(box: HTMLElement) {
    this.#box = box;
  }

  show({ turns }: CallState): void {
    if (turns === this.#shown || turns.length === 0) return;
    this.#shown = turns;
    const last = turns.at(-1);
    if (last === undefined) return;
    const older = turns.slice(0, -1).slice(-olderMax).reverse();
    const scale = Math.max(scaleMsMin, ...[last, ...older].map(totalOf));
    this.#box.replaceChildren(waterfall(last, scale));
    if (older.length > 0)
      this.#box.append(make("ol", "turns-before", ...older.map((turn) => line(turn, scale))));
  }
}

function totalOf({ heardMs = 0, audioMs = 0 }: TurnTimes): number {
  return Math.max(heardMs, audioMs);
}

function waterfall(turn: TurnTimes, scale: number): HTMLElement {
  const total = make("p", "total", make("b", "", `${totalOf(turn)}`), " ms");
  const from = turn.silenceMs === undefined ? "from your key" : "from the end of your sentence";
  const until = turn.heardMs === undefined ? "to the first audio sent" : "to the start of the answer";
  const rows = spansOf(turn).map((span) => {
    const [name, meaning] = names[span.kind];
    const row = make("li", "span-row", make("span", "span-name", name), bar([span], scale));
    row.append(make("span", "span-ms", `${span.toMs - span.fromMs}`));
    row.title = `${name}: ${meaning}`;
    return row;
  });
  const quote =
    turn.said === "" ? make("p", "said unheard", notUnderstood) : make("p", "said", `“${turn.said}”`);
  return make(
    "div",
    "waterfall",
    quote,
    total,
    make("p", "hint", `${from} ${until}`),
    make("ol", "", ...rows),
  );
}

function line(turn: TurnTimes, scale: number): HTMLElement {
  const label = make("span", "span-name", turn.said === "" ? notUnderstood : turn.said);
  return make(
    "li",
    "span-row",
    label,
    bar(spansOf(turn), scale),
    make("span", "span-ms", `${totalOf(turn)}`),
  );
}

function bar(spans: readonly TurnSpan[], scale: number): HTMLElement {
  const track = make("span", "span-track");
  track.ariaHidden = "true";
  for (const { kind, fromMs, toMs } of spans) {
    const piece = make("span", `span span-${kind}`);
    piece.style.left = `${(100 * fromMs) / scale}%`;
    piece.style.width = `${(100 * (toMs - fromMs)) / scale}%`;
    track.append(piece);
  }
  return track;
}
