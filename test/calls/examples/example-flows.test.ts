// Example flows: each shipped flow, played like in a call but without a voice, against the example services and without
// a network: to the end that its caller wishes, and to the ends of callers whose wish cannot be met.

import { expect, test } from "bun:test";
import { openTools } from "../../../src/calls/flow-tools.ts";
import { Vault } from "../../../src/cloud/vault.ts";
import type { FlowEffect, FlowInput } from "../../../src/flow/engine/run/step-contract.ts";
import { TextRunner } from "../../../src/flow/engine/text-runner.ts";
import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import { valueMap } from "../../../src/flow/value/value.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { memoryStore } from "../../support/servers/store.ts";

interface Played {
  readonly said: string;
  readonly outcome: string | undefined;
  readonly transfers: readonly string[];
}

/** Milliseconds, longer than any tool, pause or wait of the examples. */
const restMs = 5_000;

/** Typed input: words, or keys after a `/`. It is Friday, 20 November 2026, 10:00 UTC. */
async function played(flow: string, lines: readonly string[], answers = true): Promise<Played> {
  const { program } = loadFlow(await Bun.file(`public/flows/${flow}.flow.yaml`).text());
  if (program === undefined) throw new Error("It has errors");
  using store = memoryStore();
  const clock = new VirtualClock();
  const runTool = openTools({
    store,
    sessionId: "ses_1",
    vault: new Vault(new Uint8Array(32)),
    accountId: undefined,
    program,
    clock,
    outbound: { send: () => Promise.reject(new Error("Nothing goes out")) },
  });
  const effects: FlowEffect[] = [];
  let transferred: string[] = [];
  const facts = {
    id: "ses_1",
    channel: "text",
    direction: "inbound",
    startedAtMs: clock.wall(),
    context: valueMap([]),
    metadata: valueMap([]),
    hasModel: false,
    usesExamples: true,
  } as const;
  using run = new TextRunner({
    program,
    facts,
    clock,
    hurries: false,
    onEffect: (effect) => effects.push(effect),
    outside: {
      runTool,
      search: () => Promise.resolve(undefined),
      propose: () => Promise.resolve(undefined),
      utter: () => Promise.resolve(undefined),
      summarise: () => Promise.resolve(undefined),
      press: () => Promise.resolve(),
      transfer: ({ address }) => {
        transferred = [...transferred, address];
        return Promise.resolve({ ok: answers });
      },
      record: () => Promise.resolve({ id: "rec_1", seconds: 4 }),
    },
  });
  run.send({ type: "start" });
  await clock.advance(restMs);
  for (const line of lines) {
    run.send(inputOf(line));
    await clock.advance(restMs);
  }
  const end = effects.findLast((effect) => effect.type === "end");
  const said = effects.flatMap((effect) => (effect.type === "say" ? [effect.text] : [])).join(" ");
  return { said, outcome: end?.outcome, transfers: transferred };
}

function inputOf(line: string): FlowInput {
  return line.startsWith("/") ? { type: "keys", keys: line.slice(1) } : { type: "words", text: line };
}

const phone = "oh one four oh one two three four five six";

test.each<readonly [flow: string, about: string, lines: readonly string[], end: string, said: string[]]>([
  [
    "table-booking",
    "a free table",
    ["two people on Sunday at eight", phone, "yes", "yes"],
    "booked",
    ["table for 2, Sunday", "Your reference is"],
  ],
  [
    "table-booking",
    "a crowded evening",
    ["two people tomorrow at eight", "half past six", phone, "yes", "yes"],
    "booked",
    ["I have 6:30 p.m. or 9 p.m.", "Saturday, November 21st at 6:30 p.m.", "Your reference is"],
  ],
  [
    "table-booking",
    "a full day",
    ["ten people tomorrow at eight", "on Sunday", phone, "yes", "yes"],
    "booked",
    ["full that day", "table for 10, Sunday"],
  ],
  [
    "order-status",
    "cancelled, and looked up again",
    ["one two three four five", "cancel it", "yes", "yes", "/12345", "no"],
    "answered",
    ["is packed and comes on Sunday", "money back", "Order 1 2 3, 4 5 is cancelled. Shall I look"],
  ],
  [
    "order-status",
    "unknown, then too late to cancel, then delivered",
    ["/12340", "/12344", "cancel it", "yes", "yes", "/54321", "no"],
    "answered",
    ["do not find", "is sent", "can not cancel it any more", "was delivered on Thursday"],
  ],
  [
    "support-with-knowledge",
    "two answers and a question in between",
    [
      "a question",
      "do you take credit cards",
      "yes",
      "what does it cost to mend a puncture",
      "where are you",
      "no",
    ],
    "answered",
    ["We take cards", "costs twelve pounds", "at twelve Mill Lane, two minutes", "Is there anything else"],
  ],
  [
    "lead-qualification",
    "a crew that is called back",
    ["twelve", "right away", "020 7946 0123", "yes"],
    "qualified",
    ["How many people would plan", "When would you like to begin?", "within one working day"],
  ],
  [
    "lead-qualification",
    "a small crew",
    ["three", "/1"],
    "self_service",
    ["For up to four people Harbour is free. You find it on our web site."],
  ],
  ["help-desk", "a ticket", ["my printer"], "helped", ["after the tone", "Your ticket is number"]],
  [
    "call-routing",
    "an enterprise customer",
    ["/2", "123456", "yes"],
    "transferred",
    ["You have a dedicated line."],
  ],
  ["call-routing", "a basic customer", ["my invoice", "123455", "yes"], "transferred", ["you to billing"]],
  ["call-routing", "an unknown account", ["support", "123450", "yes"], "transferred", ["you to support"]],
  [
    "appointment-reminder",
    "comes, and is happy",
    ["hello", "yes", "I will be there", "five"],
    "keep",
    ["One last question", "Thank you."],
  ],
  ["appointment-reminder", "somebody else", ["hello", "no"], "wrong_person", ["Sorry to disturb you."]],
  [
    "table-booking",
    "not as it was read back, and then not at all",
    ["two people on Sunday at eight", phone, "yes", "no", "the day", "on Monday", "no", "leave it"],
    "not_booked",
    ["Sunday", "Nothing is booked. Shall I change the day", "Monday", "All right, nothing is booked"],
  ],
  [
    "welcome",
    "a table and goodbye",
    ["book a table", "friday", "at seven", "four", "yes", "no"],
    "done",
    ["Thank you"],
  ],
])("%s: %s", async (flow, _about, lines, end, said) => {
  const { outcome, said: heard } = await played(flow, lines);
  for (const words of said) expect(heard).toContain(words);
  expect(heard).not.toMatch(/can not reach|can not look|can not open|does not exist/);
  expect(outcome).toBe(end);
});

test("call-routing: an unanswered transfer takes a message", async () => {
  const { outcome, transfers } = await played("call-routing", ["/2", "123456", "yes"], false);
  expect([outcome, transfers]).toEqual(["voicemail", ["sip:vip@pbx.example.com"]]);
});
