// What a person sees of a conversation with the flow: its lines, where it stands, the variables and the trace; and why
// one can not begin.

import { expect, test } from "bun:test";
import { readingOf } from "../../../../public/flow-editor/state/parsed-text.ts";
import { contextFor, withExamples } from "../../../../public/flow-editor/try/setup-values.ts";
import { linesOf } from "../../../../public/flow-editor/try/conversation-lines.ts";
import { added, type Happened, type Moment } from "../../../../public/flow-editor/try/conversation-event.ts";
import { askedBy, firstSetup, staged } from "../../../../public/flow-editor/try/conversation-setup.ts";
import { canDo, nodeNow } from "../../../../public/flow-editor/try/current-node.ts";
import { noTalk, type TalkEvent, talkStep } from "../../../../public/flow-editor/try/conversation-state.ts";
import { traceOf, variablesOf } from "../../../../public/flow-editor/try/trace-lines.ts";
import { transferAnswerMs } from "../../../../public/voice/transfer.ts";
import type { CallEvent } from "../../../../public/voice/client-event.ts";
import type { ServerMessage } from "../../../../public/voice/messages.ts";
import { Tried } from "./talk.ts";

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

const log = (...moments: readonly Happened[]): readonly Moment[] =>
  moments.reduce<readonly Moment[]>((all, each) => added(all, each, all.length), []);

test("try: variables, trace and standing follow the conversation", async () => {
  const tried = new Tried(flow);
  const values = (): object =>
    Object.fromEntries(variablesOf(tried.program, tried.log).map(({ name, value }) => [name, value]));
  expect(values()).toEqual({ guests: "empty", code: "empty", who: "Ada", free: "empty" });
  tried.talk.say("four");
  expect(nodeNow(tried.program, tried.log)).toBe("secret");
  tried.talk.press("1234");
  await tried.rest();
  expect(values()).toEqual({ guests: "4", code: "•••", who: "Ada", free: "true" });
  expect(canDo(tried.program, tried.log)).toEqual({ do: "wait", event: "desk.ready" });
  tried.talk.post("desk.ready", { at: 3 });
  expect(canDo(tried.program, tried.log)).toEqual({ do: "transfer", address: "tel:+33140000000" });
  tried.talk.transferred(true);
  await tried.rest();
  expect(nodeNow(tried.program, tried.log)).toBeUndefined();
  const trace = traceOf(tried.program, tried.log);
  expect(trace.map(({ text }) => text)).toEqual([
    "ask",
    "“four”",
    "understood: answer",
    "guests = 4",
    "secret by next:0",
    "keys 1234",
    "code = •••",
    "look by next:0",
    'tool look is called with {"n":4}',
    'tool look answers {"free":true}',
    "free = true",
    "hold by next:0",
    'the event desk.ready comes {"at":3}',
    "desk by next:0",
    "to be put through to tel:+33140000000",
    "somebody answered",
    "ended: transferred",
  ]);
  expect(trace[0]).toEqual({ atMs: 0, kind: "node", text: "ask", node: "ask" });
});

test("try: where an example service answers it is asked, unless something else is given", async () => {
  const text = await Bun.file("public/flows/order-status.flow.yaml").text();
  const { examples, mocked } = askedBy(readingOf(text).document);
  expect([examples, mocked]).toEqual([["find_order", "cancel_order"], {}]);
  const tried = new Tried(text);
  for (const keys of ["12340", "12345"]) {
    tried.talk.press(keys);
    await tried.rest();
  }
  const texts = traceOf(tried.program, tried.log).map(({ text: line }) => line);
  const note = "(an example service; nothing was sent)";
  expect(texts).toContain(`tool find_order fails: http_4xx ${note}`);
  expect(texts).toContain(`tool find_order answers {"state":"packed","day":"2026-11-22"} ${note}`);
  expect(tried.test?.test.mocks).toEqual({
    find_order: [{ status: 404 }, { state: "packed", day: "2026-11-22" }],
  });
  const given = new Tried(text, { mocks: { find_order: '{"state": "sent"}' } });
  given.talk.press("12345");
  await given.rest();
  expect(linesOf(given.log).at(-1)?.text).toContain("is sent");
});

test("try: who says nothing of a transfer is put through after a while", async () => {
  const text = await Bun.file("public/flows/table-booking.flow.yaml").text();
  const tried = new Tried(text);
  tried.talk.say("let me speak to a person");
  await tried.rest(transferAnswerMs - 1);
  expect(canDo(tried.program, tried.log)).toMatchObject({ do: "transfer" });
  await tried.rest(1);
  expect(linesOf(tried.log).map(({ text: line }) => line)).toContain("Somebody answers there");
  expect(linesOf(tried.log).at(-1)?.text).toBe("The conversation is over: transferred");
});

test("try: what is brought along and what answers for tools comes from the setup, or from the first test", async () => {
  expect(askedBy(readingOf(flow).document)).toEqual({
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
  const tried = new Tried(flow, { context: { who: "Bob" }, mocks: { look: "" } });
  for (const words of ["four", "one two three four"]) tried.talk.say(words);
  await tried.rest();
  const texts = traceOf(tried.program, tried.log).map(({ text }) => text);
  expect(texts).toContain("tool look fails: network");
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

test("try: why it can not begin is said", () => {
  const broken = staged(flow.replace("start: ask", "start: nowhere"), firstSetup, 0);
  expect("problems" in broken && broken.problems.some(({ severity }) => severity === "error")).toBe(true);
  const noJson = staged(flow, { ...firstSetup, mocks: { look: "{free" } }, 0);
  expect("wrong" in noJson && noJson.wrong).toContain("The answer of look is no JSON");
  const noMock = staged(flow, { ...firstSetup, mocks: { look: '{"error": "tired"}' } }, 0);
  expect("wrong" in noMock && noMock.wrong).toContain("In mocks look error: this should be one of timeout");
});

test("try: what is brought along fits, or is asked for in words; a call takes it as the examples of its text", () => {
  const { program } = new Tried(flow);
  const brought = { who: " Bob ", gone: "x", guests: "4" };
  expect(contextFor(program, brought, 0)).toEqual({ values: { guests: 4, who: "Bob" } });
  const typed = new Tried(
    flow.replace("who: {type: text,", "who: {type: digits, length: 3,").replace("Ada", '"123"'),
  );
  expect(contextFor(typed.program, { who: "456" }, 0)).toEqual({ values: { who: "456" } });
  expect(contextFor(typed.program, { who: "4567" }, 0)).toEqual({
    wrong: "What the caller brings along as who must be text of 3 digits.",
  });
  const text = withExamples(flow, { who: "Bob" }) ?? "";
  expect(text).toBe(flow.replace("example: Ada", "example: Bob"));
  expect(withExamples(flow, {})).toBe(flow);
  const asked = withExamples(flow, { guests: 4 }) ?? "";
  expect(asked).toContain("guests: {type: number, integer: true, ask: How many?, input: true, example: 4}");
});

test("try: a variable that is asked for can be filled before; what is out of its range can not", () => {
  const ranged = flow.replace("integer: true", "integer: true, min: 1, max: 12");
  const tried = new Tried(ranged, { context: { guests: "4" } });
  expect(nodeNow(tried.program, tried.log)).toBe("secret");
  expect(tried.test?.test).toMatchObject({ context: { guests: 4 } });
  const many = staged(ranged, { ...firstSetup, context: { guests: "13" } }, 0);
  expect(many).toEqual({ wrong: "What the caller brings along as guests must be at most 12." });
  const words = staged(ranged, { ...firstSetup, context: { guests: "many" } }, 0);
  expect(words).toEqual({ wrong: "What the caller brings along as guests must be a whole number." });
});

test("try: lines join what belongs together, and end where the caller cut in", () => {
  const lines = linesOf(
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
    "outside: The conversation is over: done",
  ]);
});

const message = (type: string, data: object): CallEvent => ({
  type: "message",
  message: { label: "rtvi-ai", type, data } as unknown as ServerMessage,
});
const own = (type: string, data: object): CallEvent => message("server-message", { type, ...data });

test("try: a call tells the same story, and one that was hung up has an end", () => {
  const { program } = new Tried(flow);
  const begun = { way: "called", text: flow, program, startedAtMs: 0, given: { context: {} } } as const;
  const events: readonly CallEvent[] = [
    { type: "connecting", microphone: false },
    { type: "opened" },
    message("bot-llm-started", {}),
    own("flow_state", { flow_id: "tried", state: "ask", previous: null, t_ms: 1 }),
    message("bot-output", { segment_id: 1, text: "How many?", spoken_status: "new" }),
    message("bot-output", { segment_id: 1, text: "How many?", spoken_status: "completed" }),
    message("user-transcription", { text: "for", final: false }),
    message("user-transcription", { text: "four", final: true }),
    message("user-llm-text", { text: "four" }),
    own("flow_variable", { flow_id: "tried", key: "guests", value: 4 }),
    own("flow_state", { flow_id: "tried", state: "secret", previous: "ask", t_ms: 2 }),
    own("transfer", { address: "tel:+33140000000" }),
    { type: "transferred", ok: false },
    { type: "over", end: { type: "left" } },
  ];
  const state = [
    { type: "starting" } as const,
    { type: "began", begun } as const,
    ...events.map((event): TalkEvent => ({ type: "call", event, atMs: 0 })),
  ].reduce(talkStep, noTalk);
  expect(state.phase).toBe("over");
  expect(linesOf(state.log).map(({ text }) => text)).toEqual([
    "How many?",
    "four",
    "To be put through to tel:+33140000000",
    "Nobody answers there",
    "(hangs up)",
    "The conversation is over: hung_up",
  ]);
  expect(variablesOf(program, state.log).map(({ value }) => value)).toEqual(["4", "empty", "empty", "empty"]);
});

test("try: a call that never was leaves the page as it was before, with the reason", () => {
  const obstacle = { title: "No", text: "Because.", ways: ["again"] } as const;
  const end = { type: "refused", refusal: { code: "calls/limit", detail: "Full." } } as const;
  const state = [
    { type: "setup", change: { way: "called" } } as const,
    { type: "starting" } as const,
    { type: "call", event: { type: "over", end }, atMs: 0, obstacle } as const,
  ].reduce<typeof noTalk>(talkStep, noTalk);
  expect(state).toMatchObject({ phase: "idle", setup: { way: "called" }, obstacle });
});
