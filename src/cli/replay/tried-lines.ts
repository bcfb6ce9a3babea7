// Tried lines: one printed line for each replayed call that differs, and the counts at the end.

import type { ReplaySide } from "../../flow/author/replay/replay-comparison.ts";
import type { TriedCall } from "../../session/replay/call-replay.ts";

/** Lines about a call; none if its course is the same. */
export function triedLines({ id, createdAt, revision, replay }: TriedCall): readonly string[] {
  if (typeof replay === "string" || replay.result === "same" || replay.result === "reworded") return [];
  const { result, before, after, values, unsaid, fromRecord } = replay;
  const head = `${id}, ${new Date(createdAt).toISOString()}, revision ${revision}`;
  if (result === "differs_already")
    return [
      `${head}: replays differently already on its own revision`,
      ...(fromRecord === null
        ? []
        : [`  - ${fromRecord.recorded || "(nothing)"}`, `  + ${fromRecord.replayed || "(nothing)"}`]),
    ];
  return [
    `${head}: ${result}`,
    `  - ${sideText(before)}`,
    `  + ${sideText(after)}`,
    ...values.map((value) => `  variable ${value.name}: ${shown(value.before)} → ${shown(value.after)}`),
    ...(unsaid.length === 0 ? [] : [`  not asked for: ${unsaid.join(" / ")}`]),
  ];
}

const sideText = ({ told, turns, tools }: ReplaySide): string =>
  `${told} (${turns} ${turns === 1 ? "turn" : "turns"}${tools.length === 0 ? "" : `, ${tools.join(", ")}`})`;

const shown = (value: unknown): string => (value === null ? "none" : JSON.stringify(value));

type Result = Exclude<TriedCall["replay"], object> | Extract<TriedCall["replay"], object>["result"];

const words: Readonly<Record<Result, string>> = {
  same: "the same",
  reworded: "with other words alone",
  changed: "changed",
  lost: "lost their caller",
  differs_already: "replay differently already on their own revision",
  no_words: "without kept words",
  revision_gone: "on a revision that is not kept",
  cannot_run: "on a revision that cannot run any more",
};

export class ReplayCounts {
  readonly #counts = new Map<Result, number>();
  /** `booked → full`, by how often. */
  readonly #outcomes = new Map<string, number>();

  get all(): number {
    return this.#counts.values().reduce((sum, count) => sum + count, 0);
  }

  get hasOtherCourse(): boolean {
    return this.#counts.has("changed") || this.#counts.has("lost");
  }

  add({ replay }: TriedCall): void {
    const result = typeof replay === "string" ? replay : replay.result;
    this.#counts.set(result, (this.#counts.get(result) ?? 0) + 1);
    if (typeof replay === "string" || (result !== "changed" && result !== "lost")) return;
    const [was, is] = [replay.before, replay.after].map(endText);
    if (was !== is) this.#outcomes.set(`${was} → ${is}`, (this.#outcomes.get(`${was} → ${is}`) ?? 0) + 1);
  }

  lines(about: string): readonly string[] {
    const { all } = this;
    const counts = Object.entries(words).flatMap(([result, text]) => {
      const count = this.#counts.get(result as Result);
      return count === undefined ? [] : [`  ${String(count).padStart(6)} ${text}`];
    });
    const outcomes = [...this.#outcomes]
      .toSorted(([, one], [, other]) => other - one)
      .map(([text, count]) => `  ${String(count).padStart(6)} ${text}`);
    return [
      `${all} ${all === 1 ? "call" : "calls"} of ${about}`,
      ...counts,
      ...(outcomes.length === 0 ? [] : ["Changed ends:", ...outcomes]),
    ];
  }
}

const endText = ({ outcome, end }: ReplaySide): string =>
  end.kind === "ended" ? (outcome ?? "ended") : end.kind === "hung_up" ? "hung up" : `(${end.kind})`;
