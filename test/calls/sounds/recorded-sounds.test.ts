// Recorded sounds over real connections: what an account uploads or names by address is what its callers hear, at the
// loudness of the voices, in every codec; and what is told where it is not.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { loudness } from "../../../src/audio/frame.ts";
import { readWav } from "../../../src/audio/wav.ts";
import { RtcCaller } from "../../support/callers/rtc-caller.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { json } from "../../support/json-request.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { type Served, serveTest } from "../../support/servers/served.ts";
import { tempFolder } from "../../support/servers/store.ts";
import { soundFile, tone } from "../../support/sound-file.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(30_000);

const seconds = 1;
/** As somebody recorded it: in stereo, at 44.1 kHz, much fainter than a voice. */
const recorded = tone({ rate: 44_100, seconds });
const file = soundFile({
  rate: 44_100,
  channels: 2,
  samples: Int16Array.from(recorded.values().flatMap((each) => [each >> 3, each >> 3])),
});
const source = tone({ rate: 16_000, seconds });

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

const flowSaying = (sound: string): string => `voice_flow: 1
id: desk
language: en
start: hello
variables: {nights: {type: number}}
defaults: {give_up: bye}
nodes:
  hello: {say: {sound: "${sound}", text: Hello. This is the desk.}, next: nights}
  nights: {ask: nights, say: How many nights?, next: bye}
  bye: {say: Bye., end: done}
`;

const tts = hummingTts();

function serve(directory: string): Promise<Served> {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts, vad: loudnessVad() };
  const env = { SPEECH: "on", DATA_DIR: directory, OUTBOUND_ALLOW: `127.0.0.1:${elsewhere.port}` };
  return serveTest(env, { speech });
}

let folder: ReturnType<typeof tempFolder>;
let server: Served;
beforeAll(async () => {
  folder = tempFolder();
  server = await serve(folder.path);
  server.url();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

interface Stored {
  readonly id: string;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly message: string;
    readonly hint?: string;
  }[];
}

const store = (server: Served, { service }: Person, yaml_content: string): Promise<Stored> =>
  answer(server.ask("/v1/flows", json("POST", { name: "desk", yaml_content }, service)), 201);
const put = (server: Served, { service }: Person, name: string, body: Uint8Array<ArrayBuffer>) =>
  server.ask(`/v1/sounds/${encodeURIComponent(name)}`, { method: "PUT", headers: service, body });
const said = ({ diagnostics }: Stored): readonly string[] =>
  diagnostics.filter(({ code }) => code === "VF233").map(({ message }) => message);

/** A session's token, and what its call has at the end. */
async function begin(server: Served, { service }: Person, flowId: string) {
  const begun = await answer<{ session_token: string; session_id: string }>(
    server.ask("/v1/sessions", json("POST", { flow_id: flowId }, service)),
  );
  return { token: begun.session_token, id: begun.session_id };
}

/** The best likeness of two recordings at any delay, −1 to 1, and how loud what was found is, in dB of full scale. */
function found(heard: Int16Array, wanted: Int16Array): { readonly likeness: number; readonly level: number } {
  const power = (pcm: Int16Array): number => loudness(pcm) ** 2 * pcm.length;
  const at = (delay: number, step: number): number => {
    let sum = 0;
    for (let i = 0; i < wanted.length; i += step) sum += (wanted[i] ?? 0) * (heard[i + delay] ?? 0);
    return sum;
  };
  let best = 0;
  let most = -Infinity;
  // A sample of seven tells the place; all of them how alike it is.
  for (let delay = 0; delay + wanted.length <= heard.length; delay++) {
    const sum = at(delay, 7);
    if (sum > most) [best, most] = [delay, sum];
  }
  const part = heard.subarray(best, best + wanted.length);
  const likeness = at(best, 1) / Math.sqrt(power(part) * power(wanted));
  return { likeness, level: 20 * Math.log10(loudness(part) / 32_768) };
}

function expectFound(heard: Int16Array, wanted = source, likenessMin = 0.99): void {
  const { likeness, level } = found(heard, wanted);
  expect(likeness).toBeGreaterThan(likenessMin);
  expect(level).toBeGreaterThan(-20);
  expect(level).toBeLessThan(-18);
}

const rates = [8_000, 16_000, 24_000, 48_000];

test("A caller hears the sound at each sample rate of a socket", async () => {
  const ada = await signUpAt(server);
  expect(await answer<object>(put(server, ada, "hello.wav", file))).toMatchObject({
    name: "hello.wav",
    seconds,
  });
  const flow = await store(server, ada, flowSaying("hello.wav"));
  expect(said(flow)).toEqual([]);
  const heard = rates.map(async (rate) => {
    const { token } = await begin(server, ada, flow.id);
    await using client = await connect(`${server.url()}/v1/ws/${token}?out_rate=${rate}`);
    await client.ready();
    await client.audioBytes(2 * rate * (seconds + 0.2));
    expectFound(client.recording, tone({ rate, seconds }));
  });
  await Promise.all(heard);
});

const codecs: readonly (readonly [payload: string, likenessMin: number])[] = [
  ["Opus", 0.9],
  ["PCMU", 0.9],
];

test("A caller hears the sound by Opus and by G.711", async () => {
  const ada = await signUpAt(server);
  await answer(put(server, ada, "hello.wav", file));
  const { id } = await store(server, ada, flowSaying("hello.wav"));
  const heard = codecs.map(async ([codec, likenessMin]) => {
    await using caller = await RtcCaller.call({
      url: server.url(),
      query: `?mode=flow&program_id=${id}`,
      edit: (sdp) => (codec === "Opus" ? sdp : sdp.replace(/(m=audio \d+ \S+) .*/, "$1 0")),
      fetch: (url, init) => fetch(url, { ...init, headers: ada.service }),
    });
    await caller.ready();
    await caller.until("the sound", () => caller.ear.loudBlocks >= seconds * 95);
    // The jitter buffer of the other side stretches how a stream begins.
    expectFound(caller.ear.pcm, source.subarray(6_000, 14_000), likenessMin);
  });
  await Promise.all(heard);
});

test("A sound is what was uploaded last, and its text is what transcripts have", async () => {
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
  const { token, id } = await begin(all, ada, flow.id);
  {
    await using client = await connect(`${all.url()}/v1/ws/${token}`);
    await client.ready();
    await client.audioBytes(2 * 16_000 * (seconds + 0.2));
    expectFound(client.recording, source.subarray(0, 20_000));
    client.send({ type: "disconnect-bot" });
    await client.closed;
  }
  expect(tts.texts).not.toContain("Hello. This is the desk.");
  const session = await answer<object>(all.ask(`/v1/sessions/${id}`, { headers: ada.service }));
  expect(JSON.stringify(session)).toContain("Hello. This is the desk.");
  // Nobody else has it.
  expect(await answer<object[]>(all.ask("/v1/sounds", { headers: bob.service }))).toEqual([]);
  await problem(all.ask(path, { headers: bob.service }), 404, "sound/not-found");
  await problem(all.ask(path, { method: "DELETE", headers: bob.service }), 404, "sound/not-found");
  expect(said(await store(all, bob, flowSaying("more/Grüße.wav")))).toHaveLength(1);
  expect((await all.ask(path, { method: "DELETE", headers: ada.service })).status).toBe(204);
  await problem(all.ask(path, { headers: ada.service }), 404, "sound/not-found");
});

test("The voice says the text of a sound that the account does not have, which storing the flow has said", async () => {
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
  await using all = await serve(":memory:");
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
  expect(await refused("../a.wav", file, "sound/invalid")).toContain("leads out of the folder");
  expect(await refused(address, file, "sound/invalid")).toContain("is an address");
  await problem(put(all, ada, "a.wav", new Uint8Array(17 * 1_024 * 1_024)), 413, "request/too-large");
  await problem(all.ask("/v1/sounds/a.wav", { method: "PUT", body: file }), 401, "auth/required");
  expect(await answer<object[]>(all.ask("/v1/sounds", { headers: ada.service }))).toEqual([]);
});

test("A server that keeps nothing plays addresses and takes no uploads", async () => {
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
