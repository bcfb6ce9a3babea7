// Session connection: a client's connection to a session, over a socket or over WebRTC. It records its opening, the
// times of the agent's audio, and its end.

import { Refused, RtcCaller } from "./rtc-caller.ts";
import { until } from "../until.ts";
import { connect, type ReceivedMessages, type WsClient } from "./ws-client.ts";

export type Carrier = "socket" | "offer";

/**
 * The status that refused the connection, or the code that closed it; "gone": it ended without a message, or by
 * ourselves.
 */
export type End = number | "gone";

export interface Connection extends AsyncDisposable {
  readonly carrier: Carrier;
  /** "up" when the agent has greeted, or the earlier end of the connection. */
  readonly came: Promise<"up" | End>;
  readonly end: End | undefined;
  /** Times of the agent's audio, on the axis of `performance.now()`. */
  readonly heardAt: readonly number[];
  /** Id of an answered peer connection. */
  readonly pcId: string;
  send(message: object): void;
  /** Closes like a client that has finished. */
  close(): void;
  /** Vanishes like a client whose process or network is gone, without a goodbye. */
  vanish(): void;
}

export interface Door {
  /** Address of the server. */
  readonly url: string;
  readonly token: string;
}

export interface OfferHabits {
  /** Aborts the offer. */
  readonly signal?: AbortSignal;
  /** True if the connection has a cable that can be pulled: then even the closing of its peer is invisible. */
  readonly cable?: boolean;
}

export function socketTo(door: Door): Connection {
  return new SocketConnection(door);
}

export function offerTo(door: Door, habits: OfferHabits = {}): Connection {
  return new OfferConnection(door, habits);
}

class SocketConnection implements Connection {
  readonly carrier = "socket";
  readonly pcId = "";
  readonly came: Promise<"up" | End>;
  end: End | undefined;
  readonly #address: string;
  #client: WsClient | undefined;

  constructor({ url, token }: Door) {
    this.#address = `${url}/v1/ws/${token}`;
    this.came = this.#come();
  }

  get heardAt(): readonly number[] {
    return this.#client?.audio.map(({ at }) => at) ?? [];
  }

  send(message: object): void {
    this.#client?.send(message);
  }

  close(): void {
    void this.#client?.close();
  }

  vanish(): void {
    (this.#client?.socket as (WebSocket & { terminate(): void }) | undefined)?.terminate();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.came;
    await this.#client?.close();
  }

  async #come(): Promise<"up" | End> {
    try {
      this.#client = await connect(this.#address);
    } catch {
      // A refused socket does not learn the reason.
      return (this.end = (await fetch(this.#address)).status);
    }
    const { closed } = this.#client;
    void closed.then(({ code }) => (this.end = code));
    return await this.#client.ready().then(
      () => "up",
      async () => (await closed).code,
    );
  }
}

/** Number of polls after which the server is asked, too. */
const looksPerQuestion = 20;
/** The server abandons an offer without a connection after 20 s. */
const comingMsMax = 25_000;

class OfferConnection implements Connection {
  readonly carrier = "offer";
  readonly came: Promise<"up" | End>;
  readonly #door: Door;
  #caller: RtcCaller | undefined;
  #own: End | undefined;

  constructor(door: Door, habits: OfferHabits) {
    this.#door = door;
    this.came = this.#come(habits);
  }

  get pcId(): string {
    return this.#caller?.pcId ?? "";
  }

  get heardAt(): readonly number[] {
    return this.#caller?.ear.loudAt ?? [];
  }

  get end(): End | undefined {
    if (this.#own !== undefined || this.#caller === undefined) return this.#own;
    const { messages, peer, channel } = this.#caller;
    const told = messages.find((it) => it.data?.["type"] === "session_end")?.data?.["code"];
    if (told !== undefined) return Number(told);
    const isBroken = peer.connectionState === "failed" || peer.connectionState === "closed";
    return isBroken || channel?.readyState === "closed" ? "gone" : undefined;
  }

  send(message: object): void {
    this.#caller?.send(message);
  }

  close(): void {
    this.#own = this.end ?? "gone";
    this.#caller?.peer.close();
  }

  vanish(): void {
    this.#caller?.vanish();
    this.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.came;
    await this.#caller?.[Symbol.asyncDispose]();
  }

  async #come({ signal, cable }: OfferHabits): Promise<"up" | End> {
    const { url, token } = this.#door;
    try {
      this.#caller = await RtcCaller.begin({
        url,
        query: `?token=${token}`,
        ...(signal === undefined ? {} : { signal }),
        ...(cable === true ? { network: {} } : {}),
      });
    } catch (error) {
      if (signal?.aborted !== true && !(error instanceof Refused)) throw error;
      return (this.#own = error instanceof Refused ? error.status : "gone");
    }
    await this.#greeted(this.#caller);
    return this.end ?? "up";
  }

  /** Resolves when the agent has greeted, or the connection no longer exists. */
  async #greeted(caller: RtcCaller): Promise<void> {
    const isGreeting = ({ type }: ReceivedMessages): boolean => type === "bot-ready";
    let asked = false;
    let looks = 0;
    await until(
      "greeting, or end of a connection",
      async () => {
        if (!asked && caller.channel?.readyState === "open") {
          caller.send({ label: "rtvi-ai", type: "client-ready", id: "ready", data: { version: "2.1.0" } });
          asked = true;
        }
        if (caller.messages.some(isGreeting) || this.end !== undefined) return true;
        looks += 1;
        if (looks % looksPerQuestion === 0 && !(await this.#isKnown())) this.#own = "gone";
        return false;
      },
      comingMsMax,
    );
  }

  /** Whether the server has this peer connection: a connection closed before it was up gets no message. */
  async #isKnown(): Promise<boolean> {
    const { url, token } = this.#door;
    const body = JSON.stringify({ candidates: [] });
    const answer = await fetch(`${url}/offer/${this.pcId}?token=${token}`, { method: "PATCH", body });
    return answer.ok;
  }
}
