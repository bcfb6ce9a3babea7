// Recorded sounds on a server: callers hear an account's uploads and addresses, and missing sounds are reported.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readWav } from "../../../src/audio/wav.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, problem, signUpAt } from "../../support/people.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { tempFolder } from "../../support/servers/store.ts";
import {
  begin,
  expectFound,
  file,
  flowSaying,
  put,
  said,
  seconds,
  source,
  store,
} from "../../support/sound-calls.ts";
import { soundFile, tone } from "../../support/sound-file.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(240_000);

let asked = 0;
let served = (): Response => new Response(file);
const elsewhere = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch() {
    asked += 1;
    return served();
  },
});
afterAll(() => elsewhere.stop(true));
const address = `http://127.0.0.1:${elsewhere.port}/hello.wav`;

const tts = hummingTts();

function serve(directory: string): Promise<TestServer> {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts, vad: loudnessVad() };
  const env = { SPEECH: "on", DATA_DIR: directory, OUTBOUND_ALLOW: `127.0.0.1:${elsewhere.port}` };
  return serveTest(env, { speech });
}

let folder: ReturnType<typeof tempFolder>;
let server: TestServer;
beforeAll(async () => {
  folder = tempFolder();
  server = await serve(folder.path);
  server.url();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

test("A sound is the latest upload, and its text is in transcripts", async () => {
  const all = server;
  const [ada, bob] = [await signUpAt(all), await signUpAt(all)];
  await answer(
    put(all, ada, "more/Grüße.wav", soundFile({ rate: 8_000, samples: tone({ rate: 8_000, seconds: 1 }) })),
  );
  await answer(put(all, ada, "more/Grüße.wav", file));
  expect(await answer<object[]>(all.ask("/v1/sounds", { headers: ada.service }))).toMatchObject([
    { name: "more/Grüße.wav", seconds },
  ]);
  const path = "/v1/sounds/more%2FGr%C3%BC%C3%9Fe.wav";
  const played = await all.ask(path, { headers: ada.service });
  expectFound(readWav(await played.bytes()).pcm, source.subarray(0, 20_000));
  const flow = await store(all, ada, flowSaying("more/Grüße.wav"));
  // The suites share one voice and run in random order.
  const spokenBefore = tts.texts.length;
  const { token, id } = await begin(all, ada, flow.id);
  {
    await using client = await connect(`${all.url()}/v1/ws/${token}`);
    await client.ready();
    await client.audioBytes(2 * 16_000 * (seconds + 0.2));
    expectFound(client.recording, source.subarray(0, 20_000));
    client.send({ type: "disconnect-bot" });
    await client.closed;
  }
  expect(tts.texts.slice(spokenBefore)).not.toContain("Hello. This is the desk.");
  const session = await answer<object>(all.ask(`/v1/sessions/${id}`, { headers: ada.service }));
  expect(JSON.stringify(session)).toContain("Hello. This is the desk.");
  // Other accounts do not have it.
  expect(await answer<object[]>(all.ask("/v1/sounds", { headers: bob.service }))).toEqual([]);
  await problem(all.ask(path, { headers: bob.service }), 404, "sound/not-found");
  await problem(all.ask(path, { method: "DELETE", headers: bob.service }), 404, "sound/not-found");
  expect(said(await store(all, bob, flowSaying("more/Grüße.wav")))).toHaveLength(1);
  expect((await all.ask(path, { method: "DELETE", headers: ada.service })).status).toBe(204);
  await problem(all.ask(path, { headers: ada.service }), 404, "sound/not-found");
});

test("The voice says the text of a sound that the account lacks, as storing the flow has warned", async () => {
  const all = server;
  const ada = await signUpAt(all);
  const flow = await store(all, ada, flowSaying("gone.wav"));
  expect(flow.diagnostics.find(({ code }) => code === "VF233")).toMatchObject({
    message: "'gone.wav' is not there for callers yet, and the voice says its text",
    hint: "add it with PUT /v1/sounds/gone.wav",
  });
  const { token } = await begin(all, ada, flow.id);
  await using client = await connect(`${all.url()}/v1/ws/${token}`);
  await client.ready();
  const warning = await client.message("warning");
  expect(warning.data).toMatchObject({
    code: "sound/not-played",
    message: "The voice said a text whose sound is not there",
  });
  await until("the voice", () => tts.texts.includes("Hello. This is the desk."));
});

test("A sound at an address is fetched when the flow is stored, and not in a call", async () => {
  const all = server;
  const ada = await signUpAt(all);
  asked = 0;
  served = () => new Response(file);
  const flow = await store(all, ada, flowSaying(address));
  expect([said(flow), asked]).toEqual([[], 1]);
  const { token } = await begin(all, ada, flow.id);
  await using client = await connect(`${all.url()}/v1/ws/${token}`);
  await client.ready();
  await client.audioBytes(2 * 16_000 * (seconds + 0.2));
  expectFound(client.recording);
  expect(asked).toBe(1);
});

test.each([
  [
    "a page",
    () => new Response("<h1>Hello</h1>"),
    "The sound cannot be played: it is no sound that is known",
  ],
  ["an error", () => new Response("no", { status: 404 }), "The server answered with status 404."],
  ["a redirect", () => Response.redirect("http://127.0.0.1:1/"), "redirects are not followed"],
  ["too much", () => new Response(new Uint8Array(17 * 1_024 * 1_024)), "sent more than 16384 KiB"],
])("An address that answers with %s is a warning when the flow is stored", async (_, answers, says) => {
  const all = server;
  const ada = await signUpAt(all);
  served = answers;
  const flow = await store(all, ada, flowSaying(address));
  expect(said(flow)).toEqual([expect.stringContaining(says)]);
});

test("An upload that is no sound, too large, or wrongly named is refused with the reason", async () => {
  const all = server;
  const ada = await signUpAt(all);
  const refused = async (name: string, body: Uint8Array<ArrayBuffer>, code: string): Promise<string> =>
    (await problem(put(all, ada, name, body), 422, code)).detail;
  const short = file.slice(0, 40);
  expect(await refused("a.wav", short, "sound/invalid")).toContain("it ends before its samples");
  expect(await refused("a.wav", new Uint8Array(), "sound/invalid")).toContain("it is empty");
  expect(await refused("a.mp3", file, "sound/invalid")).toBe("The name of the sound is no WAV file.");
  expect(await refused("../a.wav", file, "sound/invalid")).toContain("is outside the folder");
  expect(await refused(address, file, "sound/invalid")).toContain("is an address");
  await problem(put(all, ada, "a.wav", new Uint8Array(17 * 1_024 * 1_024)), 413, "request/too-large");
  await problem(all.ask("/v1/sounds/a.wav", { method: "PUT", body: file }), 401, "auth/required");
  expect(await answer<object[]>(all.ask("/v1/sounds", { headers: ada.service }))).toEqual([]);
});

test("A server without storage plays addresses and refuses uploads", async () => {
  await using all = await serve(":memory:");
  const ada = await signUpAt(all);
  served = () => new Response(file);
  await problem(put(all, ada, "a.wav", file), 409, "sound/not-kept");
  const flow = await store(all, ada, flowSaying(address));
  const { token } = await begin(all, ada, flow.id);
  await using client = await connect(`${all.url()}/v1/ws/${token}`);
  await client.ready();
  await client.audioBytes(2 * 16_000 * (seconds + 0.2));
  expectFound(client.recording);
});
