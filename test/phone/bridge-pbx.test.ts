// Bridged transfer at a PBX: Kamailio cannot transfer, so the product calls extension 101 there and joins two baresips,
// each with a tone that the other one's recording must contain.

import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleRate } from "../../src/audio/frame.ts";
import { readWav } from "../../src/audio/wav.ts";
import { baresipCall, baresipPhone, kamailio, writeSound } from "../support/callers/sip-phones.ts";
import { json } from "../support/json-request.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";
import { Program } from "../support/servers/program.ts";
import { until } from "../support/until.ts";

const flow = (manner: string): string => `voice_flow: 1
id: desk
language: en
timezone: UTC
start: desk
nodes:
  desk: {say: I connect you., transfer: "tel:101", ${manner}, on_no_answer: nobody, on_failed: broken}
  nobody: {say: Nobody is there. Goodbye., end: nobody}
  broken: {say: That did not work. Goodbye., end: broken}
`;

const toneOf = (hertz: number, seconds: number): Int16Array =>
  Int16Array.from({ length: sampleRate * seconds }, (_, i) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hertz * i) / sampleRate)),
  );

/** Seconds of a recording, in pieces of a tenth, in which a tone has most of the energy (Goertzel). */
function secondsOf(hertz: number, wav: Uint8Array): number {
  const { rate, pcm } = readWav(wav);
  const piece = rate / 10;
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  let found = 0;
  for (let at = 0; at + piece <= pcm.length; at += piece) {
    let [before, last, energy] = [0, 0, 0];
    for (const sample of pcm.subarray(at, at + piece)) {
      [before, last] = [last, sample + turn * last - before];
      energy += sample ** 2;
    }
    const power = (last ** 2 + before ** 2 - turn * last * before) * 2;
    if (energy / piece > 500 ** 2 && power > 0.5 * piece * energy) found += 1;
  }
  return found / 10;
}

async function world(pbxPort: number, manner: string, dials = ["1"]) {
  const { PATH, HOME } = process.env;
  const log = { LOG_LEVEL: "debug", LOG_FORMAT: "json" };
  const env = { PATH, HOME, PORT: "0", DATA_DIR: ":memory:", OUTBOUND_ALLOW: "127.0.0.1", ...log };
  const program = new Program([process.execPath, "src/main.ts"], { env });
  const url = await program.url();
  await program.says(/"speech\.ready"/);
  const ask = (path: string, init?: RequestInit) => fetch(url + path, init);
  const person: Person = await signUpAt({ ask });
  const stored = { name: "Desk", yaml_content: flow(manner) };
  let id = "";
  // A machine with much other work reads flows later.
  await until("flow that is read", async () => {
    const made = await ask("/v1/flows", json("POST", stored, person.login));
    if (made.status === 503) return false;
    ({ id } = await answer<{ id: string }>(made, 201));
    return true;
  });
  const login = { registrar: `127.0.0.1:${pbxPort}`, user: "620", password: "secret", dials };
  await answer(ask("/v1/phone/numbers", json("POST", { ...login, flow_id: id }, person.login)), 201);
  await program.says(/"phone\.registered"/);
  const calls = () =>
    answer<{ calls: { outcome: string | null; end_reason: string | null; duration_ms: number }[] }>(
      ask("/v1/calls", { headers: person.login }),
    );
  return { program, calls };
}

test("a caller whose PBX cannot transfer is joined with a telephone of another codec, and left by it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-bridge-"));
  try {
    await using pbx = await kamailio({ refers: false });
    const it = await world(pbx.port, "ring: 10s");
    await using _program = it.program;
    const [says, answers] = [join(folder, "caller.wav"), join(folder, "desk.wav")];
    await writeSound(says, { codec: "PCMU", pcm: toneOf(500, 20), before: 10, after: 30 });
    await writeSound(answers, { codec: "G722", pcm: toneOf(1_100, 30), before: 1, after: 30 });
    await using desk = await baresipPhone({
      pbxPort: pbx.port,
      codec: "G722",
      says: answers,
      manner: "answers",
      user: "101",
    });
    const calling = baresipCall({ codec: "PCMU", to: `sip:620@127.0.0.1:${pbx.port}`, says, seconds: 40 });
    await it.program.says(/"phone\.not-referred"/);
    await it.program.says(/"phone\.bridged"/);
    // The session is over at the answer, and the two continue to talk.
    await it.program.says(/"call\.ended"/);
    await desk.program.says(/Set audio decoder: G722/);
    // Two bytes for each sample: by then the caller has had a tone for some seconds.
    await until("sound at the desk", () => desk.heardBytes() > 18 * 16_000 * 2);
    desk.program.child.kill("SIGINT");
    await desk.program.ended();
    const { output, heard } = await calling;
    expect(output).toContain("Call established");
    expect(output).toMatch(/session closed|Call with .* terminated/i);
    expect(secondsOf(1_100, heard ?? new Uint8Array(44))).toBeGreaterThan(4);
    const [call] = (await it.calls()).calls;
    expect(call).toMatchObject({ outcome: "transferred", end_reason: "completed" });
    expect(call?.duration_ms).toBeLessThan(20_000);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);

test.each([
  ["rings in vain", ["1"], "nobody"],
  ["may not be called", ["+49"], "broken"],
] as const)(
  "a caller whose other side %s hears it from the flow",
  async (_, dials, outcome) => {
    const folder = await mkdtemp(join(tmpdir(), "voice-flow-bridge-"));
    try {
      await using pbx = await kamailio({ refers: false });
      const it = await world(pbx.port, "bridge: true, ring: 5s", [...dials]);
      await using _program = it.program;
      const says = join(folder, "caller.wav");
      await writeSound(says, { codec: "PCMA", pcm: new Int16Array(0), before: 1, after: 40 });
      const rung = { pbxPort: pbx.port, codec: "PCMA", says, manner: "rings", user: "101" } as const;
      await using _desk = await baresipPhone(rung);
      const calling = baresipCall({ codec: "PCMA", to: `sip:620@127.0.0.1:${pbx.port}`, says, seconds: 40 });
      await it.program.says(/"call\.ended"/);
      await calling;
      expect((await it.calls()).calls).toMatchObject([{ outcome }]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  240_000,
);
