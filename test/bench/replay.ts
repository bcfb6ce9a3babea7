// Benchmark of replay: recorded calls of two flows, in a real SQLite file, on another version of each, in calls per
// second of one core, including store and thread.

import { openStore } from "../../db/sqlite/file-store.ts";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { FlowReader } from "../../src/cloud/flow-reader.ts";
import { Documents } from "../../src/documents/documents.ts";
import { VirtualConversation } from "../../src/flow/author/testing/virtual-conversation.ts";
import { performStep } from "../../src/flow/author/testing/caller-steps.ts";
import { ToolMocks } from "../../src/flow/author/testing/tool-mocks.ts";
import { settle } from "../../src/flow/author/testing/settle.ts";
import type { FlowTest, StepInput } from "../../src/flow/language/compile/compile-tests.ts";
import { type LoadedFlow, loadFlow } from "../../src/flow/language/load-flow.ts";
import { epochMsOf } from "../../src/flow/value/zoned-time.ts";
import { replayCalls, replayedAtOnceMax, type ReplayWanted } from "../../src/session/replay/call-replay.ts";
import { migrations, tempFolder } from "../support/servers/store.ts";
import { newAccount } from "../support/stores/new-account.ts";
import { ended } from "../support/stores/ended-calls.ts";
import { type Figure, FigureList, type Figures } from "./figures.ts";

export { claimsOf as claims } from "./figures.ts";

const names = ["table-booking", "clinic-triage"];
/** `CALLS=1000` tries fewer. */
const callsMax = Number(process.env["CALLS"] ?? 10_000);
const accountId = "acc_1";

interface RecordedLines {
  readonly lines: readonly (readonly [type: string, data: Readonly<Record<string, unknown>>])[];
  readonly outcome: string | null;
  readonly at: number;
  readonly context: FlowTest["context"];
}

/** Lines that the server would have written for a conversation of the flow's own tests. */
function recordOf({ program }: Required<LoadedFlow>, test: FlowTest): RecordedLines | undefined {
  const at = epochMsOf(test.now, program.timezone);
  const facts = { startedAtMs: at, usesExamples: false };
  const answers = new ToolMocks(test.mocks);
  const conversation = new VirtualConversation(program, { ...test, hasModel: false }, { facts, answers });
  const lines: RecordedLines["lines"][number][] = [];
  const mocks = new Map(test.mocks);
  const taken = new Map<string, number>();
  let [reply, seenLines] = [0, 0];
  const keep = (): void => {
    for (const { tool } of conversation.since.calls) {
      const list = mocks.get(tool) ?? [];
      const at = taken.get(tool) ?? 0;
      taken.set(tool, at + 1);
      const answer = list[Math.min(at, list.length - 1)];
      if (answer?.outcome.type !== "body") continue;
      lines.push(["tool", { name: tool, ok: true, tookMs: 5 }]);
      lines.push(["answer", { name: tool, body: answer.outcome.body }]);
    }
    const text = conversation.since.speeches.map(({ logged }) => logged).join(" ");
    if (text !== "") lines.push(["agent", { reply: (reply += 1), text }]);
    for (const { from, text: told } of conversation.transcript.slice(seenLines)) {
      const [, address] = /^transfer to (.+)$/.exec(told) ?? [];
      if (from === "outside" && address !== undefined) lines.push(["transfer", { address }]);
    }
    seenLines = conversation.transcript.length;
  };
  const inputs = test.steps.flatMap((step) =>
    step.type === "user" || step.type === "dtmf" ? [step as StepInput] : [],
  );
  const drain = (steps: Iterable<unknown>): void => void Array.from(steps);
  try {
    conversation.feed({ type: "start" });
    drain(settle(conversation, { input: inputs[0], isNext: true }));
    for (const [at, input] of inputs.entries()) {
      keep();
      if (conversation.state.outcome !== null) return undefined;
      if (input.type === "user") lines.push(["caller", { text: input.parts.join(" "), by: "voice" }]);
      if (input.type === "dtmf") lines.push(["caller", { text: input.keys, by: "keys" }]);
      drain(performStep(conversation, input));
      drain(settle(conversation, { input: inputs[at + 1], isNext: true }));
    }
    keep();
  } catch {
    // The test needs a model or an event, which no record has.
    return undefined;
  }
  const { outcome } = conversation.state;
  if (outcome === null) return undefined;
  return { lines, outcome, at, context: { ...test.context } };
}

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const list = new FigureList(tell);
  const calls = isQuick ? 100 : callsMax;
  using folder = tempFolder();
  using store = openStore({ directory: folder.path, migrations });
  await newAccount(store, accountId, calls * 1_000);
  await using documents = new Documents({ clock: wallClock, log: silentLog });
  const reader = new FlowReader({ store, documents, allow: [] });
  for (const name of names) {
    const text = await Bun.file(`public/flows/${name}.flow.yaml`).text();
    const loaded = loadFlow(text) as Required<LoadedFlow>;
    const flow = { id: `flow_${name}`, accountId, name, layout: null, at: 0, documentId: name };
    await store.of(accountId).flows.add({ ...flow, source: text, links: new Map() }, 9);
    const records = loaded.tests.flatMap((test) => recordOf(loaded, test) ?? []);
    const share = calls / names.length;
    for (let n = 0; n < share; n++) {
      const { lines, outcome, at, context } = records[n % records.length]!;
      const row = { flowId: flow.id, flowRevision: 1, context };
      const patch = { outcome, endReason: "completed", firstConnectedAt: at + n };
      await ended(store, { id: `ses_${name}_${n}`, account: accountId, at: at + n, said: lines, row, patch });
    }
    // Another version, in which all words of callers still fit.
    list.add(
      ...(await replayed({ store, reader }, { flowId: flow.id, text: `${text}\n# tried\n`, name, share })),
    );
  }
  return list;
}

interface Tried {
  readonly flowId: string;
  readonly text: string;
  readonly name: string;
  readonly share: number;
}

async function replayed(
  parts: Parameters<typeof replayCalls>[0],
  { flowId, text, name, share }: Tried,
): Promise<readonly Figure[]> {
  const [began, usedBefore] = [performance.now(), process.cpuUsage()];
  let after: ReplayWanted["after"];
  const counts = new Map<string, number>();
  do {
    const page = await replayCalls(parts, { accountId, flowId, text, after, limit: replayedAtOnceMax });
    for (const { replay } of page.calls) {
      const result = typeof replay === "string" ? replay : replay.result;
      counts.set(result, (counts.get(result) ?? 0) + 1);
    }
    after = page.last;
  } while (after !== undefined);
  const { user, system } = process.cpuUsage(usedBefore);
  const cpuS = (user + system) / 1_000_000;
  const wallS = (performance.now() - began) / 1_000;
  const note = [...counts].map(([result, count]) => `${count} ${result}`).join(", ");
  return [
    { of: `${name}: calls of a core`, value: share / cpuS, unit: "a second", atLeast: 10_000 / 600, note },
    { of: `${name}: 10,000 calls on one core`, value: (cpuS / share) * 10_000, unit: "s", atMost: 600 },
    { of: `${name}: ${share} calls beside other work`, value: wallS, unit: "s" },
  ];
}
