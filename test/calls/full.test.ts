// A real disk that fills up during calls: the calls continue, those that end meanwhile are settled without a restart as
// soon as there is room, and no acknowledged write is lost.

import { expect, test } from "bun:test";
import { checkData } from "../support/crash/crash-check.ts";
import { Acknowledged } from "../support/crash/crash-load.ts";
import { someTime } from "../support/crash/crash-moments.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";
import type { Program } from "../support/servers/program.ts";
import { random, type Random, seedOf } from "../support/random.ts";
import { json } from "../support/json-request.ts";
import { SmallWorld } from "../support/servers/small-world.ts";
import { tempFolder } from "../support/servers/store.ts";
import { until } from "../support/until.ts";
import { connect, type ReceivedMessages, type WsClient } from "../support/callers/ws-client.ts";

const episodes = process.env["LONG"] === "1" ? 30 : 3;
const seed = seedOf(20_261_124);
const diskMib = 12;
/** Number of callers, each with an account of its own, so that credits suffice: this clock runs sixty times as fast. */
const people = 3;
/** Limit for late settlements, and for the expiry of an unused token. */
const lateMsMax = 15_000;

/** Flow that waits for an hour (one minute here) again and again: it never ends a call by itself. */
const patience = `voice_flow: 1
id: patience
language: en
start: a
nodes:
  a: {wait: {event: never.comes}, timeout: 3600s, on_timeout: a, next: b}
  b: {end: done}
`;
const sentence = (n: number): string => `This is sentence ${n}.`;

/** A client that has its agent say one sentence after the other. */
class Talker {
  readonly sessionId: string;
  readonly client: WsClient;
  /** Sentences that were said completely. */
  said = 0;
  #leaving = false;
  readonly #gone: Promise<void>;

  constructor(sessionId: string, client: WsClient) {
    this.sessionId = sessionId;
    this.client = client;
    this.#gone = this.#talk();
  }

  /** Resolves when `count` more sentences were said. */
  async more(count: number): Promise<void> {
    const wanted = this.said + count;
    await until("sentence of a call that goes on", () => this.said >= wanted);
  }

  async leave(how: "end" | "close" | "vanish", told: Acknowledged): Promise<void> {
    this.#leaving = true;
    if (how === "vanish") (this.client.socket as WebSocket & { terminate(): void }).terminate();
    else if (how === "close") this.client.socket.close(1000);
    else this.client.send({ type: "client-message", data: { t: "end", d: { drain: false } } });
    await this.#gone;
    await this.client.closed;
    const end = this.client.messages.findLast((it) => it.data?.["type"] === "session_end")?.data;
    if (end === undefined) return;
    told.ends.set(this.sessionId, { reason: String(end["reason"]), durationMs: Number(end["duration_ms"]) });
  }

  async #talk(): Promise<void> {
    while (!this.#leaving) {
      const text = sentence(this.said);
      this.client.send({ type: "client-message", data: { t: "say", d: { text, interrupt: true } } });
      const isSaid = ({ type, data }: ReceivedMessages): boolean =>
        type === "bot-output" && data?.["text"] === text && data["spoken_status"] === "completed";
      const heard = await this.client.message(isSaid).catch(() => undefined);
      if (heard === undefined) return;
      this.said += 1;
    }
  }
}

interface Caller extends Person {
  readonly flowId: string;
}

class Episode {
  readonly #url: string;
  readonly #chance: Random;
  readonly #told: Acknowledged;
  readonly #people: Caller[] = [];
  #isOver = false;

  constructor(url: string, chance: Random, told: Acknowledged) {
    this.#url = url;
    this.#chance = chance;
    this.#told = told;
  }

  readonly ask = (path: string, init?: RequestInit): Promise<Response> => fetch(this.#url + path, init);

  async run(disk: SmallWorld): Promise<void> {
    for (let n = 0; n < people; n++) this.#people.push(await this.#signUp());
    const [stays, leaves] = [await this.#callAll(), await this.#callAll()];
    for (const person of this.#people) await this.#start(person);
    const writing = this.#people.map((person) => this.#write(person));
    await Promise.all([this.#fillUnder(stays, leaves, disk), ...writing]);
    await until("end of all", () => this.#areEnded(() => true), lateMsMax);
    for (const { login: headers } of this.#people) {
      const balance = await answer<object>(this.ask("/v1/credits/balance", { headers }));
      expect(balance).toMatchObject({ held_usd_cents: 0 });
    }
    // All words are there, also those said while the disk was full.
    for (const [n, { sessionId, said }] of stays.entries()) {
      const lines = new Set(await this.#linesOf(sessionId, this.#people[n]!));
      const all = Array.from({ length: said }, (_, i) => sentence(i));
      expect(all.filter((each) => !lines.has(each))).toEqual([]);
    }
  }

  async #fillUnder(stays: readonly Talker[], leaves: readonly Talker[], disk: SmallWorld): Promise<void> {
    await someTime(this.#chance, 0, 2_000);
    disk.fill();
    await until("refusal", () => this.#isFull());
    const left = leaves.map(async (talker) => {
      await someTime(this.#chance, 0, 1_500);
      await talker.leave(this.#chance.pick(["end", "close", "vanish"]), this.#told);
    });
    await Promise.all([...left, ...stays.map((talker) => talker.more(5))]);
    // Also long enough for the grace period of callers who vanished.
    await someTime(this.#chance, 600, 2_000);
    await until("refusal", () => this.#isFull());
    await Promise.all(stays.map((talker) => talker.more(5)));
    const ids = new Set(leaves.map(({ sessionId }) => sessionId));
    const haveEnds = (): Promise<boolean> => this.#areEnded((id) => ids.has(id));
    // The disk was too full to write their ends; otherwise the test would have nothing to settle late.
    expect(await haveEnds()).toBe(false);

    disk.empty();
    await until("end of those who left", haveEnds, lateMsMax);
    await Promise.all(stays.map((talker) => talker.more(5)));
    expect(await this.#isFull()).toBe(false);
    for (const talker of stays) await talker.leave("end", this.#told);
    this.#isOver = true;
  }

  /**
   * At this clock's speed the thread that reads flows has little time for each flow: the server answers 503, and the
   * caller asks again.
   */
  async #patiently(path: string, init: RequestInit): Promise<Response> {
    const response = await this.ask(path, init);
    return response.status === 503 ? await this.#patiently(path, init) : response;
  }

  async #signUp(): Promise<Caller> {
    const person = await signUpAt(this);
    const body = json("POST", { name: "patience", yaml_content: patience }, person.login);
    const { id: flowId } = await answer<{ id: string }>(this.#patiently("/v1/flows", body), 201);
    this.#told.flows.set(flowId, 1);
    this.#told.emails.push(person.email);
    this.#told.keys.push({ id: person.keyId, key: person.key });
    return { ...person, flowId };
  }

  /** Starts one call for each person. */
  async #callAll(): Promise<Talker[]> {
    const made = this.#people.map(async (person) => {
      const { session_id, ws_url } = await this.#start(person);
      const client = await connect(ws_url);
      await client.ready();
      return new Talker(session_id, client);
    });
    return await Promise.all(made);
  }

  async #start({ service, flowId }: Caller): Promise<{ session_id: string; ws_url: string }> {
    const asked = this.#patiently("/v1/sessions", json("POST", { flow_id: flowId }, service));
    const started = await answer<{ session_id: string; ws_url: string }>(asked);
    this.#told.sessions.push(started.session_id);
    return started;
  }

  /**
   * Stores flows, changes them and starts sessions until the episode is over, and remembers the acknowledged writes.
   */
  async #write(person: Person): Promise<void> {
    while (!this.#isOver) {
      if (this.#chance.chance(0.1)) {
        const started = await this.ask("/v1/sessions", json("POST", {}, person.service));
        const { session_id: id } = (await started.json()) as { session_id: string };
        if (started.ok) this.#told.sessions.push(id);
      } else await this.#store(person, 100);
      await someTime(this.#chance, 10, 100);
    }
  }

  /** Whether the disk has no room for a large flow. */
  async #isFull(): Promise<boolean> {
    return (await this.#store(this.#people[0]!, 60_000)) >= 500;
  }

  /** Stores a flow and sometimes changes it; returns the first response's status. */
  async #store({ login }: Person, characters: number): Promise<number> {
    const { flows } = this.#told;
    const body = { name: "x", yaml_content: `a: ${"x".repeat(characters)}` };
    const made = await this.#patiently("/v1/flows", json("POST", body, login));
    const { id } = (await made.json()) as { id: string };
    if (!made.ok) return made.status;
    flows.set(id, 1);
    if (this.#chance.chance(0.5)) return made.status;
    const changed = await this.ask(`/v1/flows/${id}`, json("PUT", { yaml_content: "b: 2" }, login));
    const { revision } = (await changed.json()) as { revision: number };
    if (changed.ok) flows.set(id, revision);
    return made.status;
  }

  async #areEnded(isMeant: (sessionId: string) => boolean): Promise<boolean> {
    for (const { login: headers } of this.#people) {
      const asked = this.ask("/v1/sessions", { headers });
      const rows = await answer<{ session_id: string; ended_at: number | null }[]>(asked);
      if (rows.some((row) => isMeant(row.session_id) && row.ended_at === null)) return false;
    }
    return true;
  }

  async #linesOf(sessionId: string, { login: headers }: Person): Promise<string[]> {
    const asked = this.ask(`/v1/sessions/${sessionId}`, { headers });
    const { transcript } = await answer<{ transcript: readonly { text: string }[] }>(asked);
    return transcript.map(({ text }) => text);
  }
}

function startServer(disk: SmallWorld): Program {
  const script = Bun.fileURLToPath(import.meta.resolve("../support/crash/crash-server.ts"));
  return disk.run([process.execPath, script], {
    env: {
      DATA_DIR: `${disk.path}/data`,
      PASSWORD_MEMORY_MIB: "1",
      CLOCK_ORIGIN: String(Date.now()),
      // Long enough to cut no call off for another reason.
      IDLE_SECONDS: "3600",
      CALL_MINUTES_MAX: "1440",
      REQUESTS_PER_MINUTE: "1000000",
    },
  });
}

test(
  `full: ${episodes} disks that fill up under running calls lose nothing, and recover without a restart (SEED=${seed})`,
  async () => {
    for (let n = 0; n < episodes; n++) {
      const told = new Acknowledged();
      await using disk = await SmallWorld.open(diskMib);
      await using server = startServer(disk);
      await new Episode(await server.url(), random(seed + n), told).run(disk);
      // Kills the server so that it writes nothing more: data that is right now was right before.
      server.child.kill("SIGKILL");
      const { out, err } = await server.ended();
      expect(`${out}${err}`).not.toMatch(/"event":"(session|call)\.bug"/);
      using folder = tempFolder();
      disk.copy("data", folder.file("data"));
      checkData(folder.file("data"), told);
    }
  },
  episodes * 60_000,
);
