// One script on each kind of line: a caller's words are played into a booking over our socket, WebRTC and every
// available telephone, and each call has the same transcript.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linphoneCall } from "../support/callers/judges/linphone.ts";
import { realAsterisk } from "../support/callers/judges/real-asterisk.ts";
import { joined, ownVoiceSaying } from "../support/callers/callers.ts";
import { baresipCall, freeUdpPort, kamailio, writeSound } from "../support/callers/sip-phones.ts";
import { RtcCaller } from "../support/callers/rtc-caller.ts";
import { connect } from "../support/callers/ws-client.ts";
import { json } from "../support/json-request.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";
import { freePort } from "../support/servers/free-port.ts";
import { Program } from "../support/servers/program.ts";
import { tempFolder } from "../support/servers/store.ts";
import { UpgradeWorld } from "../support/servers/upgrade-world.ts";
import { until } from "../support/until.ts";

const flow = `voice_flow: 1
id: table
language: en
start: guests
defaults: {give_up: done, listen: {no_input: 30s}}
variables:
  guests: {type: number, integer: true, min: 1, max: 9, confirm: never, ask: "How many guests"}
  garden: {type: boolean, ask: "In the garden"}
nodes:
  guests: {ask: guests, next: garden}
  garden: {ask: garden, next: done}
  done: {say: "Booked for {{ guests }}. Goodbye.", end: booked}
`;

/** Seconds of silence before each answer, and after the last one. */
const gap = 7;
const seconds = 40;
const rate = 16_000;

let folder: string;
let world: UpgradeWorld;
let person: Person;
let flowId: string;
let pcm: Int16Array;
let audioSocket: number;
const data = tempFolder();
const cleaning: AsyncDisposable[] = [];
let pbx: Awaited<ReturnType<typeof kamailio>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-script-"));
  audioSocket = await freePort();
  const env = { OUTBOUND_ALLOW: "127.0.0.1", AUDIOSOCKET_LISTEN: `127.0.0.1:${audioSocket}` };
  world = await UpgradeWorld.open({ dataDir: data.path, env });
  cleaning.push(world);
  person = await signUpAt(world);
  const stored = { name: "Table", yaml_content: flow };
  const made = world.ask("/v1/flows", json("POST", stored, person.login));
  ({ id: flowId } = await answer<{ id: string }>(made, 201));
  pbx = await kamailio();
  cleaning.push(pbx);
  await connected(`127.0.0.1:${pbx.port}`);
  const quiet = new Int16Array(gap * rate);
  pcm = joined(
    quiet,
    await ownVoiceSaying("michael", "Four people."),
    quiet,
    await ownVoiceSaying("michael", "Yes, please."),
    quiet,
  );
}, 240_000);

afterAll(async () => {
  for (const each of cleaning.toReversed()) await each[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
  data[Symbol.dispose]();
}, 240_000);

/** Connects a number of the account, and waits until it is registered there. */
async function connected(registrar: string): Promise<void> {
  const number = { registrar, user: "620", password: "secret", flow_id: flowId };
  const made = world.ask("/v1/phone/numbers", json("POST", number, person.login));
  const { number_id: id } = await answer<{ number_id: string }>(made, 201);
  const numbers = () =>
    answer<{ number_id: string; state: string }[]>(world.ask("/v1/phone/numbers", { headers: person.login }));
  await until("registration", async () =>
    (await numbers()).some(({ number_id, state }) => number_id === id && state === "registered"),
  );
}

interface Listed {
  readonly calls: readonly { readonly id: string }[];
}

/** Makes a call; returns its transcript, once the call is over. */
async function transcriptAfter(call: () => Promise<unknown>): Promise<readonly string[]> {
  const list = () => answer<Listed>(world.ask("/v1/calls", { headers: person.service }));
  const before = new Set((await list()).calls.map(({ id }) => id));
  await call();
  let id = "";
  await until("a call", async () => {
    id = (await list()).calls.find((each) => !before.has(each.id))?.id ?? "";
    return id !== "";
  });
  interface Shown {
    readonly status: string;
    readonly outcome: string | null;
    readonly transcript: readonly { readonly role: string; readonly text: string }[];
  }
  const look = () => answer<Shown>(world.ask(`/v1/sessions/${id}`, { headers: person.service }));
  await until("its end", async () => (await look()).status === "ended");
  const { transcript, outcome } = await look();
  return [...transcript.map(({ role, text }) => `${role}: ${plain(text)}`), outcome ?? ""];
}

/** Text without punctuation and capitals, which depend on the recogniser. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, "")
    .trim();

const expected = [
  "agent: how many guests",
  "caller: four people",
  "agent: in the garden",
  "caller: yes please",
  "agent: booked for 4 goodbye",
  "booked",
];

async function session(): Promise<string> {
  const made = world.ask("/v1/sessions", json("POST", { flow_id: flowId }, person.service));
  return (await answer<{ ws_url: string }>(made, 200)).ws_url;
}

async function overSocket(): Promise<void> {
  await using caller = await connect(await session());
  await caller.ready();
  const step = rate / 50;
  let at = 0;
  const timer = setInterval(() => {
    if (at < pcm.length) caller.sendAudio(pcm.subarray(at, at + step));
    else caller.sendAudio(new Int16Array(step));
    at += step;
  }, 20);
  await caller.closed;
  clearInterval(timer);
}

async function overWebrtc(): Promise<void> {
  const token = new URL(await session()).pathname.split("/").at(-1) ?? "";
  await using caller = await RtcCaller.call({ url: world.url, query: `?token=${token}` });
  await caller.ready();
  void caller.microphone.say(pcm);
  await caller.message("session_end");
}

async function overBaresip(codec: "PCMU" | "PCMA" | "G722" | "opus"): Promise<void> {
  const says = join(folder, `${codec}.wav`);
  await writeSound(says, { codec, pcm, before: 0, after: 15 });
  await baresipCall({ codec, to: `sip:620@127.0.0.1:${pbx.port}`, says, seconds });
}

async function overLinphone(): Promise<void> {
  const says = join(folder, "linphone.wav");
  await writeSound(says, { codec: "PCMU", pcm, before: 0, after: 15 });
  const printed = await linphoneCall({ to: `sip:620@127.0.0.1:${pbx.port}`, says, seconds });
  expect(printed).toContain("Media streams established");
}

async function overPjsua(): Promise<void> {
  const made = Bun.spawn(["python3", "-m", "venv", join(folder, "venv")], { stdout: "ignore" });
  expect(await made.exited).toBe(0);
  const install = [join(folder, "venv/bin/pip"), "install", "--quiet", "pjsua2-python==2.15.1.post1"];
  expect(await Bun.spawn(install, { stdout: "ignore" }).exited).toBe(0);
  const [says, hears] = [join(folder, "pjsua.wav"), join(folder, "heard.wav")];
  await writeSound(says, { codec: "PCMA", pcm, before: 0, after: 15 });
  const script = join(import.meta.dir, "../support/callers/pjsua-caller.py");
  const to = `sip:620@127.0.0.1:${pbx.port}`;
  const command = [join(folder, "venv/bin/python"), script, to, says, hears, String(seconds), "PCMA"];
  await using caller = new Program(command, { env: { PATH: process.env.PATH } });
  expect((await caller.ended()).out).toContain("state CONFIRMED 200");
}

/** Makes a call through a real Asterisk. */
async function overAsterisk(kind: "AudioSocket" | "chan_websocket" | "PJSIP"): Promise<void> {
  const says = join(folder, "asterisk.wav");
  await writeSound(says, { codec: "PCMA", pcm, before: 0, after: 15 });
  const announce = world.ask(`/v1/phone/asterisk?flow_id=${flowId}&from=100&to=620`, {
    method: "POST",
    headers: person.service,
  });
  const { call } = kind === "PJSIP" ? { call: "" } : await answer<{ call: string }>(announce, 201);
  await using asterisk = await realAsterisk({
    sipPort: await freeUdpPort(),
    says,
    socketUrl: `${world.url.replace("http", "ws")}/v1/phone/asterisk/${call}`,
    answers: ["Answer()", `AudioSocket(${call},127.0.0.1:${audioSocket})`, "Hangup()"],
  });
  if (kind === "PJSIP") await connected(`127.0.0.1:${asterisk.port}`);
  const channels = {
    AudioSocket: "Local/agent@talk",
    chan_websocket: "WebSocket/agent/c(slin16)",
    PJSIP: "PJSIP/620",
  } as const;
  await asterisk.call(channels[kind]);
  const list = () => answer<Listed>(world.ask("/v1/calls?status=running", { headers: person.service }));
  await until("a call of Asterisk", async () => (await list()).calls.length > 0);
  await until("its end", async () => (await list()).calls.length === 0, 240_000);
}

const lines: readonly (readonly [name: string, call: () => Promise<void>])[] = [
  ["our socket", overSocket],
  ["WebRTC", overWebrtc],
  ["baresip in PCMU", () => overBaresip("PCMU")],
  ["baresip in PCMA", () => overBaresip("PCMA")],
  ["baresip in G.722", () => overBaresip("G722")],
  ["baresip in Opus", () => overBaresip("opus")],
  ["linphone", overLinphone],
  ["PJSIP", overPjsua],
  ["AudioSocket of Asterisk", () => overAsterisk("AudioSocket")],
  ["chan_websocket of Asterisk", () => overAsterisk("chan_websocket")],
  ["extension of Asterisk", () => overAsterisk("PJSIP")],
];

test.each(lines)(
  "a booking over %s has the transcript of all others",
  async (_, call) => {
    expect(await transcriptAfter(call)).toEqual(expected);
  },
  240_000,
);
