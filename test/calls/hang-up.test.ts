// Callers who hang up, over real sockets: events reach their receiver, the end of the flow is not lost, and started
// work finishes and is recorded.

import { expect, test } from "bun:test";
import type { Program } from "../../src/flow/language/program.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { programOf } from "../support/fakes/flow-talk.ts";
import { HookReceiver } from "../support/servers/hook-receiver.ts";
import { noOutside } from "../support/servers/outside.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { type TestServer, serveTest } from "../support/servers/served.ts";
import { booking, small, tooled } from "../support/small-flows.ts";
import { account, SessionBench } from "../support/fakes/session-bench.ts";
import { connect, type WsClient } from "../support/callers/ws-client.ts";

const text = (content: string): object => ({
  label: "rtvi-ai",
  type: "send-text",
  id: content,
  data: { content, options: { run_immediately: true, audio_response: true } },
});
const hangUp = { label: "rtvi-ai", type: "disconnect-bot", id: "bye", data: {} };

function serveCalls(allowed: string): Promise<TestServer> {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  return serveTest({ OUTBOUND_ALLOW: allowed }, { speech });
}

interface Begun {
  readonly sessionId: string;
  readonly client: WsClient;
}

async function begin(served: TestServer, { service }: Person, flow: string): Promise<Begun> {
  const upload = json("POST", { name: "Flow", yaml_content: flow }, service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", upload), 201);
  const { session_id: sessionId, session_token: token } = await answer<Record<string, string>>(
    served.ask("/v1/sessions", json("POST", { flow_id: id }, service)),
  );
  return { sessionId: sessionId ?? "", client: await connect(`${served.url()}/v1/ws/${token}`) };
}

interface Read {
  readonly status: string;
  readonly outcome: string | null;
  readonly end_reason: string | null;
  readonly cost_usd_cents: number;
  readonly transcript: readonly { readonly role: string; readonly text: string }[];
  readonly tools: readonly object[];
}

const read = (served: TestServer, { service }: Person, id: string): Promise<Read> =>
  answer<Read>(served.ask(`/v1/sessions/${id}`, { headers: service }));

const asks = (question: string) => (message: { readonly data?: Readonly<Record<string, unknown>> }) =>
  JSON.stringify(message.data ?? {}).includes(question);

test.each([
  ["in the same moment", false],
  ["when the answer is on its way", true],
] as const)(
  "hang-up: %s as the answer, the flow's event reaches its receiver before the end",
  async (_, waits) => {
    using receiver = new HookReceiver();
    await using served = await serveCalls(receiver.origin);
    const person = await signUpAt(served);
    const hook = { url: receiver.url, events: ["plan.booked", "session.ended"] };
    const made = await answer<{ secret: string }>(
      served.ask("/v1/hooks", json("POST", hook, person.login)),
      201,
    );
    receiver.secret = made.secret;
    const { client } = await begin(served, person, booking);
    await client.ready();
    await client.message(asks("Which code"));
    client.send(text("one two"));
    if (waits) await client.message(asks("Anything else"));
    client.send(hangUp);
    await client.closed;
    await receiver.until(({ taken }) => taken.some(({ type }) => type === "session.ended"));
    expect(receiver.taken.map(({ type, data }) => [type, data["outcome"] ?? data["payload"]])).toEqual([
      ["plan.booked", "12"],
      ["session.ended", "hung_up"],
    ]);
    expect(receiver.complaints).toEqual([]);
  },
);

test.each(["before", "after"])(
  "hang-up: two texts at once, sent %s the client is ready, lead to the goodbye, and the session is completed",
  async (when) => {
    await using served = await serveCalls("");
    const person = await signUpAt(served);
    const { client, sessionId } = await begin(served, person, small);
    if (when === "after") await client.ready();
    client.send(text("one two"));
    client.send(text("thanks"));
    if (when === "before") await client.ready();
    expect((await client.closed).code).toBe(1_000);
    const session = await read(served, person, sessionId);
    expect(session).toMatchObject({ status: "ended", outcome: "done", end_reason: "completed" });
    expect(session.transcript).toContainEqual(expect.objectContaining({ role: "agent", text: "Goodbye." }));
  },
);

test("hang-up: a booking continues after the session's end, which later shows its outcome", async () => {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let aborted = false;
  using tools = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(asked) {
      asked.signal.addEventListener("abort", () => (aborted = true));
      begun.resolve();
      await released.promise;
      return Response.json({ booked: true });
    },
  });
  await using served = await serveCalls(`127.0.0.1:${tools.port}`);
  const person = await signUpAt(served);
  const { client, sessionId } = await begin(
    served,
    person,
    tooled(`POST http://127.0.0.1:${tools.port}/bookings`),
  );
  await client.ready();
  await client.message(asks("Which code"));
  client.send(text("one two"));
  await begun.promise;
  client.send(hangUp);
  await client.closed;
  const ended = await read(served, person, sessionId);
  expect(ended).toMatchObject({ status: "ended", outcome: "hung_up", end_reason: "caller", tools: [] });
  released.resolve();
  let later = ended;
  while (later.tools.length === 0) later = await read(served, person, sessionId);
  expect(aborted).toBe(false);
  expect(later.tools).toEqual([
    { name: "book", ok: true, at_secs: expect.any(Number), seconds: expect.any(Number) },
  ]);
  expect({ ...later, tools: ended.tools }).toEqual(ended);
});

/** Calls of one flow whose model writes for as long as the server lets it. */
async function writing() {
  const program: Program = programOf(`voice_flow: 1
id: write
language: en
start: put
tools:
  put:
    http: PUT https://crm.example.com/
nodes:
  put: {tool: put, next: bye, on_error: bye}
  bye: {say: Goodbye., end: done}
`);
  let signal: AbortSignal | undefined;
  const bench = await SessionBench.open({
    placesMax: 1,
    programs: new Map([["write", program]]),
    outside: {
      ...noOutside,
      toolsOf: () => (_, given) => {
        signal = given;
        return new Promise(() => undefined);
      },
    },
  });
  return { bench, isAborted: () => signal?.aborted };
}

test("hang-up: remaining work takes no place, and a stopping server waits for it until its deadline", async () => {
  const { bench, isAborted } = await writing();
  const { sessions, calls, clock } = bench;
  await bench.settled();
  const line = bench.line();
  await (await sessions.arrive({ mode: "flow", programId: "write" })).open(line);
  line.call?.ready();
  await clock.advance(100);
  line.call?.gone("caller");
  expect([sessions.size, calls.size, isAborted()]).toEqual([0, 1, false]);
  let isDrained = false;
  void sessions.drain(5_000).then(() => (isDrained = true));
  await clock.advance(4_999);
  expect([isDrained, isAborted()]).toEqual([false, false]);
  await clock.advance(1);
  expect([isDrained, isAborted(), calls.size]).toEqual([true, true, 0]);
  await bench.stop();
  expect(clock.pending).toBe(0);
});

test.each(["tell", "play", "close"])(
  "hang-up: a line with a bug in %s leaves a settled session",
  async (name) => {
    await using bench = await SessionBench.open();
    const { token } = await bench.start();
    const line = await bench.join(token);
    Object.assign(line, {
      [name]: () => {
        throw new Error("a bug of ours");
      },
    });
    await bench.clock.advance(5_000);
    line.call?.gone("caller");
    await bench.settled();
    expect((await bench.rows())[0]).toMatchObject({ accountId: account, status: "ended" });
    expect([(await bench.proof()).heldMicros, (await bench.proof()).faults, bench.calls.size]).toEqual([
      0,
      [],
      0,
    ]);
  },
);
