// A flow built by operations: the front desk of the examples from nothing, as the canvas and the forms would do it.

import { expect, test } from "bun:test";
import type { FlowDocument } from "../../../../src/flow/author/edit/edited-document.ts";
import {
  type EditHistory,
  newHistory,
  withStep,
  redone,
  undone,
} from "../../../../src/flow/author/edit/undo-history.ts";
import { edit, type Operation } from "../../../../src/flow/author/edit/operation.ts";
import { problemsOf } from "../../../../src/flow/language/find-problems.ts";
import { editsFor } from "../../../../src/flow/language/source/splice.ts";
import { momentOf } from "./flows.ts";

const set = (pointer: string, value: unknown): Operation => ({ op: "set", pointer, value });
const add = (pointer: string, value: unknown): Operation => ({ op: "insert", pointer, index: 99, value });
const way = (node: string, port: string, to: string): Operation => ({ op: "connect", node, port, to });

const desk: readonly Operation[] = [
  { op: "add-node", kind: "say", id: "welcome", at: [0, 0] },
  set("/id", "call-routing"),
  set("/name", "Front desk"),
  set("/description", "Routes a call by voice or keys, and takes a message if a department does not answer."),
  set("/timezone", "Europe/London"),
  set("/nodes/welcome/say", "Welcome to Example Corp."),
];

const variables: readonly Operation[] = [
  set("/variables/dept", { type: "choice", output: true, options: [] }),
  add("/variables/dept/options", { id: "sales", dtmf: "1", synonyms: ["buy", "purchase", "new order"] }),
  add("/variables/dept/options/0/synonyms", "pricing"),
  add("/variables/dept/options", { id: "billing", dtmf: "3" }),
  set("/variables/dept/options/1/synonyms", ["invoice", "payment", "bill"]),
  add("/variables/dept/options", { id: "help", dtmf: "2" }),
  set("/variables/dept/options/2/synonyms", ["problem", "help with", "broken", "technical support"]),
  { op: "move-item", pointer: "/variables/dept/options/2/synonyms", from: 0, to: 1 },
  { op: "move-item", pointer: "/variables/dept/options", from: 2, to: 1 },
  set("/variables/number", { type: "digits", length: 6, confirm: "explicit" }),
  set("/variables/number/ask", "Please key in or say your six digit account number."),
  set("/variables/message", { type: "audio" }),
  set("/variables/plan", { type: "text" }),
  set("/variables/open", { type: "boolean" }),
];

const asking: readonly Operation[] = [
  set("/nodes/welcome/set", { open: "hour() >= 9 and hour() < 17" }),
  { op: "add-node", kind: "menu", id: "main", at: [0, 200], from: { node: "welcome", port: "next" } },
  // The builder asked for an invented choice, because nothing else had a question.
  set("/nodes/main/menu", "dept"),
  set("/variables/choice", undefined),
  set("/nodes/main/say", "For sales say sales or press one, for support press two, for billing press three."),
  add("/nodes/main/no_match", "Sorry, was that sales, support or billing?"),
  add("/nodes/main/no_match", "Press one for sales, two for support, three for billing."),
  add("/nodes/main/no_input", "I did not hear anything. Which department do you need?"),
  { op: "add-node", kind: "branch", id: "hours_check", from: { node: "main", port: "option:sales" } },
  set("/nodes/hours_check/next/0/if", "open"),
  { op: "add-node", kind: "ask", id: "number", at: [300, 400], from: { node: "main", port: "option:help" } },
  set("/nodes/number/listen/end_silence", "1200ms"),
  set("/nodes/number/listen/dtmf", { finish: "#", inter_digit: "3s" }),
  way("main", "option:billing", "number"),
  { op: "rename-key", pointer: "/variables/dept/options/1", to: "support" },
  { op: "rename-key", pointer: "/variables/number", to: "account" },
];

const looking: readonly Operation[] = [
  set("/tools/lookup", {
    params: { account: "text" },
    http: "GET https://crm.example.com/accounts/{{ account }}",
  }),
  set("/tools/lookup/timeout", "3s"),
  { op: "add-node", kind: "tool", id: "find", from: { node: "number", port: "next" } },
  set("/nodes/find/save", { plan: "result.plan" }),
  { op: "add-node", kind: "transfer", id: "vip", from: { node: "find", port: "next" } },
  set("/nodes/vip/transfer", "sip:vip@pbx.example.com"),
  set("/nodes/vip/say", "Thank you. You have a dedicated line."),
  { op: "insert", pointer: "/nodes/find/next", index: 0, value: { if: 'plan == "enterprise"' } },
  way("find", "next:0", "vip"),
  way("find", "next:1", "hours_check"),
  way("find", "error", "hours_check"),
  { op: "rename-node", id: "vip", to: "priority" },
];

const leaving: readonly Operation[] = [
  { op: "add-node", kind: "transfer", id: "connect", from: { node: "hours_check", port: "next:0" } },
  set("/nodes/connect/say", "Connecting you to {{ dept }}."),
  set("/nodes/connect/transfer", "sip:{{ dept }}@pbx.example.com"),
  { op: "add-node", kind: "branch", id: "operator" },
  set("/nodes/operator/next/0/if", "open"),
  { op: "add-node", kind: "transfer", id: "reception", from: { node: "operator", port: "next:0" } },
  set("/nodes/reception/say", "One moment please."),
  set("/nodes/reception/transfer", "sip:reception@pbx.example.com"),
  { op: "add-node", kind: "record", id: "voicemail" },
  set("/nodes/voicemail/say", "Please leave a message after the tone."),
  set("/nodes/voicemail/barge_in", false),
  set("/nodes/voicemail/max", "90s"),
  set("/nodes/voicemail/end_silence", "3s"),
  ...["priority", "connect", "reception"].map((node) => way(node, "failed", "voicemail")),
  ...["hours_check", "operator"].map((node) => way(node, "next", "voicemail")),
  { op: "add-node", kind: "end", id: "bye", from: { node: "voicemail", port: "next" } },
  set("/nodes/bye/say", "Thank you. We will call you back. Goodbye."),
  set("/nodes/bye/end", "voicemail"),
  set("/defaults/max_attempts", 3),
  way("*", "give_up", "operator"),
  // This node came with the first one, so that something ended the call.
  { op: "remove-nodes", ids: ["end"] },
  set("/defaults/listen/no_input", "6s"),
  set("/handlers/operator", { dtmf: "0" }),
  way("*", "handler:operator", "operator"),
  set("/handlers/repeat/dtmf", "*"),
  set("/handlers/help/say", "You can say sales, support or billing, or press zero for a person."),
];

const example = await Bun.file("public/flows/call-routing.flow.yaml").text();
const { tests } = Bun.YAML.parse(example) as { tests: readonly { readonly script: readonly unknown[] }[] };
/** Operations of "make a test of this" and its form. */
const testing: readonly Operation[] = tests.flatMap(({ script, ...test }, i) => [
  add("/tests", { ...test, script: script.slice(0, 1) }),
  ...script.slice(1).map((step) => add(`/tests/${i}/script`, step)),
]);

const operations = [...desk, ...variables, ...asking, ...looking, ...leaving, ...testing];

test("edit: the front desk is built by operations alone, undone to nothing, and redone", () => {
  const nothing: FlowDocument = { text: "", layout: {} };
  let history: EditHistory = newHistory(nothing);
  for (const [i, operation] of operations.entries()) {
    const done = edit(history.present, operation);
    if ("refused" in done) throw new Error(`${JSON.stringify(operation)}: ${done.refused}`);
    expect(done.rewritten).toBeUndefined();
    history = withStep(history, done.document, { label: operation.op, atMs: i });
  }
  const built = history.present;
  expect(editsFor(example, momentOf(built).data)).toEqual([]);
  expect(problemsOf(built.text)).toEqual([]);
  const longest = Math.max(...built.text.split("\n").map((line) => line.length));
  expect(longest).toBeLessThanOrEqual(100);
  expect(Object.keys(built.layout)).toEqual(["welcome", "main", "number"]);
  expect(history.past.length).toBe(operations.length);
  while (history.past.length > 0) history = undone(history);
  expect(history.present).toBe(nothing);
  while (history.future.length > 0) history = redone(history);
  expect(history.present).toBe(built);
});
