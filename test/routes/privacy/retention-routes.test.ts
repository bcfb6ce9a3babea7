// Retention, erasure and redaction in an account: shorter limits, deletions and their exceptions, and parts of a call
// that are never written.

import { expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileName } from "../../../db/data-loss.ts";
import type { Environment } from "../../../src/config.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { serve } from "../../support/servers/clocked.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { SharedNodes } from "../../support/servers/shared-nodes.ts";
import { tempFolder } from "../../support/servers/store.ts";
import { s3Server } from "../../support/servers/s3-server.ts";
import { filesWith } from "../../support/stores/marked-callers.ts";
import { until } from "../../support/until.ts";

const noted = `voice_flow: 1
id: noted
language: en
start: ask
defaults: {give_up: bye}
variables:
  note: {type: text, ask: "What is it about"}
nodes:
  ask: {ask: note, next: bye}
  bye: {say: "You said {{ note }}. Goodbye.", end: done}
`;

const card = "4111 1111 1111 1111";
const spoken = "four one one one one one one one one one one one one one one one";

function serveCalls(environment: Environment = {}): Promise<TestServer> {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  return serveTest({ RECORD: "on", ...environment }, { speech });
}

interface Whole {
  readonly status: string;
  readonly transcript: readonly { readonly role: string; readonly text: string }[];
  readonly context: object;
  readonly metadata: object;
}

/** Session of a caller who types some words and vanishes; returns its id. */
async function called(
  served: TestServer,
  person: Person,
  words: string,
  given: object = {},
  flow = noted,
): Promise<string> {
  const upload = json("POST", { name: "Noted", yaml_content: flow }, person.service);
  const { id: flow_id } = await answer<{ id: string }>(served.ask("/v1/flows", upload), 201);
  const asked = json("POST", { flow_id, ...given }, person.service);
  const started = await answer<{ session_id: string; session_token: string }>(
    served.ask("/v1/sessions", asked),
  );
  const { session_id, session_token } = started;
  await using client = await connect(`${served.url()}/v1/ws/${session_token}`);
  await client.ready();
  client.send({ label: "rtvi-ai", type: "send-text", id: "t", data: { content: words } });
  await client.closed;
  await until("end", async () => (await whole(served, person, session_id)).status === "ended");
  return session_id;
}

const whole = (served: TestServer, person: Person, id: string) =>
  answer<Whole>(served.ask(`/v1/sessions/${id}`, { headers: person.service }));
/** On a busy machine the agent has said a word before. */
const sinceTyped = (transcript: Whole["transcript"]): readonly string[] =>
  transcript.slice(transcript.findIndex(({ role }) => role === "caller")).map(({ text }) => text);
const put = (served: TestServer, person: Person, body: object) =>
  served.ask("/v1/retention", json("PUT", body, person.login));
const remove = (served: TestServer, person: Person, id: string) =>
  served.ask(`/v1/sessions/${id}`, { method: "DELETE", headers: person.login });

test("retention: an account shortens the server's limits, and never lengthens them", async () => {
  await using served = await serveTest({ RETENTION_WORDS_DAYS: "30" });
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const of = (person: Person) => answer<object>(served.ask("/v1/retention", { headers: person.service }));
  const unset = { audio_days: null, words_days: null, values_days: null, numbers_days: null, redact: [] };
  const all = { audio_days: 30, words_days: 30, values_days: 90, numbers_days: 400 };
  expect(await of(ada)).toEqual({ ...unset, effective: all });
  const wanted = { words_days: 7, values_days: 0, redact: ["iban"] };
  const set = { ...unset, ...wanted, effective: { ...all, words_days: 7, values_days: 0 } };
  expect(await answer<object>(put(served, ada, wanted))).toEqual(set);
  expect(await of(ada)).toEqual(set);
  expect(await of(bob)).toEqual({ ...unset, effective: all });
  const { errors } = await problem(put(served, ada, { words_days: 31 }), 422, "request/invalid");
  expect(errors?.[0]?.pointer).toBe("/words_days");
  // The rest of a session is deleted with its numbers.
  expect(await answer<object>(put(served, ada, { numbers_days: 1 }))).toMatchObject({
    effective: { audio_days: 1, words_days: 1, values_days: 1, numbers_days: 1 },
  });
});

test("delete: a running session is refused with 409, an ended one is deleted with its recording, another account's is not found", async () => {
  using folder = tempFolder();
  await using served = await serveCalls({ DATA_DIR: folder.path });
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const started = await answer<{ session_id: string }>(
    served.ask("/v1/sessions", json("POST", {}, ada.service)),
  );
  await problem(remove(served, ada, started.session_id), 409, "session/running");
  const id = await called(served, ada, "blue whales");
  expect(readdirSync(join(folder.path, "recordings", id))).toEqual(["call.recording"]);
  await problem(remove(served, bob, id), 404, "session/not-found");
  expect((await remove(served, ada, id)).status).toBe(204);
  await problem(remove(served, ada, id), 404, "session/not-found");
  expect(filesWith("blue whales", join(folder.path, "recordings"))).toEqual([]);
  await until("log without it", () => filesWith("blue whales", folder.path).length === 0);
  // The ledger keeps the cost.
  const balance = await answer<{ balance_usd_cents: number }>(
    served.ask("/v1/credits/balance", { headers: ada.service }),
  );
  expect(balance.balance_usd_cents).toBeLessThan(200);
});

test("redaction: typed or spoken cards are stored nowhere, not even in the recording", async () => {
  using folder = tempFolder();
  await using served = await serveCalls({ DATA_DIR: folder.path });
  const ada = await signUpAt(served);
  await answer(put(served, ada, { redact: ["card", "phone"] }));
  for (const words of [card, spoken]) {
    const id = await called(served, ada, `it is ${words}`);
    const { transcript } = await whole(served, ada, id);
    expect(sinceTyped(transcript)).toEqual(["it is [card]", "You said it is [card]. Goodbye."]);
  }
  for (const words of [card, spoken]) expect(filesWith(words, folder.path)).toEqual([]);
  expect(JSON.stringify(served.events)).not.toContain("1111");
});

test("retention: a flow's own rules add to the account's redaction and shorten its days, for its sessions alone", async () => {
  using folder = tempFolder();
  await using served = await serveCalls({ DATA_DIR: folder.path });
  const ada = await signUpAt(served);
  await answer(put(served, ada, { redact: ["card"] }));
  const given = { context: { who: "narwhal" } };
  using file = new Database(join(folder.path, fileName), { readonly: true });
  const words = `${card} or ada@example.com`;
  const shown = async (flow?: string) => {
    const id = await called(served, ada, words, given, flow);
    const { transcript, context } = await whole(served, ada, id);
    const row = file.query("SELECT audio_days AS days FROM sessions WHERE id = ?").get(id);
    return { said: sinceTyped(transcript)[0], context, row };
  };
  const strict = `${noted}retention: {values: 0, audio: 2}\nredact: [emails]\n`;
  expect(await shown(strict)).toEqual({ said: "[card] or [e-mail]", context: {}, row: { days: 2 } });
  expect(filesWith("ada@example.com", folder.path)).toEqual([]);
  expect(await shown()).toEqual({ said: "[card] or ada@example.com", ...given, row: { days: null } });
});

test("zero retention: words and values of a call are never written, and its numbers are", async () => {
  using folder = tempFolder();
  await using served = await serveCalls({ DATA_DIR: folder.path });
  const ada = await signUpAt(served);
  await answer(put(served, ada, { words_days: 0, values_days: 0 }));
  const given = { context: { who: "narwhal" }, metadata: { subject: "narwhal", ref: "narwhal" } };
  const id = await called(served, ada, "green narwhal", { ...given, record: true });
  expect(await whole(served, ada, id)).toMatchObject({
    transcript: [],
    context: {},
    metadata: {},
    status: "ended",
  });
  expect(filesWith("narwhal", folder.path)).toEqual([]);
  // The erasure finds and erases the session all the same.
  const asked = json("POST", { subject: "narwhal" }, ada.login);
  const { erasure_id } = await answer<{ erasure_id: string }>(served.ask("/v1/erasures", asked), 202);
  const receipt = () =>
    answer<{ state: string; counts: object }>(
      served.ask(`/v1/erasures/${erasure_id}`, { headers: ada.login }),
    );
  await until("receipt", async () => (await receipt()).state === "done");
  expect((await receipt()).counts).toMatchObject({ sessions: 1, words: 0, audio: 0 });
});

test("erasure: it waits for an open session of the subject", async () => {
  await using served = await serveCalls();
  const ada = await signUpAt(served);
  const started = await answer<{ session_id: string; session_token: string }>(
    served.ask("/v1/sessions", json("POST", { subject: "Ada" }, ada.service)),
  );
  const asked = json("POST", { subject: " Ada " }, ada.login);
  const first = await answer<{ erasure_id: string }>(served.ask("/v1/erasures", asked), 202);
  const list = () =>
    answer<{ erasure_id: string; state: string }[]>(served.ask("/v1/erasures", { headers: ada.login }));
  expect(await answer<object>(served.ask("/v1/erasures", asked), 202)).toMatchObject(first);
  expect(await list()).toMatchObject([{ ...first, state: "running" }]);
  await (await connect(`${served.url()}/v1/ws/${started.session_token}`)).close();
  await until("end", async () => (await whole(served, ada, started.session_id)).status === "ended");
  await until("receipt", async () => (await list())[0]?.state === "done");
  await problem(
    served.ask(`/v1/sessions/${started.session_id}`, { headers: ada.service }),
    404,
    "session/not-found",
  );
}, 240_000);

test("erasure: each account has its own limit of a thousand running ones", async () => {
  await using served = await serve();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const { sub: accountId } = JSON.parse(atob(ada.token.split(".")[1]!)) as { sub: string };
  for (let i = 0; i < 1_000; i++)
    await served.store.retention.addErasure({ id: `era_${i}`, accountId, subjectHash: `${i}`, at: 0 });
  const ask = ({ login }: Person) => served.ask("/v1/erasures", json("POST", { subject: "Ada" }, login));
  const { headers } = await problem(ask(ada), 429, "request/limit");
  expect(headers.get("retry-after")).toBe("10");
  expect((await ask(bob)).status).toBe(202);
});

test("erasure and export: they reach another node's disk", async () => {
  using here = tempFolder();
  using there = tempFolder();
  await using world = await SharedNodes.open(
    { env: { DATA_DIR: here.path } },
    { env: { DATA_DIR: there.path, RECORD: "on" } },
  );
  const [first, second] = world.nodes;
  const ada = await signUpAt(first);
  const id = await called(second, ada, "grey seals", { subject: "Ada" });
  expect(filesWith("grey seals", there.path)).not.toEqual([]);
  const archive = await first.ask("/v1/export?subject=Ada", { headers: ada.login });
  const text = Buffer.from(await archive.bytes()).toString("latin1");
  for (const name of ["call.wav", "call.json"]) expect(text).toContain(`recordings/${id}/${name}`);
  expect(text).toContain('"is_complete": true');
  const asked = json("POST", { subject: "Ada" }, ada.login);
  const { erasure_id } = await answer<{ erasure_id: string }>(first.ask("/v1/erasures", asked), 202);
  const receipt = () =>
    answer<{ state: string; counts: object }>(
      first.ask(`/v1/erasures/${erasure_id}`, { headers: ada.login }),
    );
  await until("receipt", async () => (await receipt()).state === "done");
  expect((await receipt()).counts).toMatchObject({ sessions: 1, audio: 1 });
  expect(filesWith("grey seals", there.path)).toEqual([]);
});

test("erasure: files in a storage are deleted too", async () => {
  using folder = tempFolder();
  await using storage = await s3Server();
  await using served = await serveCalls({ DATA_DIR: folder.path, ...storage.environment });
  const ada = await signUpAt(served);
  const id = await called(served, ada, "harp seals", { subject: "Ada" });
  const recording = () => served.ask(`/v1/sessions/${id}/recording`, { headers: ada.login });
  const carried = (): boolean => filesWith("harp seals", join(folder.path, "recordings")).length === 0;
  await until("upload", carried);
  expect((await recording()).status).toBe(200);
  expect((await remove(served, ada, id)).status).toBe(204);
  await problem(recording(), 404, "session/not-found");
});

test("redaction: a sentence that repeats a replaced text is silent in a storage's recording, and the next is not", async () => {
  using folder = tempFolder();
  await using storage = await s3Server();
  await using served = await serveCalls({ DATA_DIR: folder.path, ...storage.environment });
  const ada = await signUpAt(served);
  /** Milliseconds in which the agent is heard. */
  const heardMs = async (flow: string): Promise<number> => {
    const id = await called(served, ada, `it is ${card}`, {}, flow);
    await until("upload", () => !existsSync(join(folder.path, "recordings", id)));
    const answered = await served.ask(`/v1/sessions/${id}/recording`, { headers: ada.login });
    const samples = new Int16Array((await answered.arrayBuffer()).slice(44));
    return samples.filter((sample, i) => i % 2 === 1 && sample !== 0).length / 16;
  };
  const [open, silenced] = [await heardMs(noted), await heardMs(`${noted}redact: [cards]\n`)];
  expect(silenced).toBeGreaterThan(100);
  // The audible rest is the question and the last word.
  expect(open - silenced).toBeGreaterThan(500);
});
