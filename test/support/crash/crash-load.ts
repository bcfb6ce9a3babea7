// Crash load: actions of people on a server that may be killed at any moment, and every success that it reported to
// them.

import type { Moments } from "./crash-moments.ts";
import type { Random } from "../random.ts";
import { connect, type WsClient } from "../callers/ws-client.ts";

/** Answered requests, whose data must never be lost. */
export class Acknowledged {
  readonly emails: string[] = [];
  readonly keys: { readonly id: string; readonly key: string }[] = [];
  /** Last acknowledged revision of each flow, by id. */
  readonly flows = new Map<string, number>();
  readonly sessions: string[] = [];
  /** By id: sessions whose clients received the end. */
  readonly ends = new Map<string, { readonly reason: string; readonly durationMs: number }>();
}

interface Visitor {
  readonly url: string;
  readonly chance: Random;
  readonly told: Acknowledged;
  readonly moments: Moments;
  readonly habit: keyof typeof habits;
}

/** Habits of people: a little of everything, or one thing. */
const habits = {
  busy: [signUp, saveFlow, changeFlow, startSession, talk],
  talking: [talk],
  staying: [stay],
  returning: [comeBack],
  joining: [signUp],
  writing: [saveFlow, changeFlow],
  starting: [startSession],
  leaving: [hangUp],
};

/** Acts repeatedly until the server is gone. */
export async function useUntilGone(visitor: Visitor): Promise<void> {
  const acts: readonly ((visitor: Visitor) => Promise<unknown>)[] = habits[visitor.habit];
  for (;;) {
    try {
      await visitor.chance.pick(acts)(visitor);
    } catch {
      const alive = await fetch(`${visitor.url}/health`).catch(() => undefined);
      if (alive === undefined) return;
    }
  }
}

async function ask<T>(url: string, init: RequestInit): Promise<T | undefined> {
  const response = await fetch(url, init);
  // A status alone is no answer: the body may be missing.
  const body = (await response.json()) as T;
  return response.ok ? body : undefined;
}

function post(body: unknown, headers: object = {}): RequestInit {
  const type = { "content-type": "application/json" };
  return { method: "POST", headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

async function signUp({ url, told, moments }: Visitor): Promise<void> {
  const email = `${crypto.randomUUID()}@example.com`;
  const body = { email, password: "correct horse battery" };
  const login = await moments.during("signup", () =>
    ask<{ access_token: string }>(`${url}/auth/signup`, post(body)),
  );
  if (login === undefined) return;
  told.emails.push(email);
  const headers = { authorization: `Bearer ${login.access_token}` };
  const made = await moments.during("key", () =>
    ask<{ key: string; key_id: string }>(`${url}/auth/api-keys`, { method: "POST", headers }),
  );
  if (made !== undefined) told.keys.push({ id: made.key_id, key: made.key });
}

function withKey({ chance, told }: Visitor): object {
  return { "x-service-key": chance.pick(told.keys.slice(-20)).key };
}

const source = (text: string): string =>
  `voice_flow: 1\nid: x\nlanguage: en\nstart: a\nnodes: {a: {end: done}}\n# ${text}\n`;

async function saveFlow(visitor: Visitor): Promise<void> {
  if (visitor.told.keys.length === 0) return signUp(visitor);
  const body = { name: "x", yaml_content: source("first") };
  const flow = await visitor.moments.during("flow", () =>
    ask<{ id: string }>(`${visitor.url}/v1/flows`, post(body, withKey(visitor))),
  );
  if (flow !== undefined) visitor.told.flows.set(flow.id, 1);
}

async function changeFlow(visitor: Visitor): Promise<void> {
  const { url, told, chance, moments } = visitor;
  if (told.keys.length === 0) return signUp(visitor);
  const headers = withKey(visitor);
  const flow = await ask<{ id: string }>(
    `${url}/v1/flows`,
    post({ name: "x", yaml_content: "a: 1" }, headers),
  );
  if (flow === undefined) return;
  told.flows.set(flow.id, 1);
  const body = { yaml_content: source(String(chance.int(0, 1e9))) };
  const init = { ...post(body, headers), method: "PUT" };
  const changed = await moments.during("flow", () =>
    ask<{ revision: number }>(`${url}/v1/flows/${flow.id}`, init),
  );
  if (changed !== undefined) told.flows.set(flow.id, changed.revision);
}

interface Started {
  readonly session_id: string;
  readonly ws_url: string;
}

async function startSession(visitor: Visitor): Promise<Started | undefined> {
  if (visitor.told.keys.length === 0) {
    await signUp(visitor);
    return undefined;
  }
  const started = await visitor.moments.during("session", () =>
    ask<Started>(`${visitor.url}/v1/sessions`, post({}, withKey(visitor))),
  );
  if (started !== undefined) visitor.told.sessions.push(started.session_id);
  return started;
}

async function talk(visitor: Visitor): Promise<void> {
  const { chance, moments } = visitor;
  const started = await startSession(visitor);
  if (started === undefined) return;
  const client = await connect(started.ws_url);
  await client.ready();
  await moments.during("call", async () => {
    for (let turns = chance.int(0, 150); turns > 0; turns--) {
      client.send({ type: "send-text", data: { content: chance.pick(["time", "number", "help"]) } });
      const heard = await client.message("bot-started-speaking").catch(() => "over");
      if (heard === "over") break; // The agent gave up, or the account could not pay.
    }
  });
  if (chance.chance(0.3)) (client.socket as WebSocket & { terminate(): void }).terminate();
  else client.send({ type: "client-message", data: { t: "end", d: { drain: chance.chance(0.5) } } });
  await client.closed;
  hearEnd(visitor, started, client);
}

/** A call that ends in the middle of the greeting: only its settlement remains. */
async function hangUp(visitor: Visitor): Promise<void> {
  const started = await startSession(visitor);
  if (started === undefined) return;
  const client = await connect(started.ws_url);
  await client.ready();
  await client.message("bot-started-speaking");
  await visitor.moments.during("settle", async () => {
    client.send({ type: "client-message", data: { t: "end", d: { drain: false } } });
    await client.message("session_end");
  });
  await client.closed;
  hearEnd(visitor, started, client);
}

/** A client that loses its connection again and again, and returns at once. */
async function comeBack(visitor: Visitor): Promise<void> {
  const { chance, moments } = visitor;
  const started = await startSession(visitor);
  if (started === undefined) return;
  for (let times = chance.int(2, 6); times > 0; times--) {
    await moments.during("call", async () => {
      const client = await connect(started.ws_url);
      await client.ready();
      client.send({ type: "send-text", data: { content: "time" } });
      await client.message("bot-started-speaking");
      (client.socket as WebSocket & { terminate(): void }).terminate();
      await client.closed;
    });
  }
  const client = await connect(started.ws_url);
  await client.ready();
  client.send({ type: "client-message", data: { t: "end", d: { drain: false } } });
  await client.closed;
  hearEnd(visitor, started, client);
}

function hearEnd({ told }: Visitor, { session_id: id }: Started, { messages }: WsClient): void {
  const end = messages.findLast((it) => it.data?.["type"] === "session_end")?.data;
  if (end === undefined) return;
  told.ends.set(id, { reason: String(end["reason"]), durationMs: Number(end["duration_ms"]) });
}

/** Makes the agent speak for minutes, until the call is ended. */
async function stay(visitor: Visitor): Promise<void> {
  const started = await startSession(visitor);
  if (started === undefined) return;
  const client = await connect(started.ws_url);
  await client.ready();
  await visitor.moments.during("call", async () => {
    for (;;) {
      const text = "I could go on like this all day.";
      client.send({ type: "client-message", data: { t: "say", d: { text, interrupt: true } } });
      await client.message("bot-stopped-speaking");
    }
  });
}
