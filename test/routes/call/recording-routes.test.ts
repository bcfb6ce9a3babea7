// Recordings of sessions: GET /v1/sessions/{session_id}/recording, its access, as audio and as data, complete and in
// parts.

import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wallClock } from "../../../src/base/clock.ts";
import type { Environment } from "../../../src/config.ts";
import { S3Files } from "../../../src/files/s3-files.ts";
import { recordingRoutes } from "../../../src/routes/call/recording-routes.ts";
import type { Gate } from "../../../src/routes/http/auth.ts";
import { s3Server } from "../../support/servers/s3-server.ts";
import { chosenStore } from "../../support/stores/chosen-store.ts";
import { until } from "../../support/until.ts";
import { byteRange } from "../../../src/routes/http/byte-range.ts";
import { prefersJsonToAudio } from "../../../src/routes/http/preferred-media-type.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

let directory = "";
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), "voice-flow-recorded-"))));
afterEach(() => rm(directory, { recursive: true }));

const flow = `voice_flow: 1
id: greeting
language: en
start: hello
nodes:
  hello:
    say: Hello. Goodbye.
    end: done
`;

const serveCalls = (environment: Environment = {}): Promise<TestServer> =>
  serveTest(
    { DATA_DIR: directory, ...environment },
    { speech: { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() } },
  );

/** Runs a whole call; returns its session's id. */
async function called(served: TestServer, { service }: Person, body: object = {}): Promise<string> {
  const upload = json("POST", { name: "Greeting", yaml_content: flow }, service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", upload), 201);
  const start = json("POST", { flow_id: id, context: { ref: 7 }, ...body }, service);
  const { ws_url, session_id } = await answer<{ ws_url: string; session_id: string }>(
    fetch(`${served.url()}/v1/sessions`, start),
  );
  await using client = await connect(ws_url);
  await client.ready();
  await client.closed;
  return session_id;
}

const pathOf = (session: string): string => `/v1/sessions/${session}/recording`;

/** The last writes may not have reached the disk yet. */
async function eventsOf(served: TestServer, session: string, headers: Record<string, string>) {
  for (;;) {
    const told = await answer<{ events: readonly { at_ms: number; type: string; data: object }[] }>(
      served.ask(`${pathOf(session)}?format=json`, { headers }),
    );
    if (told.events.some(({ type }) => type === "ended")) return told;
  }
}

test("recording: a call of RECORD=on is read by its account as data, by key and by login", async () => {
  await using served = await serveCalls({ RECORD: "on" });
  const person = await signUpAt(served);
  const session = await called(served, person);
  const told = await eventsOf(served, session, person.service);
  expect(told).toMatchObject({
    session_id: session,
    flow_id: expect.stringMatching(/^flow_/) as string,
    started_at: expect.any(Number) as number,
  });
  const types = told.events.map(({ type }) => type);
  for (const type of ["turn", "reply-started", "sentence", "agent-speaking", "flow-ended", "ended"])
    expect(types).toContain(type);
  const sentence = told.events.find(({ type, data }) => type === "sentence" && "text" in data);
  expect(sentence).toMatchObject({
    at_ms: expect.any(Number) as number,
    data: { text: expect.stringContaining("Hello") as string },
  });
  const { login } = person;
  const accept = { ...login, accept: "application/json" };
  expect(await answer<object>(served.ask(pathOf(session), { headers: accept }))).toEqual(told);
});

test("recording: it is a stereo WAV file that can be read in parts", async () => {
  await using served = await serveCalls({ RECORD: "on" });
  const person = await signUpAt(served);
  const headers = person.service;
  const session = await called(served, person);
  await eventsOf(served, session, headers);
  const read = (more: Record<string, string> = {}): Promise<Response> =>
    served.ask(pathOf(session), { headers: { ...headers, ...more } });
  const response = await read();
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("audio/wav");
  expect(response.headers.get("accept-ranges")).toBe("bytes");
  const whole = Buffer.from(await response.bytes());
  expect(Number(response.headers.get("content-length"))).toBe(whole.length);
  expect([whole.toString("latin1", 0, 4), whole.readUInt16LE(22), whole.readUInt32LE(40)]).toEqual([
    "RIFF",
    2,
    whole.length - 44,
  ]);
  // The agent hums on the right, and the caller is silent on the left.
  const samples = new Int16Array(new Uint8Array(whole.subarray(44)).buffer);
  const side = (from: 0 | 1): boolean => samples.some((sample, i) => i % 2 === from && sample !== 0);
  expect([side(0), side(1)]).toEqual([false, true]);
  const part = await read({ range: "bytes=40-47" });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 40-47/${whole.length}`]);
  expect(Buffer.from(await part.bytes())).toEqual(whole.subarray(40, 48));
  const beyond = await read({ range: `bytes=${whole.length}-` });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${whole.length}`]);
  expect((await read({ range: "lines=1-2" })).status).toBe(200);
});

test("recording: another account and a stranger do not find it", async () => {
  await using served = await serveCalls({ RECORD: "on" });
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const session = await called(served, ada);
  for (const headers of [bob.service, bob.login])
    for (const format of ["", "?format=json", "?format=wav"])
      await problem(served.ask(pathOf(session) + format, { headers }), 404, "session/not-found");
  await problem(
    served.ask(pathOf("ses_00000000000000000000000000"), { headers: ada.service }),
    404,
    "session/not-found",
  );
  await problem(served.ask(pathOf("..%2f..%2fetc"), { headers: ada.service }), 404, "session/not-found");
  expect((await served.ask(pathOf(session))).status).toBe(401);
});

test.each([
  ["off", {}, false],
  ["off", { record: true }, true],
  ["on", { record: false }, false],
])("recording: with RECORD=%s a session that says %j is recorded: %p", async (RECORD, body, isRecorded) => {
  await using served = await serveCalls({ RECORD });
  const person = await signUpAt(served);
  const session = await called(served, person, body);
  if (isRecorded) await eventsOf(served, session, person.service);
  else await problem(served.ask(pathOf(session), { headers: person.service }), 404, "session/not-recorded");
  const files = await readdir(join(directory, "recordings", session)).catch(() => []);
  expect(files).toEqual(isRecorded ? ["call.recording"] : []);
});

test("recording: with FILES_URL it is played from the storage, encrypted there, and refused after a change", async () => {
  await using server = await s3Server();
  await using served = await serveCalls({ RECORD: "on", ...server.environment });
  const person = await signUpAt(served);
  const session = await called(served, person);
  const local = join(directory, "recordings", session);
  await until("upload", async () => (await readdir(local).catch(() => [])).length === 0);
  const s3 = new S3Files({ place: server.place, clock: wallClock });
  const { name } = (await s3.list("recordings/"))[0]!;
  expect(name).toMatch(new RegExp(`^recordings/${session}/\\d+\\.call\\.recording$`));
  const file = (await s3.open(name))!;
  const sealed = await file.read(0, file.bytes);
  expect(Buffer.from(sealed).includes(session)).toBe(false);

  const headers = person.service;
  const told = await eventsOf(served, session, headers);
  expect(told.events.map(({ type }) => type)).toContain("ended");
  const whole = Buffer.from(await (await served.ask(pathOf(session), { headers })).bytes());
  expect(whole.toString("latin1", 0, 4)).toBe("RIFF");
  const part = await served.ask(pathOf(session), { headers: { ...headers, range: "bytes=50000-50099" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([
    206,
    `bytes 50000-50099/${whole.length}`,
  ]);
  expect(Buffer.from(await part.bytes())).toEqual(whole.subarray(50_000, 50_100));

  sealed[sealed.length - 1]! ^= 1;
  await s3.put(name, pieces(sealed));
  const changed = await problem(served.ask(pathOf(session), { headers }), 503, "storage/unavailable");
  expect(changed.detail).toContain("its end was cut off or changed");
  for (const secret of ["S3RVER", "X-Amz"]) expect(JSON.stringify(served.events)).not.toContain(secret);
});

async function* pieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(content);
}

test("recording: a recording on another node is fetched from there, and a deleted one is named", async () => {
  await using opened = await chosenStore();
  const { store } = opened;
  await using served = await serveTest({}, { store, speech: undefined });
  const { service, token } = await signUpAt(served);
  const { sub: accountId } = JSON.parse(atob(token.split(".")[1]!)) as { sub: string };
  const start = json("POST", {}, service);
  const { session_id: session } = await answer<{ session_id: string }>(served.ask("/v1/sessions", start));
  const { row } = (await store.of(accountId).sessions.find({ accountId, sessionId: session }))!;
  const asked: string[] = [];
  const routes = (nodeId: string, fetchFrom: (nodeId: string, request: Request) => Promise<Response>) =>
    recordingRoutes({
      store,
      clock: wallClock,
      trail: { append: () => Promise.resolve() },
      gate: { accountOf: () => accountId } as unknown as Gate,
      flights: { find: () => Promise.resolve(undefined) },
      nodeId: () => nodeId,
      fetchFrom,
    });
  const ask = (routesThere: ReturnType<typeof routes>): Promise<Response> =>
    routesThere.handle(new Request(`http://localhost${pathOf(session)}`));
  const there = routes("nbbbbbbb", (nodeId) => (asked.push(nodeId), Promise.resolve(new Response("audio"))));
  expect(await (await ask(there)).text()).toBe("audio");
  expect(asked).toEqual([row.home!]);
  const gone = routes("nbbbbbbb", () => Promise.reject(new Error("refused")));
  gone.onError(({ error }) => Response.json({ message: (error as Error).message }));
  expect(await (await ask(gone)).text()).toContain(`is on node ${row.home}, which cannot be reached`);
});

test("recording: without a folder nothing is recorded", async () => {
  await using served = await serveCalls({ RECORD: "on", DATA_DIR: ":memory:" });
  const person = await signUpAt(served);
  const session = await called(served, person);
  await problem(served.ask(pathOf(session), { headers: person.service }), 404, "session/not-recorded");
});

test.each([
  [null, "whole"],
  ["bytes=0-", { from: 0, to: 100 }],
  ["bytes=0-0", { from: 0, to: 1 }],
  ["Bytes=10-19", { from: 10, to: 20 }],
  ["bytes=90-500", { from: 90, to: 100 }],
  ["bytes=99-", { from: 99, to: 100 }],
  ["bytes=100-", "none"],
  ["bytes=-10", { from: 90, to: 100 }],
  ["bytes=-500", { from: 0, to: 100 }],
  ["bytes=-0", "none"],
  ["bytes=20-10", "whole"],
  ["bytes=-", "whole"],
  ["bytes=0-1,5-6", "whole"],
  ["lines=0-1", "whole"],
] as const)("byte range: %p of 100 bytes is %j", (header, range) => {
  expect(byteRange(header, 100)).toEqual(range);
});

test.each([
  [null, false],
  ["*/*", false],
  ["audio/wav", false],
  ["application/json", true],
  ["application/json;q=0.5, audio/*", false],
  ["audio/wav;q=0.1, application/json;q=0.2", true],
])("media type: a client with %p prefers JSON to audio: %p", (accept, isJson) => {
  expect(prefersJsonToAudio(accept)).toBe(isJson);
});
