// Tried conversation: transcript, current node, variables, trace, and the reasons why one cannot begin.

import { expect, test } from "bun:test";
import { parsedTextOf } from "../../../../public/flow-editor/state/parsed-text.ts";
import { contextFor, withExamples } from "../../../../public/flow-editor/try/setup-values.ts";
import { transcriptLinesOf } from "../../../../public/flow-editor/try/conversation-lines.ts";
import {
  appendEvent,
  type ConversationEventData,
  type ConversationEvent,
} from "../../../../public/flow-editor/try/conversation-event.ts";
import {
  setupFieldsOf,
  defaultSetup,
  prepareConversation,
} from "../../../../public/flow-editor/try/conversation-setup.ts";
import { callerActionAt, currentNodeOf } from "../../../../public/flow-editor/try/current-node.ts";
import {
  noConversation,
  type ConversationAction,
  conversationStep,
} from "../../../../public/flow-editor/try/conversation-state.ts";
import { clockFrom } from "../../../../public/flow-editor/try/typed-conversation.ts";
import { traceOf, variablesOf } from "../../../../public/flow-editor/try/trace-lines.ts";
import { transferAnswerMs } from "../../../../public/voice/transfer.ts";
import type { CallEvent } from "../../../../public/voice/client-event.ts";
import type { ServerMessage } from "../../../../public/voice/messages.ts";
import { TypedDriver } from "./talk.ts";

const flow = `voice_flow: 1
id: tried
name: Tried
language: en
start: ask
variables:
  guests: {type: number, integer: true, ask: How many?}
  code: {type: digits, length: 4, sensitive: true, ask: Your code?}
  who: {type: text, input: true, required: true, example: Ada}
  free: {type: boolean}
tools:
  look: {params: {n: number}, http: "GET https://a.example/p"}
nodes:
  ask: {ask: guests, next: secret, give_up: bye}
  secret: {ask: code, next: look, give_up: bye}
  look: {tool: look, with: {n: guests}, save: {free: result.free}, on_error: hold, next: hold}
  hold: {wait: {event: desk.ready}, timeout: 1m, on_timeout: bye, next: desk}
  desk: {transfer: "tel:+33140000000", on_failed: bye}
  bye: {say: Goodbye., end: done}
tests:
  - name: first
    mocks: {look: [{free: true}, {error: timeout}]}
    script: [{hangup: true}]
`;

const log = (...moments: readonly ConversationEventData[]): readonly ConversationEvent[] =>
  moments.reduce<readonly ConversationEvent[]>((all, each) => appendEvent(all, each, all.length), []);

test("try: variables, trace and current node follow the conversation", async () => {
  const tried = new TypedDriver(flow);
  const values = (): object =>
    Object.fromEntries(variablesOf(tried.program, tried.log).map(({ name, value }) => [name, value]));
  expect(values()).toEqual({ guests: "empty", code: "empty", who: "Ada", free: "empty" });
  tried.conversation.say("four");
  expect(currentNodeOf(tried.program, tried.log)).toBe("secret");
  tried.conversation.press("1234");
  await tried.settle();
  expect(values()).toEqual({ guests: "4", code: "•••", who: "Ada", free: "true" });
  expect(callerActionAt(tried.program, tried.log)).toEqual({ do: "wait", event: "desk.ready" });
  tried.conversation.post("desk.ready", { at: 3 });
  expect(callerActionAt(tried.program, tried.log)).toEqual({ do: "transfer", address: "tel:+33140000000" });
  tried.conversation.transferred(true);
  await tried.settle();
  expect(currentNodeOf(tried.program, tried.log)).toBeUndefined();
  const trace = traceOf(tried.program, tried.log);
  expect(trace.map(({ text }) => text)).toEqual([
    "ask",
    "“four”",
    "understood: answer",
    "read by: guests: {n}",
    "guests = 4",
    "secret by next:0",
    "keys 1234",
    "code = •••",
    "look by next:0",
    'tool look is called with {"n":4}',
    'tool look answers {"free":true}',
    "free = true",
    "hold by next:0",
    'receives the event desk.ready {"at":3}',
    "desk by next:0",
    "transfer to tel:+33140000000",
    "answered",
    "ended: transferred",
  ]);
  expect(trace[0]).toEqual({ atMs: 0, kind: "node", text: "ask", node: "ask" });
});

test("try: an example service answers, unless an answer is given", async () => {
  const text = await Bun.file("public/flows/order-status.flow.yaml").text();
  const { examples, mocked } = setupFieldsOf(parsedTextOf(text).document);
  expect([examples, mocked]).toEqual([["find_order", "cancel_order"], {}]);
  const tried = new TypedDriver(text);
  for (const keys of ["12340", "12345"]) {
    tried.conversation.press(keys);
    await tried.settle();
  }
  const texts = traceOf(tried.program, tried.log).map(({ text: line }) => line);
  const note = "(example service, no request sent)";
  expect(texts).toContain(`tool find_order fails: http_4xx ${note}`);
  expect(texts).toContain(`tool find_order answers {"state":"packed","day":"2026-11-22"} ${note}`);
  expect(tried.test?.test.mocks).toEqual({
    find_order: [{ status: 404 }, { state: "packed", day: "2026-11-22" }],
  });
  const given = new TypedDriver(text, { mocks: { find_order: '{"state": "sent"}' } });
  given.conversation.press("12345");
  await given.settle();
  expect(transcriptLinesOf(given.log).at(-1)?.text).toContain("is sent");
});

test("try: a transfer without a report counts as answered after a while", async () => {
  const text = await Bun.file("public/flows/table-booking.flow.yaml").text();
  const tried = new TypedDriver(text);
  tried.conversation.say("let me speak to a person");
  await tried.settle(transferAnswerMs - 1);
  expect(callerActionAt(tried.program, tried.log)).toMatchObject({ do: "transfer" });
  await tried.settle(1);
  expect(transcriptLinesOf(tried.log).map(({ text: line }) => line)).toContain("The transfer was answered");
  expect(transcriptLinesOf(tried.log).at(-1)?.text).toBe("The conversation ended: transferred");
});

test("try: inputs and mocks come from the setup, or from the first test", async () => {
  expect(setupFieldsOf(parsedTextOf(flow).document)).toEqual({
    inputs: [{ name: "who", type: "text", required: true }],
    others: [
      { name: "guests", type: "number", required: false },
      { name: "code", type: "digits", required: false },
      { name: "free", type: "boolean", required: false },
    ],
    outside: ["look"],
    examples: [],
    converses: false,
    mocked: { look: '[{"free":true},{"error":"timeout"}]' },
  });
  const optional = flow.replace("required: true", "required: false");
  expect(setupFieldsOf(parsedTextOf(optional).document).inputs).toEqual([
    { name: "who", type: "text", required: false },
  ]);
  const tried = new TypedDriver(flow, { context: { who: "Bob" }, mocks: { look: "" } });
  for (const words of ["four", "one two three four"]) tried.conversation.say(words);
  await tried.settle();
  const texts = traceOf(tried.program, tried.log).map(({ text }) => text);
  expect(texts).toContain("tool look fails: no simulated answer");
  expect(tried.test?.test).toMatchObject({
    context: { who: "Bob" },
    mocks: { look: { error: "network" } },
    script: [
      { says: "How many" },
      { user: "four" },
      { says: "Your code" },
      { user: expect.any(String) },
      expect.anything(),
      { at: "hold" },
    ],
  });
  expect(tried.test?.notes.join()).toContain("sensitive");
});

test("try: a failing start gives the reason", () => {
  const broken = prepareConversation(flow.replace("start: ask", "start: nowhere"), defaultSetup, {
    nowMs: 0,
  });
  expect("problems" in broken && broken.problems.some(({ severity }) => severity === "error")).toBe(true);
  const noJson = prepareConversation(flow, { ...defaultSetup, mocks: { look: "{free" } }, { nowMs: 0 });
  expect("wrong" in noJson && noJson.wrong).toContain("The answer of look is not JSON");
  const noMock = prepareConversation(
    flow,
    { ...defaultSetup, mocks: { look: '{"error": "tired"}' } },
    { nowMs: 0 },
  );
  expect("wrong" in noMock && noMock.wrong).toContain("In mocks look error: this should be one of timeout");
});

test("try: inputs are parsed or refused in words, and a call takes them as examples of its text", () => {
  const { program } = new TypedDriver(flow);
  const brought = { who: " Bob ", gone: "x", guests: "4" };
  expect(contextFor(program, brought, 0)).toEqual({ values: { guests: 4, who: "Bob" } });
  const typed = new TypedDriver(
    flow.replace("who: {type: text,", "who: {type: digits, length: 3,").replace("Ada", '"123"'),
  );
  expect(contextFor(typed.program, { who: "456" }, 0)).toEqual({ values: { who: "456" } });
  expect(contextFor(typed.program, { who: "4567" }, 0)).toEqual({
    wrong: "The context who must be text of 3 digits.",
  });
  const text = withExamples(flow, { who: "Bob" }) ?? "";
  expect(text).toBe(flow.replace("example: Ada", "example: Bob"));
  expect(withExamples(flow, {})).toBe(flow);
  const asked = withExamples(flow, { guests: 4 }) ?? "";
  expect(asked).toContain("guests: {type: number, integer: true, ask: How many?, input: true, example: 4}");
});

test("try: an input can fill an asked variable, but only within its range", () => {
  const ranged = flow.replace("integer: true", "integer: true, min: 1, max: 12");
  const tried = new TypedDriver(ranged, { context: { guests: "4" } });
  expect(currentNodeOf(tried.program, tried.log)).toBe("secret");
  expect(tried.test?.test).toMatchObject({ context: { guests: 4 } });
  const many = prepareConversation(ranged, { ...defaultSetup, context: { guests: "13" } }, { nowMs: 0 });
  expect(many).toEqual({ wrong: "The context guests must be at most 12." });
  const words = prepareConversation(ranged, { ...defaultSetup, context: { guests: "many" } }, { nowMs: 0 });
  expect(words).toEqual({ wrong: "The context guests must be a whole number." });
});

test("try: transcript lines join consecutive sentences, and end where the caller interrupted", () => {
  const lines = transcriptLinesOf(
    log(
      { what: "sentence", segment: 1, text: "Hello." },
      { what: "sentence", segment: 2, text: "For sales press one." },
      { what: "sentence", segment: 3, text: "For support press two." },
      { what: "cut", segment: 2, heard: "For sales" },
      { what: "keys", keys: "1" },
      { what: "keys", keys: "2" },
      { what: "words", text: "", how: "said", understood: false },
      { what: "recorded", seconds: 0 },
      { what: "outcome", outcome: "done" },
    ),
  );
  expect(lines.map(({ who, text, isCut }) => `${who}: ${text}${isCut ? " …" : ""}`)).toEqual([
    "agent: Hello. For sales …",
    "caller: ⌨ 12",
    "caller: … (not understood)",
    "caller: (says nothing)",
    "outside: The conversation ended: done",
  ]);
});

const message = (type: string, data: object): CallEvent => ({
  type: "message",
  message: { label: "rtvi-ai", type, data } as unknown as ServerMessage,
});
const own = (type: string, data: object): CallEvent => message("server-message", { type, ...data });

test("try: a call gives the same events as typing, and hanging up ends it", () => {
  const { program } = new TypedDriver(flow);
  const begun = { mode: "called", text: flow, program, startedAtMs: 0, given: { context: {} } } as const;
  const events: readonly CallEvent[] = [
    { type: "connecting", microphone: false },
    { type: "opened" },
    message("bot-llm-started", {}),
    own("flow_state", { flow_id: "tried", state: "ask", previous: null, t_ms: 1 }),
    message("bot-output", { segment_id: 1, text: "How many?", spoken_status: "new" }),
    message("bot-output", { segment_id: 1, text: "How many?", spoken_status: "completed" }),
    message("bot-output", { text: "How many?", aggregated_by: "word" }),
    message("user-transcription", { text: "for", final: false }),
    message("user-transcription", { text: "four", final: true }),
    message("user-llm-text", { text: "four" }),
    own("flow_variable", { flow_id: "tried", key: "guests", value: 4 }),
    own("flow_state", { flow_id: "tried", state: "secret", previous: "ask", t_ms: 2 }),
    own("warning", { code: "provider/fallback", message: '"a" failed, so "b" continues', count: 1 }),
    own("warning", { code: "speech/unspeakable", message: "Words were left out", count: 1 }),
    own("transfer", { address: "tel:+33140000000" }),
    { type: "transferred", ok: false },
    { type: "over", end: { type: "left" } },
  ];
  const state = [
    { type: "starting" } as const,
    { type: "began", begun } as const,
    ...events.map((event): ConversationAction => ({ type: "call", event, atMs: 0 })),
  ].reduce(conversationStep, noConversation);
  expect(state.phase).toBe("over");
  expect(transcriptLinesOf(state.log).map(({ text }) => text)).toEqual([
    "How many?",
    "four",
    "Transfer to tel:+33140000000",
    "The transfer was not answered",
    "(hangs up)",
    "The conversation ended: hung_up",
  ]);
  expect(variablesOf(program, state.log).map(({ value }) => value)).toEqual(["4", "empty", "empty", "empty"]);
  const told = traceOf(program, state.log).filter(({ text }) => /failed|left out/.test(text));
  expect(told.map(({ text }) => text)).toEqual(['provider: "a" failed, so "b" continues']);
});

test("try: a refused call leaves the page idle, with the reason", () => {
  const obstacle = { title: "No", text: "Because.", remedies: ["again"] } as const;
  const end = { type: "refused", refusal: { code: "calls/limit", detail: "Full." } } as const;
  const state = [
    { type: "setup", change: { mode: "called" } } as const,
    { type: "starting" } as const,
    { type: "call", event: { type: "over", end }, atMs: 0, obstacle } as const,
  ].reduce<typeof noConversation>(conversationStep, noConversation);
  expect(state).toMatchObject({ phase: "idle", setup: { mode: "called" }, obstacle });
});

const visited = (node: string, flow = "tried"): ConversationEventData =>
  ({ what: "node", flow, node }) as ConversationEventData;

test("try: a call's trace describes a tool by its next node, and other nodes not at all", () => {
  const { program } = new TypedDriver(flow);
  const texts = (...nodes: readonly string[]): readonly string[] =>
    traceOf(program, log(...nodes.map((node) => visited(node)))).map(({ text }) => text);
  expect(texts("ask", "look")).toEqual(["ask", "look", "tool look is running"]);
  const inner = traceOf(program, log(visited("inside", "other"), visited("look"))).map(({ text }) => text);
  expect(inner).toEqual(["other/inside", "look", "tool look is running"]);
  // Both edges of this tool lead to one node, so its result is unknown.
  expect(texts("look", "hold")).toEqual(["look", "tool look was called", "hold"]);
  const { program: apart } = new TypedDriver(flow.replace("on_error: hold", "on_error: bye"));
  const ended = (next: string) => traceOf(apart, log(visited("look"), visited(next)))[1]?.text;
  expect([ended("hold"), ended("bye")]).toEqual(["tool look answered", "tool look failed"]);
});

test("try: the current node belongs to the flow itself, also while another flow is called", () => {
  const { program } = new TypedDriver(flow);
  expect(currentNodeOf(program, log(visited("ask"), visited("inside", "other")))).toBe("ask");
  expect(currentNodeOf(program, [])).toBeUndefined();
});

test("try: expectations name the lengths of digits only where digits are asked for", () => {
  const tried = new TypedDriver(flow);
  const kinds = () => (tried.conversation.expected ?? []).map(({ type }) => type);
  expect(kinds()).toEqual(["phrases"]);
  tried.conversation.say("three");
  expect(tried.conversation.expected?.find(({ type }) => type === "digits")).toEqual({
    type: "digits",
    lengths: [4],
  });
});

test("try: the clock of a conversation starts at the given time", () => {
  const clock = clockFrom(Date.UTC(2026, 10, 20));
  const ahead = clock.wall() - Date.UTC(2026, 10, 20) - clock.now();
  expect(Math.abs(ahead)).toBeLessThan(20);
});

test("try: a tool without an answer is reported, with the place for its answer", async () => {
  const untested = flow.slice(0, flow.indexOf("tests:"));
  const tried = new TypedDriver(untested);
  tried.conversation.say("four");
  tried.conversation.press("1234");
  await tried.settle();
  const outside = transcriptLinesOf(tried.log).filter(({ who }) => who === "outside");
  expect(outside.map(({ text }) => text)).toEqual([
    "The tool look failed, because it has no simulated answer. Add one under “Test setup”, or talk",
  ]);
  expect(traceOf(tried.program, tried.log).map(({ text }) => text)).toContain(
    "tool look fails: no simulated answer",
  );
});
