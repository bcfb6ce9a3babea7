// Fuzz test of every operation of the API document, from its own schemas: the document declares each response, and
// allowed requests are accepted.

import { expect, test } from "bun:test";
import { wallClock } from "../../src/base/clock.ts";
import { Invitation } from "../../src/cloud/invitation.ts";
import {
  closed,
  type DeclaredAnswer,
  misfit,
  type Operation,
  operationsOf,
} from "../support/fuzz/api-document.ts";
import { fuzzedRequest, type FuzzedRequest } from "../support/fuzz/api-request.ts";
import { ApiWorld } from "../support/fuzz/api-world.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { random, seedOf } from "../support/random.ts";
import { RawSocket } from "../support/callers/raw-socket.ts";
import { isRecord } from "../support/fuzz/schema-value.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";
import { type TestServer, serveTest } from "../support/servers/served.ts";

const count = process.env["LONG"] === "1" ? 50_000 : 2_500;
const seed = seedOf(20_261_121);
/** New accounts never meet their limits. */
const requestsPerWorld = 250;

const environment = {
  ENGINE_AUTH: "required",
  AUTH_PER_MINUTE: "1000000000",
  LOGIN_FAILURES_PER_MINUTE: "1000000000",
  REQUESTS_PER_MINUTE: "1000000000",
  CHECKS_PER_MINUTE: "1000000000",
  // As long as the document allows.
  RECORDING_DAYS: "3650",
  RETENTION_WORDS_DAYS: "3650",
  RETENTION_VALUES_DAYS: "3650",
  RETENTION_NUMBERS_DAYS: "3650",
  ENGINE_OPEN_SESSIONS_MAX: "10000",
};

/** Headers of every response, or without meaning for clients. */
const common = new Set([
  "x-request-id",
  "x-content-type-options",
  "referrer-policy",
  "content-type",
  "content-length",
  "content-encoding",
  "content-security-policy",
  "permissions-policy",
  "cache-control",
  "connection",
  "vary",
  "access-control-allow-origin",
  "access-control-expose-headers",
]);

/** Routes that need a running call; this test has no calls. */
const withoutCalls = new Set([
  "get /v1/calls/{call_id}/test",
  "post /v1/flows/{flow_id}/replay/{call_id}",
  "post /v1/calls/{call_id}/deliveries/{delivery_id}/retry",
  "get /v1/sessions/{session_id}/recording",
  // This route needs a mail server: test/routes/account/account-mail.test.ts.
  "post /auth/password/mail",
  "post /v1/account/confirmation",
  "post /auth/confirmation",
  // This route is for a browser with a cookie: test/routes/account/page-session.test.ts.
  "post /auth/session",
  // An outgoing call needs a PBX: test/phone/outgoing-pbx.test.ts.
  "get /v1/phone/calls/{call_id}",
  "delete /v1/phone/calls/{call_id}",
  // Asterisk connects here as a WebSocket: test/phone/asterisk-calls.test.ts.
  "get /v1/phone/asterisk/{call}",
  // Only pages begin these sessions: test/routes/call/embed-sessions.test.ts.
  "post /v1/embeds/{embed}/sessions",
  // The body of these routes is a sound: test/calls/sounds/account-sounds.test.ts.
  "put /v1/sounds/{name}",
  "get /v1/sounds/{name}",
  "delete /v1/sounds/{name}",
  // A page and its look for the holder of an embed's token: test/pages/widget.test.ts, test/pages/console.
  "get /talk/{embed}",
  "get /v1/embeds/{embed}/brand",
  // test/routes/privacy tests ended sessions and erasures.
  "delete /v1/sessions/{session_id}",
  "get /v1/erasures/{erasure_id}",
  "get /v1/export",
  // Routes of running calls: test/routes/call/supervision.test.ts.
  "get /v1/sessions/{session_id}/listen",
  "post /v1/sessions/{session_id}/say",
  "post /v1/sessions/{session_id}/transfer",
]);

/**
 * Routes of the owner alone, who sends no requests here: test/routes/account/people.test.ts,
 * test/routes/system-routes.test.ts.
 */
const isOfOwner = (name: string): boolean => / \/v1\/(?:people|invitations|system)/.test(name);

/** Statuses of flawed requests only. */
const forFlaws = new Set([
  "request/invalid-json",
  "request/invalid",
  "request/bad-query",
  "request/too-large",
  "request/media-type",
  "request/not-found",
  "origin/refused",
  "auth/required",
  "auth/wrong-kind",
]);

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

test(`schema fuzz: ${count} requests get declared answers (SEED=${seed})`, async () => {
  const dice = random(seed);
  const invitation = new Invitation(wallClock);
  const speech = {
    ready: Promise.resolve(),
    stt: scriptedStt(),
    tts: hummingTts(),
    vad: loudnessVad(),
  };
  await using kept = await chosenStore();
  const { store } = kept;
  await using served = await serveTest(environment, { invitation, speech, store });
  const operations = await operationsOf(served);
  const seen = new Map(operations.map(({ name }) => [name, new Set<string>()]));
  let world = await ApiWorld.open({ served, store, dice, invitation });
  const isLetIn = (name: string): boolean => [...(seen.get(name) ?? [])].some((each) => each < "4");
  const notLetIn = (): readonly Operation[] =>
    operations.filter(({ name }) => !withoutCalls.has(name) && !isOfOwner(name) && !isLetIn(name));
  // Further requests follow when chance left an operation out, such as one that needs an id from another request.
  for (let i = 0; i < count || (i < 3 * count && notLetIn().length > 0); i++) {
    if (i % requestsPerWorld === requestsPerWorld - 1)
      world = await ApiWorld.open({ served, store, dice, invitation });
    const waiting = notLetIn();
    // Routes without success so far get more and better requests.
    const isDirected = waiting.length > 0 && dice.chance(0.2);
    const operation = dice.pick(isDirected ? waiting : operations);
    const request = fuzzedRequest(operation, world, { dice, saneShare: isDirected ? 1 : 0.5 });
    const { flaws } = request;
    if ("101" in operation.responses && flaws.size === 0 && dice.chance(0.5)) {
      seen.get(operation.name)?.add(await upgraded(served, request));
      continue;
    }
    const answer = await ask(served, request);
    const body = bodyIn(answer);
    const wrong =
      undeclared(operation, answer, body) ??
      unfair(request, answer, body) ??
      unexpected(served) ??
      told(world, answer, body);
    if (wrong !== undefined)
      throw new Error(`Request ${i} (SEED=${seed}): ${shown(request, answer)}\n${wrong}`);
    seen.get(operation.name)?.add(`${answer.status} ${codeIn(body)}`.trim());
    if (answer.status < 400) world.learn(operation.name, body);
  }
  expect(notLetIn().map(({ name }) => [name, ...(seen.get(name) ?? [])])).toEqual([]);
}, 600_000);

async function ask(served: TestServer, { operation, path, headers, body }: FuzzedRequest): Promise<Answer> {
  const init = { method: operation.method, headers, ...(body === undefined ? {} : { body }) };
  const response = await served.ask(path, init);
  const { status, headers: got } = response;
  // Listening ends with its session, which waits here for no client.
  if (status === 200 && operation.name.endsWith("/listen")) {
    await response.body?.cancel();
    return { status, headers: got, text: "" };
  }
  return { status, headers: got, text: await response.text() };
}

/** Uses a real socket, because only that can be upgraded. */
async function upgraded(served: TestServer, { operation, path, headers }: FuzzedRequest): Promise<string> {
  await using socket = await RawSocket.open(Number(new URL(served.url()).port), path, headers);
  const status = String(socket.status);
  if (status >= "500" || !(status in operation.responses))
    throw new Error(`${path.slice(0, 300)}: ${status}`);
  return status;
}

/** Undeclared parts of a response. */
function undeclared({ responses }: Operation, answer: Answer, body: unknown): string | undefined {
  const { status, headers, text } = answer;
  const declared = responses[status];
  if (declared === undefined) return `status ${status} is not declared: ${text.slice(0, 300)}`;
  if (!headers.has("x-request-id")) return "no request id";
  return headersBeside(declared, answer) ?? contentBeside(declared, answer, body);
}

function headersBeside({ headers: declared = {} }: DeclaredAnswer, { headers }: Answer): string | undefined {
  const promised = Object.keys(declared).map((name) => name.toLowerCase());
  // Only a request from a page sets its cookie.
  const missing = promised.find((name) => name !== "set-cookie" && !headers.has(name));
  if (missing !== undefined) return `the header ${missing} is declared and missing`;
  const surplus = [...headers.keys()].find((name) => !common.has(name) && !promised.includes(name));
  return surplus === undefined ? undefined : `the header ${surplus} is not declared`;
}

function contentBeside({ content }: DeclaredAnswer, answer: Answer, body: unknown): string | undefined {
  const { status, headers, text } = answer;
  const type = headers.get("content-type")?.replace(/;.*/, "");
  if (content === undefined) return text === "" ? undefined : "a body where none is declared";
  const described = type === undefined ? undefined : content[type];
  if (described?.schema === undefined) return `the content type ${type} is not declared`;
  if (type?.endsWith("json") === true) {
    const wrong = misfit(closed(described.schema), body);
    if (wrong !== undefined) return `the body does not fit its schema at ${wrong}`;
  }
  if (status < 400) return undefined;
  const code = codeIn(body);
  if (!(code in (described.examples ?? {}))) return `the code ${code} is not declared`;
  return isRecord(body) && body["status"] === status ? undefined : "two different statuses";
}

/** Refusals without a flaw, or acceptance with one. */
function unfair({ flaws }: FuzzedRequest, { status }: Answer, body: unknown): string | undefined {
  const code = codeIn(body);
  // "All places taken" is a valid answer, too.
  if (status >= 500 && code !== "calls/limit") return `status ${status}`;
  if (flaws.size === 0)
    return forFlaws.has(code) ? `refused as ${code}, and nothing is wrong with it` : undefined;
  // Forbidden clients get that refusal before any other.
  const isRefused = code === "origin/refused" || code === "account/owner-only";
  if (flaws.has("origin")) return isRefused ? undefined : "a foreign origin was let in";
  if (flaws.has("credentials")) return status === 401 ? undefined : "let in without the right credentials";
  if (status < 400 && (flaws.has("body") || flaws.has("query")))
    return "let in, and it does not fit the schema";
  return undefined;
}

function unexpected({ events }: TestServer): string | undefined {
  const error = events.find(({ level }) => level === "error");
  events.length = 0;
  return error === undefined ? undefined : `logged ${JSON.stringify(error)}`;
}

function told({ secrets }: ApiWorld, { text }: Answer, body: unknown): string | undefined {
  // Two access tokens of the same second are equal.
  const token = isRecord(body) ? body["access_token"] : undefined;
  const rest = typeof token === "string" ? text.replace(token, "") : text;
  return [...secrets].some((secret) => rest.includes(secret)) ? "a secret is in the body" : undefined;
}

function bodyIn({ headers, text }: Answer): unknown {
  const isJson = /[/+]json\b/.test(headers.get("content-type") ?? "");
  return isJson && text !== "" ? (JSON.parse(text) as unknown) : undefined;
}

function codeIn(body: unknown): string {
  return isRecord(body) && typeof body["code"] === "string" && "request_id" in body ? body["code"] : "";
}

function shown({ operation, path, headers, body, flaws }: FuzzedRequest, answer: Answer): string {
  const asked = `${operation.name} as ${path.slice(0, 300)} ${JSON.stringify(headers)} ${body?.slice(0, 500) ?? ""}`;
  return `${asked}\n${answer.status} ${answer.text.slice(0, 500)}\nflaws: ${[...flaws].join(", ") || "none"}`;
}
