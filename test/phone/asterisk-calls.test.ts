// Asterisk's calls through the whole app: a dialplan announces them, AudioSocket or chan_websocket brings their audio,
// and keys lead them through a flow.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { audioSocketCall, type FakeChannel, mediaSocketCall } from "../support/callers/fake-asterisk.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { json } from "../support/json-request.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";
import { type TestServer, serveTest } from "../support/servers/served.ts";
import { until } from "../support/until.ts";

const flow = `voice_flow: 1
id: desk
language: en
timezone: UTC
start: guests
variables:
  guests: {type: number, integer: true, min: 1, max: 9, ask: How many guests?}
nodes:
  guests: {ask: guests, next: through, give_up: done}
  through: {say: I connect you., transfer: "tel:100", on_failed: done}
  done: {say: "{{ guests }} guests of {{ call.from }} at {{ call.to }}.", end: done}
`;

let served: TestServer;
let person: Person;
let flowId: string;
const port = 20_000 + Math.floor(Math.random() * 20_000);

beforeAll(async () => {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  served = await serveTest({ AUDIOSOCKET_LISTEN: `127.0.0.1:${port}` }, { speech });
  person = await signUpAt(served);
  const stored = { name: "Desk", yaml_content: flow };
  const made = served.ask("/v1/flows", json("POST", stored, person.login));
  ({ id: flowId } = await answer<{ id: string }>(made, 201));
}, 240_000);

afterAll(() => served[Symbol.asyncDispose]());

interface Announced {
  readonly call: string;
  readonly session_id: string;
}

const announce = (): Promise<Announced> =>
  answer<Announced>(
    served.ask(`/v1/phone/asterisk?flow_id=${flowId}&from=%2B4930&to=620`, {
      method: "POST",
      headers: person.service,
    }),
    201,
  );

interface ShownSession {
  readonly status: string;
  readonly outcome: string | null;
  readonly end_reason: string | null;
  readonly transport: string | null;
  readonly transcript: readonly { readonly role: string; readonly text: string }[];
}

const look = (id: string): Promise<ShownSession> =>
  answer<ShownSession>(served.ask(`/v1/calls/${id}`, { headers: person.login }));

const media = (call: string): string => `${served.url().replace(/^http/, "ws")}/v1/phone/asterisk/${call}`;

const lines: readonly (readonly [string, (call: string) => Promise<FakeChannel>, number])[] = [
  ["AudioSocket", (call) => audioSocketCall(port, call), 320],
  [
    "chan_websocket in slin16",
    (call) => mediaSocketCall(media(call), { format: "slin16", frameBytes: 640 }),
    640,
  ],
  [
    "chan_websocket in ulaw with plain words",
    (call) => mediaSocketCall(media(call), { format: "ulaw", frameBytes: 160, words: true }),
    160,
  ],
];

describe.each(lines)("call by %s", (name, dial, frameBytes) => {
  test("a socket call is answered, led by keys, refused a transfer and hung up by its flow", async () => {
    const { call, session_id: id } = await announce();
    using channel = await dial(call);
    await until("words of the agent", () => channel.loudBytes > 2_000);
    channel.press("4");
    await channel.over;
    const shown = await look(id);
    expect(shown).toMatchObject({ outcome: "done", end_reason: "completed", transport: "asterisk" });
    const said = shown.transcript.map(({ text }) => text).join(" ");
    expect(said).toContain("4 guests of +4930 at 620.");
    expect([...channel.sizes]).toEqual([frameBytes]);
    const isAudioSocket = name === "AudioSocket";
    expect(channel.told).toContain(isAudioSocket ? "hang-up" : "HANGUP");
    expect(channel.told.filter((each) => each.includes("wrong"))).toEqual([]);
  });

  test("a socket call ends when its caller hangs up, and stays closed", async () => {
    const { call, session_id: id } = await announce();
    using channel = await dial(call);
    await until("words of the agent", () => channel.loudBytes > 2_000);
    channel.hangUp();
    await until("end of the call", async () => (await look(id)).end_reason !== null);
    expect((await look(id)).end_reason).toBe("caller");
    const again = await dial(call).catch(() => undefined);
    await again?.over;
    expect(again?.heardBytes ?? 0).toBe(0);
  });
});

test.each([
  ["a UUID that nobody has announced", Buffer.from(`010010${"ab".repeat(16)}`, "hex")],
  ["no UUID", Buffer.from([0x10, 0, 2, 1, 2])],
  ["another protocol", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
])("an AudioSocket that begins with %s is closed", async (_, bytes) => {
  const closed = Promise.withResolvers<number>();
  let heard = 0;
  await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (socket) => void socket.write(bytes),
      data: (__, got) => void (heard += got.length),
      close: () => closed.resolve(heard),
    },
  });
  // The other side gets at most the three bytes that end the call.
  expect(await closed.promise).toBeLessThanOrEqual(3);
});

test("a media socket of an unknown call is refused, and so is a plain request", async () => {
  const unknown = "00000000-0000-4000-8000-000000000000";
  const upgrade = { headers: { connection: "upgrade", upgrade: "websocket" } };
  expect((await served.ask(`/v1/phone/asterisk/${unknown}`, upgrade)).status).toBe(401);
  expect((await served.ask(`/v1/phone/asterisk/${unknown}`)).status).toBe(426);
});
