// Example flows as real calls: stored, started and called over the API, with recognition and voice. By voice they take
// the same path of nodes as in text.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type App, openApp } from "../../src/app.ts";
import { loudness } from "../../src/audio/frame.ts";
import { silentLog } from "../../src/base/log.ts";
import { readConfig } from "../../src/config.ts";
import { joined, pinkNoise, synthetic } from "../support/callers/callers.ts";
import { answer } from "../support/people.ts";
import { dial, type Phone } from "../support/callers/phone.ts";
import { json } from "../support/json-request.ts";

/** Backend on loopback with the tables and bookings of the flows. */
const booking = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url);
    if (request.headers.get("authorization") !== "Bearer s3cret") return new Response("", { status: 401 });
    if (pathname === "/v1/tables") return Response.json({ free: true, alternatives: [] });
    return pathname === "/v1/bookings" ? Response.json({ ref: "K7" }) : new Response("", { status: 404 });
  },
});
const crm = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request) =>
    new URL(request.url).pathname === "/accounts/315462"
      ? Response.json({ plan: "enterprise" })
      : new Response("", { status: 404 }),
});

let server: App;
let origin = "";
let login: { readonly authorization: string };
let service: { readonly "x-service-key": string };

beforeAll(async () => {
  const environment = {
    LOG_LEVEL: "silent",
    DATA_DIR: ":memory:",
    PASSWORD_MEMORY_MIB: "1",
    OUTBOUND_ALLOW: `127.0.0.1:${booking.port},127.0.0.1:${crm.port}`,
  };
  server = await openApp(readConfig(environment), { log: silentLog });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${server.app.server?.port}`;
  const person = json("POST", { email: "ada@example.com", password: "correct horse battery" });
  const { access_token } = await answer<{ access_token: string }>(fetch(`${origin}/auth/signup`, person));
  login = { authorization: `Bearer ${access_token}` };
  const made = fetch(`${origin}/auth/api-keys`, { method: "POST", headers: login });
  service = { "x-service-key": (await answer<{ key: string }>(made, 201)).key };
  const secret = json("PUT", { value: "s3cret", hosts: [`127.0.0.1:${booking.port}`] }, login);
  expect((await fetch(`${origin}/v1/secrets/BOOKING_KEY`, secret)).ok).toBe(true);
  await server.deps.speech?.ready;
}, 240_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await Promise.all([booking.stop(true), crm.stop(true)]);
});

/** An example with its hosts on loopback. */
async function exampleOf(name: string): Promise<string> {
  const text = await Bun.file(`public/flows/${name}.flow.yaml`).text();
  return text
    .replaceAll("https://booking.example.com", `http://127.0.0.1:${booking.port}`)
    .replaceAll("https://crm.example.com", `http://127.0.0.1:${crm.port}`);
}

/** Act of a caller: speech, keys, typing. */
type Act =
  /**
   * `until`: the agent's words when it has understood; on a bad line it may have to be said again. `right`: its
   * read-back when it is not sure.
   */
  | { readonly says: string; readonly until?: RegExp; readonly right?: RegExp }
  | { readonly keys: string }
  | { readonly types: string };

/** Number of times that the agent itself asks before it gives up. */
const triesMax = 3;

interface Call {
  readonly flow: string;
  readonly context?: object;
  readonly acts: readonly Act[];
  readonly noise?: boolean;
  /** Whether the agent waits for the caller's first words. */
  readonly callerBegins?: boolean;
}

interface Course {
  readonly nodes: readonly string[];
  readonly outcome: unknown;
  readonly said: string;
}

async function call({
  flow,
  context = {},
  acts,
  noise = false,
  callerBegins = false,
}: Call): Promise<Course> {
  const body = json("POST", { name: flow, yaml_content: await exampleOf(flow) }, service);
  const { id } = await answer<{ id: string }>(fetch(`${origin}/v1/flows`, body), 201);
  const started = fetch(`${origin}/v1/sessions`, json("POST", { flow_id: id, context }, service));
  const { ws_url } = await answer<{ ws_url: string }>(started);
  const line = noise
    ? pinkNoise(16_000 * 20, loudness(await synthetic("slt", "a table for four")) / 10, 7)
    : undefined;
  await using phone = await dial(ws_url, line);
  const course: { nodes: string[]; outcome: unknown; said: string[] } = {
    nodes: [],
    outcome: undefined,
    said: [],
  };
  let isOver = !callerBegins && (await listened(phone, course));
  for (const act of acts) {
    if (isOver) break;
    const until = "says" in act ? act.until : undefined;
    for (let tries = 0; tries < triesMax && !isOver; tries++) {
      const before = course.said.length;
      const answered = (): string => course.said.slice(before).join(" ");
      await perform(phone, act);
      isOver = await listened(phone, course);
      if ("says" in act && act.right?.test(answered()) === true && !isOver) {
        await perform(phone, { says: "yes it is" });
        isOver = await listened(phone, course);
      }
      if (until === undefined || until.test(answered())) break;
    }
  }
  return { ...course, said: course.said.join(" ") };
}

async function perform(phone: Phone, act: Act): Promise<void> {
  if ("says" in act) await phone.say(joined(await synthetic("rms", act.says), 150));
  else if ("keys" in act) phone.client.send({ type: "dtmf", data: { buttons: act.keys.split("") } });
  else phone.client.send({ type: "send-text", data: { content: act.types } });
}

/** Listens to the agent's next turn to its end; returns true when the call is over. A transfer is accepted at once. */
async function listened(phone: Phone, course: { nodes: string[]; outcome: unknown; said: string[] }) {
  for (;;) {
    const { type, data } = await phone.client.message(
      ({ type: kind, data: it }) =>
        kind === "bot-stopped-speaking" ||
        (kind === "bot-output" && it?.spoken_status === "completed") ||
        (kind === "server-message" &&
          ["flow_state", "flow_end", "transfer", "session_end"].includes(String(it?.type))),
    );
    if (type === "bot-stopped-speaking") return false;
    if (type === "bot-output") course.said.push(String(data?.text));
    else if (data?.type === "flow_state") course.nodes.push(String(data.state));
    else if (data?.type === "flow_end") course.outcome = data.outcome;
    else if (data?.type === "transfer")
      phone.client.send({ type: "client-message", id: "t", data: { t: "transfer.result", d: { ok: true } } });
    else return true;
  }
}

const minutes = 60_000;

test.concurrent(
  "flows: a table is booked by voice, everything at once and then corrected",
  async () => {
    const { nodes, outcome, said } = await call({
      flow: "table-booking",
      context: { guest: "Ada Lovelace", phone: "+33140123456" },
      acts: [
        { says: "a table for four tomorrow at half past seven" },
        { says: "no, make it five people" },
        { says: "yes please" },
      ],
    });
    expect([outcome, nodes.at(-1)]).toEqual(["booked", "done"]);
    expect(said).toContain("table for 5");
    expect(said).toContain("K, 7");
  },
  2 * minutes,
);

test.concurrent(
  "flows: a table is booked by voice on a line with noise, one answer at a time",
  async () => {
    const { outcome, said } = await call({
      flow: "table-booking",
      context: { guest: "Ada Lovelace", phone: "+33140123456" },
      acts: [
        { says: "for two people", until: /Which day/, right: /^2 people, is that right/ },
        { says: "tomorrow", until: /At what time/ },
        { says: "half past seven", until: /Shall I book it/, right: /7:30 p\.m\., is that right/ },
        // A bare yes is too short to be distinguished from noise.
        { says: "yes it is", until: /Booked/ },
      ],
      noise: true,
    });
    expect(said).toContain("table for 2");
    expect(outcome, said).toBe("booked");
  },
  2 * minutes,
);

test.concurrent(
  "flows: a call is routed by keys and voice, and put through",
  async () => {
    const { nodes, outcome } = await call({
      flow: "call-routing",
      acts: [{ says: "support" }, { keys: "315462" }, { keys: "1" }, { keys: "" }],
    });
    expect(nodes).toContain("find");
    expect(nodes).toContain("priority");
    expect(outcome).toBe("transferred");
  },
  2 * minutes,
);

test.concurrent(
  "flows: a reminder waits for the caller's hello, and hears what becomes of the appointment",
  async () => {
    const { nodes, outcome } = await call({
      flow: "appointment-reminder",
      context: { patient: "Grace Hopper", doctor: "Doctor Lee", day: "2026-11-24", at: "09:30" },
      callerBegins: true,
      acts: [{ types: "hello" }, { says: "yes" }, { says: "I will be there" }, { says: "five" }],
    });
    expect(nodes.slice(0, 3)).toEqual(["open", "remind", "rate"]);
    expect(outcome).toBe("keep");
  },
  2 * minutes,
);
