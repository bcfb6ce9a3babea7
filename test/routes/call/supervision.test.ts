// Supervision of a running session over real sockets: its account listens to both sides, has the agent say something,
// transfers the caller and ends the session; other accounts cannot.

import { expect, setDefaultTimeout, test } from "bun:test";
import { loudness } from "../../../src/audio/frame.ts";
import { connect, type WsClient } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { json } from "../../support/json-request.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { SharedNodes } from "../../support/servers/shared-nodes.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(240_000);

const flow = `voice_flow: 1
id: cards
language: en
start: ask
defaults: {give_up: bye}
variables:
  animal: {type: text, ask: "Animal"}
  card: {type: text, ask: "Card", sensitive: true}
nodes:
  ask: {ask: animal, next: pay}
  pay: {ask: card, next: bye}
  bye: {say: "Goodbye.", end: noted}
`;

function serveCalls(): Promise<TestServer> {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  return serveTest({}, { speech });
}

interface Calling extends AsyncDisposable {
  readonly id: string;
  readonly client: WsClient;
}

/** Call of a caller who is connected and greeted. */
async function calling(served: Pick<TestServer, "ask" | "url">, person: Person): Promise<Calling> {
  const { id: flowId } = await answer<{ id: string }>(
    served.ask("/v1/flows", json("POST", { name: "Cards", yaml_content: flow }, person.login)),
    201,
  );
  const { session_id: id, session_token: token } = await answer<Record<string, string>>(
    served.ask("/v1/sessions", json("POST", { flow_id: flowId }, person.service)),
  );
  const client = await connect(`${served.url()}/v1/ws/${token}`);
  await client.ready();
  await client.message("bot-started-speaking");
  return { id: id ?? "", client, [Symbol.asyncDispose]: async () => void (await client.close()) };
}

const at = (id: string, what: string): string => `/v1/sessions/${id}/${what}`;

interface Heard {
  readonly caller: readonly number[];
  readonly agent: readonly number[];
}

/** Loudness of both sides of a stream, for each 20 ms. */
class Listening implements AsyncDisposable {
  readonly #over = new AbortController();
  #bytes = new Uint8Array(0);
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  async begin(url: string, headers: Record<string, string>): Promise<Response> {
    const response = await fetch(url, { headers, signal: this.#over.signal });
    this.#reader = response.body?.getReader();
    return response;
  }

  /** Resolves with everything received so far, once that fits or the stream ends. */
  async until(fits: (heard: Heard) => boolean): Promise<Heard> {
    for (;;) {
      const heard = this.#heard;
      if (fits(heard)) return heard;
      const { value, done } = (await this.#reader?.read()) ?? { done: true };
      if (done) throw new Error("It ended before");
      const all = new Uint8Array(this.#bytes.length + (value?.length ?? 0));
      all.set(this.#bytes);
      all.set(value ?? [], this.#bytes.length);
      this.#bytes = all;
    }
  }

  /** Resolves when the stream has ended by itself. */
  async end(): Promise<void> {
    while ((await this.#reader?.read())?.done === false);
  }

  get #heard(): Heard {
    const head = 44;
    const pcm = new Int16Array(this.#bytes.slice(head, head + ((this.#bytes.length - head) & ~3)).buffer);
    const side = (which: 0 | 1): number[] => {
      const samples = pcm.filter((_, i) => i % 2 === which);
      return Array.from({ length: Math.floor(samples.length / 320) }, (_, n) =>
        loudness(samples.subarray(n * 320, (n + 1) * 320)),
      );
    };
    return { caller: side(0), agent: side(1) };
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    return Promise.resolve();
  }
}

interface Ended {
  readonly end_reason: string | null;
  readonly cost_usd_cents: number;
  readonly supervision: readonly { readonly action: string }[];
  readonly transfers: readonly { readonly address: string }[];
}

/** Record of a session, once its end is written. */
async function recordOf(served: TestServer, id: string, { login }: Person): Promise<Ended> {
  let record: Ended | undefined;
  await until("the end in the record", async () => {
    record = await answer<Ended>(served.ask(`/v1/sessions/${id}`, { headers: login }));
    return record.end_reason !== null;
  });
  return record as Ended;
}

const loud = (side: readonly number[]): boolean => side.some((each) => each > 1_000);
const tone = Int16Array.from({ length: 3_200 }, (_, i) => Math.round(8_000 * Math.sin(i / 3)));
const words = (content: string): object => ({
  label: "rtvi-ai",
  type: "send-text",
  id: "t",
  data: { content },
});
const isTransfer = ({ data }: { data?: Readonly<Record<string, unknown>> }): boolean =>
  data?.["type"] === "transfer";

test("listening: both sides come at once until the call ends, sensitive parts are silent, and it is audited", async () => {
  await using served = await serveCalls();
  const person = await signUpAt(served);
  await using call = await calling(served, person);
  await using listening = new Listening();
  const response = await listening.begin(`${served.url()}${at(call.id, "listen")}`, person.login);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "audio/wav"]);
  const said = await served.ask(at(call.id, "say"), json("POST", { text: "One two." }, person.login));
  expect(said.status).toBe(202);
  await listening.until(({ agent }) => loud(agent));
  call.client.sendAudio(tone);
  await listening.until(({ caller }) => loud(caller));

  call.client.send(words("a zebra"));
  await call.client.message(({ data }) => JSON.stringify(data ?? {}).includes("Card"));
  await using other = new Listening();
  await other.begin(`${served.url()}${at(call.id, "listen")}`, person.service);
  for (let i = 0; i < 5; i++) call.client.sendAudio(tone);
  const masked = await other.until(({ caller }) => caller.length > 40);
  expect(loud(masked.caller)).toBe(false);

  await served.ask(at(call.id, "end"), json("POST", {}, person.login));
  await listening.end();
  const session = await recordOf(served, call.id, person);
  expect(session.end_reason).toBe("dismissed");
  expect(session.supervision.map(({ action }) => action)).toEqual(["listened", "said", "listened", "ended"]);
  const { entries } = await answer<{
    entries: { action: string; target: string; actor: { kind: string } }[];
  }>(served.ask("/v1/audit", { headers: person.login }));
  const told = entries.filter(({ action }) => action.startsWith("call."));
  expect(told.map(({ action, actor }) => `${action} ${actor.kind}`)).toEqual([
    "call.ended user",
    "call.listened key",
    "call.said user",
    "call.listened user",
  ]);
  expect(new Set(told.map(({ target }) => target))).toEqual(new Set([call.id]));
  expect(JSON.stringify(entries)).not.toContain("One two");
});

test("listening: it ends with its login or key, while others continue", async () => {
  await using served = await serveCalls();
  const person = await signUpAt(served);
  const { email, password } = person;
  await using call = await calling(served, person);
  const { access_token: token } = await answer<{ access_token: string }>(
    served.ask("/auth/login", json("POST", { email, password })),
  );
  const later = { authorization: `Bearer ${token}` };
  // The call itself ends when the key that began it is revoked.
  const { key, key_id: keyId } = await answer<Record<string, string>>(
    served.ask("/auth/api-keys", { method: "POST", headers: person.login }),
    201,
  );
  const listen = async (headers: Record<string, string>): Promise<Listening> => {
    const listening = new Listening();
    expect((await listening.begin(`${served.url()}${at(call.id, "listen")}`, headers)).status).toBe(200);
    return listening;
  };
  await using stays = await listen(person.login);
  await using leaves = await listen(later);
  await using program = await listen({ "x-service-key": key ?? "" });

  const logins = await answer<{ login_id: string; current: boolean }[]>(
    served.ask("/v1/account/logins", { headers: later }),
  );
  const own = logins.find(({ current }) => current)?.login_id;
  const gone = async (path: string): Promise<void> => {
    expect((await served.ask(path, { method: "DELETE", headers: person.login })).status).toBe(204);
  };
  await gone(`/v1/account/logins/${own}`);
  await gone(`/auth/api-keys/${keyId}`);
  await Promise.all([leaves.end(), program.end()]);

  const { length } = (await stays.until(() => true)).agent;
  await stays.until(({ agent }) => agent.length > length + 20);
  await gone("/v1/account/logins");
  await stays.end();
  // The call continues.
  const said = json("POST", { text: "Still here." }, person.service);
  expect((await served.ask(at(call.id, "say"), said)).status).toBe(202);
});

test("saying: the agent says exactly these words, and caller and record have them as the agent's", async () => {
  await using served = await serveCalls();
  const person = await signUpAt(served);
  await using call = await calling(served, person);
  const body = { text: "Your parcel is on its way.", interrupt: true };
  const said = await served.ask(at(call.id, "say"), json("POST", body, person.service));
  expect([said.status, await said.text()]).toEqual([202, ""]);
  await call.client.message(({ data }) => JSON.stringify(data ?? {}).includes("parcel"));
  await until("the words in the record", async () => {
    const { transcript } = await answer<{ transcript: { role: string; text: string }[] }>(
      served.ask(`/v1/sessions/${call.id}`, { headers: person.login }),
    );
    return transcript.some(({ role, text }) => role === "agent" && text.includes("parcel"));
  });
});

test("transferring: the client is asked after the words, and the session ends when the callee answers", async () => {
  await using served = await serveCalls();
  const person = await signUpAt(served);
  await using call = await calling(served, person);
  const wish = { to: "tel:+4930123456", say: "One moment.", whisper: "A zebra." };
  const asked = await served.ask(at(call.id, "transfer"), json("POST", wish, person.login));
  expect(asked.status).toBe(202);
  const { data } = await call.client.message(isTransfer);
  expect(data).toMatchObject({ address: "tel:+4930123456", whisper: "A zebra." });
  const result = (ok: boolean): object => ({
    label: "rtvi-ai",
    type: "client-message",
    id: "r",
    data: { t: "transfer.result", d: { ok } },
  });
  call.client.send(result(false));
  // Without an answer the agent takes the caller back, and a second request works like the first.
  await call.client.message(({ data: told }) => told?.["code"] === "transfer/unanswered");
  await served.ask(at(call.id, "transfer"), json("POST", { to: "tel:+4930123457" }, person.login));
  await call.client.message(isTransfer);
  call.client.send(result(true));
  await call.client.closed;
  const session = await recordOf(served, call.id, person);
  expect(session.end_reason).toBe("dismissed");
  expect(session.transfers.map(({ address }) => address)).toEqual(["tel:+4930123456", "tel:+4930123457"]);
});

test("ending: it works after a goodbye, and before a client has come", async () => {
  await using served = await serveCalls();
  const person = await signUpAt(served);
  await using call = await calling(served, person);
  await served.ask(at(call.id, "end"), json("POST", { say: "We close now." }, person.login));
  await call.client.message(({ data }) => JSON.stringify(data ?? {}).includes("We close now"));
  expect((await call.client.closed).code).toBe(1000);

  const { session_id: waits } = await answer<Record<string, string>>(
    served.ask("/v1/sessions", json("POST", {}, person.service)),
  );
  for (const [method, what] of [
    ["GET", "listen"],
    ["POST", "say"],
  ] as const)
    await problem(
      served.ask(
        at(waits ?? "", what),
        json(method, method === "GET" ? undefined : { text: "x" }, person.login),
      ),
      409,
      "session/not-connected",
    );
  expect((await served.ask(at(waits ?? "", "end"), json("POST", {}, person.login))).status).toBe(202);
  const { end_reason: reason, cost_usd_cents: cost } = await recordOf(served, waits ?? "", person);
  expect([reason, cost]).toEqual(["dismissed", 0]);
});

test("supervision: another account finds no such session, and one with redacted words cannot be heard", async () => {
  await using served = await serveCalls();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  await served.ask("/v1/retention", json("PUT", { redact: ["card"] }, ada.login));
  await using call = await calling(served, ada);
  const acts = { say: { text: "x" }, transfer: { to: "tel:1" }, end: {} };
  for (const [what, body] of Object.entries(acts))
    await problem(served.ask(at(call.id, what), json("POST", body, bob.login)), 404, "session/not-found");
  await problem(served.ask(at(call.id, "listen"), { headers: bob.login }), 404, "session/not-found");
  await problem(served.ask(at(call.id, "listen"), { headers: ada.login }), 409, "session/not-audible");
  await problem(
    served.ask(at(call.id, "transfer"), json("POST", { to: "javascript:1" }, ada.login)),
    422,
    "request/invalid",
  );
});

test("supervision: a call at another node is heard and spoken into from here", async () => {
  await using world = await SharedNodes.open();
  const [here, there] = world.nodes;
  const person = await signUpAt(here);
  await using call = await calling(there, person);
  await using listening = new Listening();
  const response = await listening.begin(`${here.url()}${at(call.id, "listen")}`, person.login);
  expect(response.status).toBe(200);
  await fetch(`${here.url()}${at(call.id, "say")}`, json("POST", { text: "From far away." }, person.login));
  await listening.until(({ agent }) => loud(agent));
  await using program = new Listening();
  await program.begin(`${here.url()}${at(call.id, "listen")}`, person.service);
  await fetch(`${here.url()}/v1/account/logins`, { method: "DELETE", headers: person.login });
  await listening.end();
  await fetch(`${here.url()}${at(call.id, "end")}`, json("POST", {}, person.service));
  await program.end();
  expect((await call.client.closed).code).toBe(1000);
});
