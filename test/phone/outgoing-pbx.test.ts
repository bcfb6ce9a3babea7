// Outgoing calls through a PBX: the product is an extension of Kamailio, calls baresip there, and talks to the one who answers.

import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWav } from "../../src/audio/wav.ts";
import { type BaresipCodec, baresipPhone, kamailio, writeCaller } from "../support/callers/sip-phones.ts";
import { json } from "../support/json-request.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";
import { Program } from "../support/servers/program.ts";
import { until } from "../support/until.ts";

interface ShownCall {
  readonly call_id: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly answered_by: string | null;
  readonly session_id: string | null;
}

/** Writes a file with the first words of a person or a machine, and silence behind them. */
const answers = (text: string, { codec, file }: { readonly codec: BaresipCodec; readonly file: string }) =>
  writeCaller(file, { codec, text, before: 0.3, after: 30 });

const loudest = (wav: Uint8Array): number =>
  readWav(wav).pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

async function world(pbxPort: number) {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    PORT: "0",
    DATA_DIR: ":memory:",
    LOG_LEVEL: "debug",
    LOG_FORMAT: "json",
    OUTBOUND_ALLOW: "127.0.0.1",
  };
  const program = new Program([process.execPath, "src/main.ts"], { env });
  const url = await program.url();
  const ask = (path: string, init?: RequestInit) => fetch(url + path, init);
  const person: Person = await signUpAt({ ask });
  const login = { registrar: `127.0.0.1:${pbxPort}`, user: "620", password: "secret", dials: ["1"] };
  const { number_id: numberId } = await answer<{ number_id: string }>(
    ask("/v1/phone/numbers", json("POST", login, person.login)),
    201,
  );
  await program.says(/"phone\.registered"/);
  await program.says(/"speech\.ready"/);
  const call = (body: object) =>
    answer<ShownCall>(
      ask("/v1/phone/calls", json("POST", { number_id: numberId, to: "100", ...body }, person.login)),
      202,
    );
  const look = (id: string) => answer<ShownCall>(ask(`/v1/phone/calls/${id}`, { headers: person.login }));
  const over = async (id: string) => {
    await until("end of the call", async () => (await look(id)).state === "ended");
    return look(id);
  };
  const transcript = async (sessionId: string | null) =>
    (await answer<{ transcript: unknown[] }>(ask(`/v1/sessions/${sessionId}`, { headers: person.login })))
      .transcript;
  return { program, call, look, over, transcript };
}

test.each(["PCMU", "PCMA", "G722", "opus"] as const)(
  "a person who answers a call in %s hears the agent, and a machine is hung up on",
  async (codec) => {
    const folder = await mkdtemp(join(tmpdir(), "voice-flow-out-"));
    try {
      await using pbx = await kamailio();
      const it = await world(pbx.port);
      await using _program = it.program;
      const file = join(folder, "says.wav");
      const phoned = { pbxPort: pbx.port, codec, says: file, manner: "answers" } as const;
      await answers("hello?", { codec, file });
      {
        await using phone = await baresipPhone(phoned);
        const { call_id: id } = await it.call({});
        await phone.program.says(new RegExp(`Set audio decoder: ${codec}`));
        await until("word of who has answered", async () => (await it.look(id)).answered_by !== null);
        const talking = await it.look(id);
        expect(talking).toMatchObject({ state: "talking", answered_by: "human" });
        await until("words of the agent", async () => (await it.transcript(talking.session_id)).length > 0);
        phone.program.child.kill("SIGINT");
        await phone.program.ended();
        expect(await it.over(id)).toMatchObject({ outcome: "answered" });
        expect(loudest((await phone.heard()) ?? new Uint8Array())).toBeGreaterThan(2_000);
      }
      const machine =
        "you have reached the voice mail of doctor miller. please leave a message after the tone.";
      await answers(machine, { codec, file });
      await using _phone = await baresipPhone(phoned);
      const { call_id: id } = await it.call({ voicemail: "hang_up" });
      expect(await it.over(id)).toMatchObject({ outcome: "voicemail", answered_by: "machine" });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test("a telephone that only rings is given up, and an unknown number is reported", async () => {
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-out-"));
  try {
    await using pbx = await kamailio();
    const it = await world(pbx.port);
    await using _program = it.program;
    const file = join(folder, "says.wav");
    await answers("hello?", { codec: "PCMU", file });
    await using phone = await baresipPhone({ pbxPort: pbx.port, codec: "PCMU", says: file, manner: "rings" });
    const { call_id: id } = await it.call({ ring_seconds: 5 });
    expect(await it.over(id)).toMatchObject({ outcome: "no_answer", answered_by: null });
    await phone.program.says(/[Ii]ncoming call/);
    const { call_id: other } = await it.call({ to: "101" });
    expect(await it.over(other)).toMatchObject({ outcome: "unreachable" });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
