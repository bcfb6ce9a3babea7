// Call in an app, over a scripted voice client: forwarded messages, waiting ones, and the attempt over the other
// transport.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { ClientCall } from "../../../public/client/client-call.ts";
import type { CallError, ConnectOptions } from "../../../public/client/client-types.d.ts";
import type { CallEvent } from "../../../public/voice/client-event.ts";
import type { ServerMessage } from "../../../public/voice/messages.ts";
import type { CallOptions } from "../../../public/voice/voice-client.ts";

beforeAll(() => {
  // Refusals include the page's address.
  Object.assign(globalThis, { location: new URL("https://app.example/") });
});
afterAll(() => void Reflect.deleteProperty(globalThis, "location"));

const message = (type: string, data?: object): CallEvent => ({
  type: "message",
  message: { label: "rtvi-ai", type, ...(data && { data }) } as unknown as ServerMessage,
});
const heard = message("user-transcription", { text: "a table", final: true });
const refused = (code: string): CallEvent => ({
  type: "over",
  end: { type: "refused", refusal: { code, detail: "No way leads there" } },
});

const leftWay = {
  url: "https://voice.example/v1/ws/vst_1",
  ttlMs: 30_000,
  transport: "websocket",
  microphone: false,
  muted: true,
} as const;

/** Begins a call; returns the settings and commands of its voice clients, and the reports to its listeners. */
function begin(options: ConnectOptions = {}) {
  const opened: CallOptions[] = [];
  const told: unknown[] = [];
  const note = (what: string) => (given?: unknown) =>
    void told.push(given === undefined ? what : [what, given]);
  const call = new ClientCall({ url: "wss://voice.example/v1/ws/vst_1", ...options }, (voice) => {
    opened.push(voice);
    return {
      start: () => Promise.resolve(),
      levels: { caller: 0.25, agent: 0.5 },
      mute: note("mute"),
      say: note("say"),
      press: note("press"),
      interrupt: note("interrupt"),
      transferred: note("transferred"),
      hangUp: note("hang up"),
      leave: () => leftWay,
    };
  });
  const lines: number[] = [];
  const [messages, errors]: [string[], CallError[]] = [[], []];
  call.on("transcript", (all) => lines.push(all.length));
  call.on("message", ({ type }) => messages.push(type));
  call.on("error", (error) => errors.push(error));
  const happen = (...events: readonly CallEvent[]): void => {
    for (const event of events) opened.at(-1)?.onEvent(event);
  };
  return { call, opened, told, lines, messages, errors, happen };
}

/** Runs `work` as in a browser that has peer connections. */
function withPeers<T>(work: () => T): T {
  Object.assign(globalThis, { RTCPeerConnection: class {} });
  try {
    return work();
  } finally {
    Reflect.deleteProperty(globalThis, "RTCPeerConnection");
  }
}

test("client call: early input is sent in order when the call opens, and none after its end", () => {
  const { call, told, happen } = begin();
  call.sendText("hello");
  call.press("1");
  happen({ type: "connecting", microphone: true });
  expect(told).toEqual([["mute", false]]);
  happen({ type: "opened" });
  expect(told.slice(1)).toEqual([
    ["say", "hello"],
    ["press", "1"],
  ]);
  call.sendText("at once");
  call.mute(true);
  call.interrupt();
  call.transferred(true);
  call.hangUp();
  expect(told.slice(3)).toEqual([
    ["say", "at once"],
    ["mute", true],
    "interrupt",
    ["transferred", true],
    "hang up",
  ]);
  happen({ type: "over", end: { type: "left" } });
  call.sendText("too late");
  expect(told).toHaveLength(8);
  expect(call.levels).toEqual({ caller: 0.25, agent: 0.5 });
});

test("client call: listeners hear messages, and the transcript only when it changes", () => {
  const { call, lines, messages, errors, happen } = begin();
  const phases: string[] = [];
  const stop = call.on("state", ({ phase }) => phases.push(phase));
  happen(
    { type: "connecting", microphone: true },
    { type: "opened" },
    message("user-started-speaking"),
    heard,
  );
  expect([lines, messages, errors]).toEqual([[0, 1], ["user-started-speaking", "user-transcription"], []]);
  expect(call.transcript).toEqual([
    {
      id: expect.any(Number) as number,
      who: "caller",
      how: "said",
      text: "a table",
      understood: true,
      isCut: false,
    },
  ]);
  expect(phases).toEqual(["connecting", "connecting", "open", "open", "open"]);
  stop();
  happen({ type: "over", end: { type: "left" } });
  expect([phases.length, call.state.phase, call.state.endReason]).toEqual([5, "over", "left"]);
});

test("client call: the agent's words are shown as far as they were heard, with the position of a cut", () => {
  const output = (segment: number, text: string, spoken_status: string): CallEvent =>
    message("bot-output", { segment_id: segment, text, spoken_status });
  const { call, happen } = begin();
  happen(
    { type: "opened" },
    message("bot-llm-started"),
    output(1, "Hello.", "new"),
    output(2, "Bye.", "new"),
  );
  happen(message("bot-started-speaking"), output(1, "Hello.", "in-progress"));
  expect(call.transcript).toMatchObject([{ who: "agent", how: "said", isCut: false, understood: true }]);
  const cut = { type: "truncated", segment_id: 1, heard_text: "Hel" };
  happen(message("bot-interrupted"), message("bot-stopped-speaking"), message("server-message", cut));
  expect(call.transcript).toMatchObject([{ who: "agent", text: "Hel", isCut: true }]);
  happen(message("server-message", { ...cut, heard_text: "" }));
  expect(call.transcript).toEqual([]);
});

test("client call: a problem during the call is reported and ends nothing, and a fatal one is left to the end", () => {
  const { call, errors, happen } = begin();
  const problem = (data: object): CallEvent =>
    message("error", { error: "Slow down.", code: "slow", ...data });
  happen({ type: "opened" }, problem({ fatal: false }), problem({ fatal: true }), {
    type: "microphone-lost",
  });
  expect(errors).toEqual([
    { code: "slow", message: "Slow down.", isFatal: false },
    { code: "microphone/lost", message: expect.stringContaining("microphone") as string, isFatal: false },
  ]);
  expect([call.state.phase, call.getSnapshot().error]).toEqual(["open", errors[1]]);
});

test.each([
  ["auto", ["webrtc", "websocket"]],
  ["webrtc", ["webrtc"]],
  ["websocket", ["websocket"]],
] as const)("client call: the choice %s tries the transports %j when none works", (transport, ways) => {
  const { call, opened, told, happen } = withPeers(() => begin({ transport }));
  call.mute(true);
  happen(refused("no-path"));
  expect(opened.map((voice) => voice.transport)).toEqual([...ways]);
  const isOn = transport === "auto";
  expect(call.state.phase).toBe(isOn ? "connecting" : "over");
  expect(opened[0]?.connectMs).toBe(isOn ? 6_000 : undefined);
  // The second client is muted like the first one.
  if (isOn) expect(told.at(-1)).toEqual(["mute", true]);
  happen(refused("no-path"));
  expect([call.state.phase, opened.length]).toEqual(["over", ways.length]);
});

test("client call: blocked sound is reported by its own loudspeaker, not the next one", () => {
  const { call, happen } = withPeers(() => begin());
  const blocked: CallEvent = { type: "sound-blocked", isBlocked: true };
  happen(blocked);
  expect(call.state.soundBlocked).toBe(true);
  happen(refused("no-path"), { type: "connecting", microphone: false });
  expect([call.state.transport, call.state.soundBlocked]).toEqual(["websocket", false]);
  happen(blocked, refused("calls/limit"));
  expect([call.state.phase, call.state.soundBlocked]).toEqual(["over", false]);
});

test("client call: a refusing server is not asked over another transport, and an absent list of peers is empty", () => {
  const { call, opened, errors, happen } = withPeers(() => begin());
  happen(refused("calls/limit"));
  expect([opened.length, call.state.phase]).toEqual([1, "over"]);
  expect(errors).toMatchObject([{ code: "calls/limit", isFatal: true }]);
  expect(begin().opened[0]?.transport).toBe("websocket");
});

test.each([
  [undefined, true, undefined],
  [true, true, undefined],
  [false, false, undefined],
  [{ deviceId: "headset" }, true, "headset"],
] as const)("client call: it opens with the microphone %j", (microphone, has, deviceId) => {
  const { opened } = begin(microphone === undefined ? {} : { microphone });
  expect([opened[0]?.microphone, opened[0]?.deviceId]).toEqual([has, deviceId]);
  expect([opened[0]?.mode, opened[0]?.programId]).toEqual(["assistant", undefined]);
});

test("client call: the address of a session, and of a server with a flow and a token, is parsed", async () => {
  expect(await begin().opened[0]?.access()).toEqual({
    origin: "https://voice.example",
    token: undefined,
    session: "vst_1",
  });
  const { opened } = begin({ url: Promise.resolve("http://voice.example/x"), token: "jwt", flow: "flow_1" });
  expect([opened[0]?.mode, opened[0]?.programId]).toEqual(["flow", "flow_1"]);
  expect(await opened[0]?.access()).toEqual({
    origin: "http://voice.example",
    token: "jwt",
    session: undefined,
  });
  expect(begin({ url: "nowhere" }).opened[0]?.access()).rejects.toThrow(
    '"nowhere" is not the URL of a server.',
  );
});

test("client call: a page that replaces another one continues its call", async () => {
  const { call, opened, told } = withPeers(() => begin({ url: "https://else.example", returnTo: leftWay }));
  const [voice] = opened;
  expect(voice).toMatchObject({ transport: "websocket", microphone: false, returnTo: leftWay });
  expect(told).toEqual([["mute", true]]);
  expect(await voice?.access()).toEqual({
    origin: "https://voice.example",
    token: undefined,
    session: "vst_1",
  });
  expect(call.leave()).toEqual(leftWay);
});
