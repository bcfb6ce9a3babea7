// Session lifetime script: clients connect, two at once or one after the other, talk, vanish, return and hang up. After
// each step the script checks the invariants.

import { expect } from "bun:test";
import { someTime } from "../crash/crash-moments.ts";
import { type Carrier, type Connection, offerTo, type OfferHabits, socketTo } from "./life-connection.ts";
import { answer } from "../people.ts";
import type { Random } from "../random.ts";
import { json } from "../json-request.ts";
import { until } from "../until.ts";

export interface House {
  readonly url: string;
  /** Headers of the paying account. */
  readonly service: Record<string, string>;
}

export type Goodbye = "end" | "delete" | "close";

/** Audio of the server that one client may still hear after another took its place; this machine may be busy, too. */
const echoMsMax = 3_000;
/** Time within which a connection is closed that was taken over, or whose session is over. */
const closingMsMax = 30_000;
/** A lost client has 30 s to return; a pulled cable is noticed after 6 s. */
const graceMsMax = 45_000;
const words = "I could go on like this all day, and nobody would ever stop me, because I like to talk.";

export class Life {
  readonly sessionId: string;
  /** Actions so far, for the analysis of a failure. */
  readonly story: string[] = [];
  /** End reason that the row must have. */
  endReason: string | undefined;
  readonly #house: House;
  readonly #token: string;
  readonly #chance: Random;
  readonly #connections: Connection[] = [];
  #here: Connection | undefined;
  #hasGivenUp = false;

  private constructor(house: House, token: string, sessionId: string, chance: Random) {
    this.#house = house;
    this.#token = token;
    this.sessionId = sessionId;
    this.#chance = chance;
  }

  static async begin(house: House, chance: Random): Promise<Life> {
    const { url, service } = house;
    const begin = (): Promise<Response> => fetch(`${url}/v1/sessions`, json("POST", {}, service));
    let started = await begin();
    // A server that lags behind its calls accepts no others for a moment.
    if (started.status === 503) await until("place", async () => (started = await begin()).status !== 503);
    const body = await answer<{ session_token: string; session_id: string }>(started);
    return new Life(house, body.session_token, body.session_id, chance);
  }

  /** The connection that has the call. */
  get here(): Connection {
    if (this.#here === undefined) throw new Error("Nobody is there");
    return this.#here;
  }

  async join(carrier: Carrier): Promise<void> {
    this.story.push(`join by ${carrier}`);
    const fresh = this.#open(carrier, { cable: this.#chance.chance(0.3) });
    const came = await fresh.came;
    // An aborted request may reach the server after this one, and is the newer one then.
    if (came === 4409 && this.#hasGivenUp) return this.join(carrier);
    expect(came).toBe("up");
    this.#here = fresh;
  }

  /** Two connect at once: one has the call in the end, and the other is notified. */
  async joinTwice(one: Carrier, two: Carrier): Promise<void> {
    this.story.push(`join by ${one} and ${two} at once`);
    const [a, b] = [this.#open(one), this.#open(two)];
    const came = await Promise.all([a.came, b.came]);
    await until(
      "end of one of two that came at once",
      () => a.end !== undefined || b.end !== undefined,
      closingMsMax,
    );
    const [left, stays] = a.end === undefined ? [b, a] : [a, b];
    const wasUp = came[left === a ? 0 : 1] === "up";
    // A connection replaced before it was up has no channel for the message.
    expect(wasUp || left.carrier === "socket" ? [4409] : [409, 4409, "gone"]).toContain(left.end ?? "up");
    expect([await stays.came, stays.end]).toEqual(["up", undefined]);
    this.#here = stays;
  }

  /** Another connection takes the place of the present one. */
  async takeOver(carrier: Carrier): Promise<void> {
    const old = this.here;
    await this.join(carrier);
    await until("end of the one before", () => old.end !== undefined, closingMsMax);
    expect(old.end).toBe(4409);
  }

  /** The client is lost, and returns. */
  async comeBack(carrier: Carrier): Promise<void> {
    this.story.push("vanish");
    this.here.vanish();
    if (this.#chance.chance(0.5)) await someTime(this.#chance, 0, 1_500);
    await this.join(carrier);
  }

  /** Sends offers without a possible call, and one without a session. None of them changes anything. */
  async offerBadly(): Promise<void> {
    this.story.push("offer badly");
    const bodies = [
      { sdp: "nonsense", type: "offer" },
      { sdp: "v=0\r\n", type: "answer" },
      { type: "offer" },
    ];
    const { status } = await this.#ask("POST", "/offer", this.#chance.pick(bodies));
    expect([400, 422]).toContain(status);
  }

  /** Aborts an offer at any point: it may be answered already, and even have the call. */
  async withdraw(): Promise<void> {
    this.story.push("withdraw an offer");
    const giveUp = new AbortController();
    this.#open("offer", { signal: giveUp.signal });
    this.#hasGivenUp = true;
    await someTime(this.#chance, 0, 40);
    giveUp.abort();
    await someTime(this.#chance, 20, 200);
  }

  /** The present client hears the agent, for a random time. */
  async talk(): Promise<void> {
    this.story.push("talk");
    const { here } = this;
    here.send({ type: "client-message", data: { t: "say", d: { text: words, interrupt: true } } });
    const from = performance.now();
    await until("voice of the agent", () => (here.heardAt.at(-1) ?? 0) > from);
    await someTime(this.#chance, 0, 2_000);
  }

  async hangUp(how: Goodbye): Promise<void> {
    this.story.push(`hang up by ${how}`);
    this.endReason = "caller";
    const { here } = this;
    if (how === "end") {
      const drain = this.#chance.chance(0.3);
      here.send({ type: "client-message", data: { t: "end", d: { drain } } });
      await until("goodbye", () => here.end !== undefined, closingMsMax);
      expect(here.end).toBe(1000);
    } else if (how === "delete" && here.carrier === "offer") {
      expect((await this.#ask("DELETE", `/offer/${here.pcId}`)).status).toBe(200);
    } else {
      here.close();
    }
  }

  /** The client is lost for good. */
  vanish(): void {
    this.story.push("vanish for good");
    this.endReason = this.here.carrier === "socket" ? "lost" : "caller";
    this.here.vanish();
  }

  /** After the end no client is admitted, none is left, and the agent never served two at once. */
  async over(msMax = graceMsMax): Promise<void> {
    const isOver = async (): Promise<boolean> => (await this.#ask("GET", this.#path)).status === 410;
    await until("end of the session", isOver, msMax);
    expect((await this.#ask("POST", "/offer", { sdp: "v=0\r\n", type: "offer" })).status).toBe(410);
    const left = (): Connection[] => this.#connections.filter(({ end }) => end === undefined);
    await until("end of all its connections", () => left().length === 0, closingMsMax);
    expect(this.#heardByTwo()).toEqual([]);
  }

  async close(): Promise<void> {
    for (const each of this.#connections) await each[Symbol.asyncDispose]();
  }

  get #path(): string {
    return `/v1/ws/${this.#token}`;
  }

  #open(carrier: Carrier, habits?: OfferHabits): Connection {
    const door = { url: this.#house.url, token: this.#token };
    const connection = carrier === "socket" ? socketTo(door) : offerTo(door, habits);
    this.#connections.push(connection);
    return connection;
  }

  #ask(method: string, path: string, body?: unknown): Promise<Response> {
    const url = `${this.#house.url}${path}?token=${this.#token}`;
    return fetch(url, body === undefined ? { method } : json(method, body));
  }

  /** Pairs of connections that heard the agent at the same time, with the duration in milliseconds. */
  #heardByTwo(): string[] {
    const spans = this.#connections
      .map(({ carrier, heardAt }) => ({ carrier, from: heardAt[0] ?? 0, to: heardAt.at(-1) ?? 0 }))
      .filter(({ to }) => to > 0);
    return spans.flatMap((one, i) =>
      spans.slice(i + 1).flatMap((two) => {
        const ms = Math.min(one.to, two.to) - Math.max(one.from, two.from);
        return ms > echoMsMax ? [`${one.carrier} and ${two.carrier}: ${Math.round(ms)} ms`] : [];
      }),
    );
  }
}
