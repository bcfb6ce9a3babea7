// Vendors' own clients with our fakes of their services: their software accepts our protocols. The test installs them
// at run time, because the project needs none of them. Clients of AssemblyAI (wss only) and OpenAI (its own address
// only) cannot talk to a fake on loopback.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesOf } from "../../src/audio/frame.ts";
import { cartesiaKey, fakeInk } from "../support/providers/stt/fake-cartesia-stt.ts";
import { fakeFlux } from "../support/providers/stt/fake-deepgram-flux.ts";
import { deepgramKey, fakeDeepgram } from "../support/providers/stt/fake-deepgram.ts";
import { elevenLabsKey, fakeScribe } from "../support/providers/stt/fake-elevenlabs-stt.ts";
import { FakeSocketServer } from "../support/providers/fake-socket.ts";
import { fakeSoniox, sonioxKey } from "../support/providers/stt/fake-soniox.ts";
import { speak } from "../support/providers/stt/marked-speech.ts";
import { Program } from "../support/servers/program.ts";

const packages = [
  "@cartesia/cartesia-js@4.2.0",
  "@deepgram/sdk@5.13.0",
  "@elevenlabs/elevenlabs-js@2.73.0",
  "@soniox/node@2.3.0",
];
const installMs = 300_000;
const said = "two coffees please";
const chunks = speak(said, 600).map(bytesOf);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-sdks-"));
  await Bun.write(join(folder, "package.json"), "{}");
  const args = [process.execPath, "add", "--cwd", folder, "--ignore-scripts", ...packages];
  const { code, err } = await new Program(args, { env: process.env }).ended();
  expect([code, err]).toEqual([0, expect.any(String)]);
}, installMs);

// Removes thousands of small files from a disk that others use.
afterAll(() => rm(folder, { recursive: true }), installMs);

/** Imports a package and returns its used exports. */
async function load<T>(path: string): Promise<T> {
  return (await import(join(folder, "node_modules", path))) as T;
}

interface Message {
  readonly type?: string;
  readonly event?: string;
  readonly from_finalize?: boolean;
  readonly transcript?: string;
  readonly text?: string;
  readonly words?: readonly object[];
  readonly channel?: { readonly alternatives: readonly { readonly transcript: string }[] };
}
type Listen = (event: string, hear: (message: Message) => void) => void;
interface DeepgramSocket {
  readonly on: Listen;
  connect(): void;
  waitForOpen(): Promise<unknown>;
  sendMedia(bytes: Uint8Array): void;
  sendFinalize(message: object): void;
  close(): void;
}
interface DeepgramSdk {
  readonly DeepgramClient: new (options: object) => {
    readonly listen: Record<"v1" | "v2", { connect(settings: object): Promise<DeepgramSocket> }>;
  };
}

for (const version of ["v1", "v2"] as const) {
  test(`Deepgram's client and our fake of ${version} understand each other`, async () => {
    const { DeepgramClient } = await load<DeepgramSdk>("@deepgram/sdk/dist/cjs/index.js");
    await using server = await FakeSocketServer.open(version === "v1" ? fakeDeepgram : fakeFlux);
    const { url } = server;
    const environment = { base: url, production: url, agent: url, agentRest: url };
    const format = { encoding: "linear16", sample_rate: 16_000, reconnectAttempts: 0 };
    const settings =
      version === "v1"
        ? { model: "nova-3", channels: 1, interim_results: "true", language: "en", ...format }
        : { model: "flux-general-en", ...format };
    const socket = await new DeepgramClient({ apiKey: deepgramKey, environment }).listen[version].connect(
      settings,
    );
    const heard = Promise.withResolvers<string | undefined>();
    socket.on("message", ({ from_finalize, event, channel, transcript }) => {
      if (from_finalize === true) heard.resolve(channel?.alternatives[0]?.transcript);
      if (event === "EndOfTurn") heard.resolve(transcript);
    });
    socket.connect();
    await socket.waitForOpen();
    for (const chunk of chunks) socket.sendMedia(chunk);
    if (version === "v1") socket.sendFinalize({ type: "Finalize" });
    expect(await heard.promise).toBe(said);
    socket.close();
    expect(server.problems).toEqual([]);
  });
}

interface ScribeSdk {
  readonly ScribeRealtime: new (options: object) => {
    connect(options: object): Promise<{ readonly on: Listen; send(chunk: object): void; commit(): void }>;
  };
}

test("ElevenLabs' client and our fake understand each other", async () => {
  const path = "@elevenlabs/elevenlabs-js/wrapper/realtime/index.js";
  const { ScribeRealtime } = await load<ScribeSdk>(path);
  await using server = await FakeSocketServer.open(fakeScribe);
  const session = await new ScribeRealtime({ apiKey: elevenLabsKey, baseUrl: server.url }).connect({
    modelId: "scribe_v2_realtime",
    audioFormat: "pcm_16000",
    sampleRate: 16_000,
    commitStrategy: "manual",
    includeTimestamps: true,
    languageCode: "en",
  });
  const heard = Promise.withResolvers<Message>();
  session.on("committed_transcript_with_timestamps", heard.resolve);
  session.on("session_started", () => {
    for (const chunk of chunks) session.send({ audioBase64: Buffer.from(chunk).toString("base64") });
    session.commit();
  });
  const { text, words } = await heard.promise;
  expect([text, words?.length]).toEqual([said, 5]);
  expect(server.problems).toEqual([]);
});

interface CartesiaSdk {
  readonly default: new (options: object) => {
    readonly stt: {
      readonly autoFinalize: {
        websocket(settings: object): { readonly on: Listen; sendRaw(bytes: Uint8Array): void };
      };
    };
  };
}

test("Cartesia's client and our fake understand each other", async () => {
  const { default: Cartesia } = await load<CartesiaSdk>("@cartesia/cartesia-js/index.js");
  await using server = await FakeSocketServer.open(fakeInk);
  const baseURL = server.url.replace("ws:", "http:");
  const { stt } = new Cartesia({ apiKey: cartesiaKey, baseURL });
  const socket = stt.autoFinalize.websocket({ model: "ink-2", encoding: "pcm_s16le", sample_rate: 16_000 });
  const heard = Promise.withResolvers<string | undefined>();
  socket.on("event", ({ type, transcript }) => {
    if (type === "connected") for (const chunk of chunks) socket.sendRaw(chunk);
    if (type === "turn.end") heard.resolve(transcript);
  });
  expect(await heard.promise).toBe(said);
  expect(server.problems).toEqual([]);
});

interface SonioxSdk {
  readonly RealtimeSttSession: new (
    key: string,
    url: string,
    settings: object,
  ) => {
    readonly on: Listen;
    connect(): Promise<void>;
    sendAudio(bytes: Uint8Array): void;
    finalize(): void;
  };
}

test("Soniox' client understands our fake, whose only complaint is about features that end in 2027", async () => {
  const { RealtimeSttSession } = await load<SonioxSdk>("@soniox/node/dist/index.mjs");
  await using server = await FakeSocketServer.open(fakeSoniox);
  const session = new RealtimeSttSession(sonioxKey, `${server.url}/transcribe-websocket`, {
    model: "stt-rt-v5",
    audio_format: "pcm_s16le",
    sample_rate: 16_000,
    num_channels: 1,
    enable_endpoint_detection: true,
  });
  const finals: string[] = [];
  const heard = Promise.withResolvers<void>();
  session.on("token", (token) => {
    const { text = "", is_final: isFinal } = token as Message & { readonly is_final?: boolean };
    if (isFinal === true && !text.startsWith("<")) finals.push(text);
  });
  session.on("finalized", () => heard.resolve());
  await session.connect();
  for (const chunk of chunks) session.sendAudio(chunk);
  session.finalize();
  await heard.promise;
  expect(finals.join("").trim()).toBe(said);
  expect(server.problems).toEqual(["soniox: the key in the handshake", "soniox: no key in the message"]);
});
