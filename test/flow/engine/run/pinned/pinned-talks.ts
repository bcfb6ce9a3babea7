// Pinned talks: conversations with shipped flows, each turn with the agent's words, its node and its variables. They
// were made at random and chosen because each reaches a line of the questions (run/ask) that no other reaches. `bun run
// bench phrases --pin` rewrites their words.

import { join } from "node:path";
import { loadFlow } from "../../../../../src/flow/language/load-flow.ts";
import { initialState } from "../../../../../src/flow/engine/run/initial-state.ts";
import type { FlowState } from "../../../../../src/flow/engine/run/flow-state.ts";
import type { step } from "../../../../../src/flow/engine/run/step.ts";
import type { FlowEffect, FlowEvent } from "../../../../../src/flow/engine/run/step-contract.ts";
import { type Answers, factsOf } from "../talk.ts";

interface Head {
  /** Path of the flow's file from the root of the repository. */
  readonly flow: string;
  readonly given: Answers;
}

export interface PinnedTalk extends Head {
  readonly events: readonly FlowEvent[];
  readonly told: readonly string[];
}

const file = join(import.meta.dir, "pinned-talks.jsonl");
const root = join(import.meta.dir, "../../../../..");

/** Reads the talks; the file has a line for each talk, and one for each of its turns. */
export async function readTalks(): Promise<readonly PinnedTalk[]> {
  const talks: (Head & { readonly events: FlowEvent[]; readonly told: string[] })[] = [];
  for (const line of (await Bun.file(file).text()).trim().split("\n")) {
    const read = JSON.parse(line) as Head | readonly [FlowEvent, string];
    if ("flow" in read) talks.push({ ...read, events: [], told: [] });
    else {
      talks.at(-1)?.events.push(read[0]);
      talks.at(-1)?.told.push(read[1]);
    }
  }
  return talks;
}

export async function recordTalks(talks: readonly PinnedTalk[]): Promise<void> {
  const lines = talks.flatMap(({ flow, given, events, told }) => [
    JSON.stringify({ flow, given }),
    ...events.map((event, at) => JSON.stringify([event, told[at]])),
  ]);
  await Bun.write(file, `${lines.join("\n")}\n`);
}

/** Plays the talks with the present code, by `stepBy`, and reports each turn. */
export async function tellTalks(
  talks: readonly PinnedTalk[],
  stepBy: typeof step,
): Promise<readonly (readonly string[])[]> {
  const files = [...new Set(talks.map(({ flow }) => flow))];
  const texts = await Promise.all(files.map((each) => Bun.file(join(root, each)).text()));
  const programs = new Map(files.map((each, at) => [each, loadFlow(texts[at] ?? "").program]));
  return talks.map(({ flow, given, events }) => {
    const program = programs.get(flow);
    if (program === undefined) return [`${flow} has no program`];
    let state = initialState(program, factsOf(given));
    return events.map((event) => {
      const before = state;
      const [after, effects] = stepBy(program, before, event);
      state = after;
      return toldOf(before, after, effects);
    });
  });
}

/** `Which day? [booking] guests=4 ? day at (confirm) noMatch 1`: what is said, entered, noted, asked and missed. */
function toldOf(before: FlowState, after: FlowState, effects: readonly FlowEffect[]): string {
  const said = effects.flatMap((effect) => {
    if (effect.type === "say") return [effect.text];
    if (effect.type === "enter") return [`[${effect.node}]`];
    return effect.type === "end" ? [`end ${effect.outcome}`] : [];
  });
  const known = before.frames.at(-1)?.values ?? {};
  const noted = Object.entries(after.frames.at(-1)?.values ?? {})
    .map(([name, value]) => [name, JSON.stringify(value)] as const)
    .filter(([name, value]) => JSON.stringify(known[name]) !== value);
  return [...said, ...noted.map(([name, value]) => `${name}=${value}`), ...askedIn(after)].join(" ");
}

function askedIn({ frames }: FlowState): readonly string[] {
  const frame = frames.at(-1);
  if (frame?.phase.type !== "asking") return [];
  const { variable, open, pending, rounds } = frame.phase;
  const missed = Object.entries(frame.failures[variable] ?? {}).filter(([, times]) => times > 0);
  return [
    `? ${[variable, ...open.filter((name) => name !== variable)].join(" ")}`,
    ...(pending === null ? [] : [`(${pending.type})`]),
    ...(rounds > 0 ? [`round ${rounds}`] : []),
    ...missed.map(([what, times]) => `${what} ${times}`),
  ];
}
