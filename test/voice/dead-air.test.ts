// Step of dead air as a table: events with their times in, fillers with theirs out.

import { describe, expect, test } from "bun:test";
import {
  type DeadAirEvent,
  type DeadAirState,
  deadAirStart,
  fillerSoonMs,
  step,
} from "../../src/voice/fillers/dead-air.ts";
import { random } from "../support/random.ts";

type Moment = readonly [atMs: number, event: DeadAirEvent["type"] | "caller-speaks-over-filler"];

/** Plays the moments, with each `due` at its time, until `untilMs`; returns actions with their times, one line each. */
function played(moments: readonly Moment[], untilMs = 80_000): readonly string[] {
  let state: DeadAirState = deadAirStart;
  const done: string[] = [];
  const take = (atMs: number, event: DeadAirEvent): void => {
    const [next, effect] = step(state, event, { nowMs: atMs, soonMs: fillerSoonMs });
    state = next;
    if (effect !== undefined) done.push(`${atMs} ${effect}`);
  };
  for (const [atMs, type] of [...moments, [untilMs, undefined] as const]) {
    while (state.dueAt !== undefined && state.dueAt <= atMs) take(state.dueAt, { type: "due" });
    if (type === undefined) break;
    const overFiller = type === "caller-speaks-over-filler";
    if (overFiller || type === "caller-speaks") take(atMs, { type: "caller-speaks", isFilling: overFiller });
    else take(atMs, { type });
  }
  return done;
}

describe("dead air", () => {
  const table: readonly (readonly [name: string, moments: readonly Moment[], done: readonly string[]])[] = [
    [
      "nothing is done for an answer that comes within 0.8 s",
      [
        [0, "turn-ended"],
        [300, "asked"],
        [790, "answer-heard"],
      ],
      [],
    ],
    [
      "a slow recogniser: the time runs from the end of the turn, not from the question to the model",
      [
        [0, "turn-ended"],
        [3_000, "asked"],
        [4_500, "answer-heard"],
      ],
      ["800 soon", "4000 still"],
    ],
    [
      "an answer that is voiced after the last filler drops nothing",
      [
        [0, "turn-ended"],
        [79_000, "voicing"],
      ],
      ["800 soon", ...Array.from({ length: 8 }, (_, n) => `${4_000 + n * 8_000} still`)],
    ],
    [
      "who waits on hears another each 8 s, nine in all",
      [[0, "turn-ended"]],
      [
        "800 soon",
        "4000 still",
        "12000 still",
        "20000 still",
        "28000 still",
        "36000 still",
        "44000 still",
        "52000 still",
        "60000 still",
      ],
    ],
    [
      "a greeting has two seconds",
      [
        [0, "called"],
        [6_000, "answer-heard"],
      ],
      ["2000 opening", "5200 still"],
    ],
    [
      "what was typed or keyed is over at once",
      [
        [100, "asked"],
        [1_500, "answer-heard"],
      ],
      ["900 soon"],
    ],
    [
      "a caller who goes on speaking is not spoken to, and waits anew from the end of that",
      [
        [0, "turn-ended"],
        [500, "caller-speaks"],
        [1_500, "caller-pauses"],
        [2_000, "turn-ended"],
        [2_900, "answer-heard"],
      ],
      ["500 drop", "2800 soon"],
    ],
    [
      "speech over a filler silences it after 60 ms",
      [
        [0, "turn-ended"],
        [1_000, "caller-speaks-over-filler"],
      ],
      ["800 soon", "1060 hush"],
    ],
    [
      "a cough over a filler does not",
      [
        [0, "turn-ended"],
        [1_000, "caller-speaks-over-filler"],
        [1_040, "caller-pauses"],
      ],
      ["800 soon"],
    ],
    [
      "an answer that begins to be heard just then is not silenced by it",
      [
        [0, "turn-ended"],
        [1_000, "caller-speaks-over-filler"],
        [1_050, "answer-heard"],
      ],
      ["800 soon"],
    ],
    [
      "nobody waits when nothing was said, the answer is over, or the caller was put through",
      [
        [0, "turn-ended"],
        [400, "over"],
      ],
      ["400 drop"],
    ],
    [
      "an answer that is being voiced is not talked over, for as long as voices take",
      [
        [0, "turn-ended"],
        [600, "voicing"],
        [1_250, "answer-heard"],
      ],
      ["600 drop"],
    ],
    [
      "a voice that takes longer is filled",
      [
        [0, "turn-ended"],
        [600, "voicing"],
        [3_000, "answer-heard"],
      ],
      ["600 drop", "1300 soon"],
    ],
    [
      "an answer that comes to its voice after a filler gets no other",
      [
        [0, "turn-ended"],
        [3_900, "voicing"],
        [4_500, "answer-heard"],
      ],
      ["800 soon", "3900 drop"],
    ],
    [
      "an answer that stalls after its first words is filled after 4 s, and not with a beginning",
      [
        [0, "turn-ended"],
        [500, "answer-heard"],
        [2_000, "answer-stalled"],
        [6_500, "answer-heard"],
      ],
      ["6000 still"],
    ],
    [
      "words over an answer that goes on are no wait",
      [
        [0, "asked"],
        [100, "answer-heard"],
        [900, "caller-speaks"],
        [1_000, "caller-pauses"],
        [1_700, "turn-ended"],
      ],
      [],
    ],
  ];
  test.each(table)("dead air: %s", (_, moments, done) => {
    expect(played(moments)).toEqual([...done]);
  });

  test("dead air: a filler comes only to a waiting caller", () => {
    const kinds: readonly Moment[1][] = [
      "called",
      "turn-ended",
      "asked",
      "caller-speaks",
      "caller-speaks-over-filler",
      "caller-pauses",
      "voicing",
      "answer-heard",
      "answer-stalled",
      "over",
      "due",
    ];
    for (let seed = 1; seed <= 500; seed++) {
      const chosen = random(seed);
      let atMs = 0;
      const moments = Array.from({ length: 30 }, (): Moment => {
        atMs += chosen.pick([0, 10, 100, 500, 900, 3_000, 9_000]);
        return [atMs, chosen.pick(kinds)];
      });
      const fillers = played(moments, atMs + 60_000).flatMap((line) => {
        const [at, kind] = line.split(" ");
        return kind !== "drop" && kind !== "hush" ? [Number(at)] : [];
      });
      for (const at of fillers) {
        const before = moments.filter(([when]) => when < at).map(([, event]) => event);
        const began = before.findLast((it) => it !== "due" && it !== "caller-pauses" && it !== "voicing");
        expect(["called", "turn-ended", "asked", "answer-stalled"], `seed ${seed} at ${at}`).toContain(
          began ?? "",
        );
      }
    }
  });
});
