// Voice client of the command line: its messages, their pace, and the stored audio.

import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWav, writeWav } from "../../src/audio/wav.ts";
import { CapturedAudio, TranscriptPrinter } from "../../src/cli/captured-call.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { answer, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { serveTest } from "../support/servers/served.ts";
import { product } from "../support/servers/product.ts";

test("heard: silence fills the time between two stretches of audio", () => {
  const heard = new CapturedAudio(1_000);
  heard.add(Int16Array.of(1, 1), 2);
  heard.add(Int16Array.of(2, 2), 6);
  expect([...heard.recording(10)]).toEqual([0, 0, 1, 1, 0, 0, 2, 2, 0, 0]);
  expect(heard.endMs).toBe(8);
});

test("heard: early audio waits for its time", () => {
  const heard = new CapturedAudio(1_000);
  for (const sample of [1, 2, 3]) heard.add(Int16Array.of(sample, sample), 1);
  expect([...heard.recording(0)]).toEqual([0, 1, 1, 2, 2, 3, 3]);
});

test("heard: an interruption takes back unheard audio, and no more", () => {
  const heard = new CapturedAudio(1_000);
  heard.add(Int16Array.of(1, 1, 1), 0);
  heard.add(Int16Array.of(2, 2, 2), 0);
  heard.add(Int16Array.of(3), 0);
  heard.cut(4);
  heard.add(Int16Array.of(9), 5);
  heard.cut(8);
  expect([...heard.recording(7)]).toEqual([1, 1, 1, 2, 0, 9, 0]);
});

function transcript(isTTY: boolean, messages: readonly object[]): string {
  let shown = "";
  const out = { isTTY, write: (text: string): void => void (shown += text) };
  const prints = new TranscriptPrinter(out);
  for (const message of messages) prints.take(JSON.stringify(message));
  return shown;
}

const words = (text: string, final: boolean) => ({ type: "user-transcription", data: { text, final } });
const sentence = (text: string, status: string, id = 1) => ({
  type: "bot-output",
  data: { text, segment_id: id, will_be_spoken: true, spoken_status: status },
});

test("transcript: each side's words are printed once, the agent's when their sound begins", () => {
  const messages = [
    words("good", false),
    words("good bye", true),
    words("", true),
    sentence("Thank you.", "new"),
    sentence("Thank you.", "in-progress"),
    sentence("Thank you.", "completed"),
    sentence("Bye.", "new", 2),
    { type: "server-message", data: { type: "truncated", heard_text: "Thank" } },
    { type: "error", data: { message: "it broke" } },
    { type: "server-message", data: { type: "transfer", address: "tel:+33140000000" } },
    { type: "server-message", data: { type: "session_end", reason: "completed" } },
    { type: "metrics" },
  ];
  expect(transcript(false, messages)).toBe(
    [
      "You:   good bye",
      "Agent: Thank you.",
      "       (cut off after: Thank)",
      "Error: it broke",
      "Transferred to tel:+33140000000: simulated as answered",
      "Ended: completed",
      "",
    ].join("\n"),
  );
});

test("transcript: a terminal shows words while they are spoken, and replaces them by the final ones", () => {
  const shown = transcript(true, [words("good", false), words("good bye", true)]);
  expect(shown).toContain("You:   good\x1b");
  expect(Bun.stripANSI(shown).split("\r").at(-1)).toBe("You:   good bye\n");
});

interface Scene {
  /** Request to the server: its method and path. */
  asked: string;
  readonly texts: string[];
  readonly audio: Uint8Array[];
  bytes: number;
  /** Resolves when the client says goodbye. */
  readonly goodbye: PromiseWithResolvers<void>;
}

/** A server that greets with `reply`, and ends the call when the client has sent `endAfterBytes` bytes. */
function agent(reply: Int16Array, endAfterBytes: number) {
  const scene: Scene = { asked: "", texts: [], audio: [], bytes: 0, goodbye: Promise.withResolvers() };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request, self) {
      const url = new URL(request.url);
      scene.asked = url.pathname + url.search;
      if (url.pathname === "/ws") return self.upgrade(request) ? undefined : new Response("no");
      return Response.json({ detail: "There is no such flow." }, { status: 404 });
    },
    websocket: {
      message(socket, message) {
        if (typeof message === "string") {
          scene.texts.push(message);
          if (message.includes("disconnect-bot")) scene.goodbye.resolve();
          socket.sendBinary(new Uint8Array(reply.buffer));
          return;
        }
        scene.audio.push(new Uint8Array(message));
        scene.bytes += message.byteLength;
        if (scene.bytes < endAfterBytes) return;
        socket.send(
          JSON.stringify({ type: "server-message", data: { type: "session_end", reason: "completed" } }),
        );
        socket.close(1000);
      },
    },
  });
  return { scene, url: `ws://127.0.0.1:${server.port}`, [Symbol.asyncDispose]: () => server.stop(true) };
}

async function folder() {
  const path = await mkdtemp(join(tmpdir(), "voice-flow-talk-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

function talk(...args: string[]) {
  return talkIn({}, ...args);
}

async function talkIn(env: Record<string, string>, ...args: string[]) {
  const child = Bun.spawn([...product, "talk", ...args], {
    env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

test("talk: it sends the recording in frames of 20 ms, then silence, and stores the audio that it hears", async () => {
  await using place = await folder();
  const [input, output] = [join(place.path, "in.wav"), join(place.path, "out.wav")];
  const said = new Int16Array(3_200).fill(1_000);
  await Bun.write(input, writeWav({ rate: 16_000, pcm: said }));
  await using server = agent(new Int16Array(1_600).fill(7), 640 * 20);
  const { code, out, err } = await talk("--audio", input, output, "--url", `${server.url}/ws`);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("Ended: completed");
  const { scene } = server;
  expect(scene.asked).toBe("/ws?features=clear");
  expect(JSON.parse(scene.texts[0]!)).toMatchObject({ label: "rtvi-ai", type: "client-ready" });
  expect(new Set(scene.audio.map((frame) => frame.length))).toEqual(new Set([640]));
  const heard = new Int16Array(Buffer.concat(scene.audio).buffer.slice(0));
  expect(heard.subarray(0, 3_200).every((sample) => sample === 1_000)).toBe(true);
  expect(heard.subarray(3_200, 6_400).every((sample) => sample === 0)).toBe(true);
  const kept = readWav(await Bun.file(output).bytes());
  expect([kept.rate, kept.pcm.filter((sample) => sample === 7).length]).toEqual([16_000, 1_600]);
  // 20 frames of 20 ms take that long at real pace.
  expect(kept.pcm.length).toBeGreaterThanOrEqual(16 * 380);
});

test("talk: a recording at another rate is resampled, and a flow is found by name", async () => {
  await using place = await folder();
  const input = join(place.path, "in.wav");
  await Bun.write(input, writeWav({ rate: 8_000, pcm: new Int16Array(800).fill(1_000) }));
  await using server = agent(new Int16Array(2), 640 * 8);
  const args = [
    "--audio",
    input,
    join(place.path, "out.wav"),
    "--url",
    `${server.url}/ws`,
    "--program",
    "welcome",
  ];
  expect((await talk(...args)).code).toBe(0);
  expect(server.scene.asked).toBe("/ws?mode=flow&program_id=welcome&features=clear");
  const heard = new Int16Array(Buffer.concat(server.scene.audio).buffer.slice(0));
  const loud = heard.filter((sample) => Math.abs(sample - 1_000) < 100).length;
  expect(loud).toBeGreaterThan(1_400);
  expect(loud).toBeLessThan(1_700);
});

test("talk: it says goodbye when both sides have been silent", async () => {
  await using place = await folder();
  const input = join(place.path, "in.wav");
  await Bun.write(input, writeWav({ rate: 16_000, pcm: new Int16Array(320) }));
  await using server = agent(new Int16Array(2), Number.POSITIVE_INFINITY);
  const args = [
    "--audio",
    input,
    join(place.path, "out.wav"),
    "--url",
    `${server.url}/ws`,
    "--seconds",
    "0.2",
  ];
  const running = talk(...args);
  await server.scene.goodbye.promise;
  await server[Symbol.asyncDispose]();
  expect((await running).code).toBe(0);
});

test("talk: an absent or refusing server is reported with the reason", async () => {
  await using place = await folder();
  const input = join(place.path, "in.wav");
  await Bun.write(input, writeWav({ rate: 16_000, pcm: new Int16Array(320) }));
  const out = join(place.path, "out.wav");
  const alone = await talk("--audio", input, out, "--url", "ws://127.0.0.1:1/ws");
  expect([alone.code, alone.err]).toEqual([
    1,
    expect.stringMatching(/^No server answers at 127\.0\.0\.1:1\. Start one with .* serve/),
  ]);
  await using server = agent(new Int16Array(2), 0);
  const refused = await talk("--audio", input, out, "--url", `${server.url}/other`);
  expect([refused.code, refused.err]).toEqual([1, "The server refused (404): There is no such flow.\n"]);
  const wrong = await talk("--audio", input, out, "--url", "ftp://x");
  expect([wrong.code, wrong.err]).toEqual([2, '--url must begin with ws:// or wss://, not "ftp://x"\n']);
});

test("talk: it sends credentials by --key or API_KEY, and the key is in no address", async () => {
  await using place = await folder();
  const [input, output] = [join(place.path, "in.wav"), join(place.path, "out.wav")];
  await Bun.write(input, writeWav({ rate: 16_000, pcm: new Int16Array(320) }));
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  await using served = await serveTest({ ENGINE_AUTH: "required" }, { speech });
  const { key, service } = await signUpAt(served);
  const yaml_content = "voice_flow: 1\nid: f\nlanguage: en\nstart: a\nnodes: {a: {say: Hello., end: done}}\n";
  const upload = json("POST", { name: "F", yaml_content }, service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows", upload), 201);
  const args = ["--audio", input, output, "--program", id, "--url", `${served.url()}/ws`];
  for (const call of [() => talk(...args, "--key", key), () => talkIn({ API_KEY: key }, ...args)]) {
    const { code, out, err } = await call();
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("Agent: Hello.");
    expect(out).toContain("Ended: completed");
  }
  expect(JSON.stringify(served.events)).not.toContain(key);
  const none = await talk(...args);
  expect([none.code, none.err]).toEqual([
    1,
    expect.stringMatching(/^The server refused \(401\): .* Give the key with --key, or set API_KEY/),
  ]);
  const wrong = await talk(...args, "--key", `${key}x`);
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("unknown or revoked")]);
});

test("talk: it transfers the caller at once; a stored flow's example service answers, and the record of the call has it", async () => {
  await using place = await folder();
  const [input, output] = [join(place.path, "in.wav"), join(place.path, "out.wav")];
  await Bun.write(input, writeWav({ rate: 16_000, pcm: new Int16Array(320) }));
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  await using served = await serveTest({ ENGINE_AUTH: "required" }, { speech });
  const { key, service } = await signUpAt(served);
  const yaml_content = `voice_flow: 1
id: vip
language: en
start: find
secrets: [CRM_KEY]
variables: {plan: {type: text}}
tools:
  lookup:
    http: GET https://crm.example.com/accounts/123456
    headers: {Authorization: "Bearer {{ secrets.CRM_KEY }}"}
nodes:
  find: {tool: lookup, save: {plan: result.plan}, on_error: sorry, next: desk}
  desk: {say: "Your plan is {{ plan ?? 'unknown' }}.", transfer: "tel:+33140000000", on_failed: sorry}
  sorry: {say: Sorry., end: failed}
`;
  const upload = json("POST", { name: "VIP", yaml_content }, service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows", upload), 201);
  const url = `${served.url()}/ws`;
  const { out } = await talk("--audio", input, output, "--program", id, "--url", url, "--key", key);
  expect(out).toContain("Agent: Your plan is enterprise.");
  expect(out).toContain("Transferred to tel:+33140000000: simulated as answered");
  expect(out).not.toContain("Sorry.");
  expect(out).toContain("Ended: completed");
  const [ended] = await answer<{ session_id: string }[]>(served.ask("/v1/sessions", { headers: service }));
  const session = served.ask(`/v1/sessions/${ended?.session_id}`, { headers: service });
  const { tools } = await answer<{ tools: object[] }>(session);
  expect(tools).toEqual([expect.objectContaining({ name: "lookup", ok: true, example: true })]);
});

test("talk: a key that no header can hold is refused, and is not printed", async () => {
  for (const key of ["", "vfk_ secret", "vfk_secret\n", "vfk_sécret"]) {
    const { code, err } = await talk("--audio", "in.wav", "out.wav", "--key", key);
    expect([code, err]).toEqual([2, expect.stringContaining("--key")]);
    expect(err).not.toContain("ecret");
  }
});

test("talk: without --url it calls the environment's server", async () => {
  await using place = await folder();
  const input = join(place.path, "in.wav");
  await Bun.write(input, writeWav({ rate: 16_000, pcm: new Int16Array(320) }));
  await using server = agent(new Int16Array(2), 640 * 2);
  for (const HOST of ["127.0.0.1", "0.0.0.0"]) {
    const args = ["--audio", input, join(place.path, "out.wav")];
    const { code, err } = await talkIn({ HOST, PORT: new URL(server.url).port }, ...args);
    expect([HOST, code, err]).toEqual([HOST, 0, ""]);
  }
  const nobody = await talkIn({ PORT: "1" }, "--audio", input, join(place.path, "out.wav"));
  expect(nobody.err).toStartWith("No server answers at 127.0.0.1:1. ");
});
