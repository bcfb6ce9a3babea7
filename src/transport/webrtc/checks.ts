// Checks of ICE (RFC 8445): how many ways a connection tries, and how fast. Whoever is tried has asked for nothing yet, so
// an offer is worth a few packets to each of a few addresses, and all offers together are worth no flood.

import type { RTCIceTransport } from "werift";
import type { Clock } from "../../base/clock.ts";
import { Bucket } from "../bucket.ts";

type Connection = RTCIceTransport["connection"];
type Pair = Connection["candidatePairs"][number];

/** Addresses of a peer, told or seen; a phone or a laptop has fewer than ten. */
const addressesMax = 20;
/** Pairs of an address of ours and one of a peer's; RFC 8445, 6.1.2.5, asks for a limit and has 100 as an example. */
const pairsMax = 64;

/** RFC 8445, 14.2: one agent begins a transaction each 50 ms; the first addresses need not wait for each other. */
const ofOne = { size: 20, perSecond: 1_000 / 50 } as const;
/** RFC 8445, 14.2: all agents of one program together send no more often than each 5 ms. */
const ofAll = { size: 20, perSecond: 1_000 / 5 } as const;

/** Counts the checks of all connections of this process. One that is beyond its time is like one lost on the way. */
export class CheckPace {
  readonly #clock: Pick<Clock, "now">;
  readonly #all: Bucket;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
    this.#all = new Bucket(clock.now(), ofAll);
  }

  /** For one connection: whether another check may leave now. */
  open(): () => boolean {
    const own = new Bucket(this.#clock.now(), ofOne);
    return () => {
      const now = this.#clock.now();
      return own.take(1, now) === 1 && this.#all.take(1, now) === 1;
    };
  }
}

/** Whether one more address may be told for this connection; one that is known already is none. */
export function hasRoom({ remoteCandidates }: Connection, [host, port]: readonly [string, number]): boolean {
  return (
    remoteCandidates.length < addressesMax &&
    !remoteCandidates.some((it) => it.host === host && it.port === port)
  );
}

export function hasRoomForPair({ candidatePairs }: Connection): boolean {
  return candidatePairs.length < pairsMax;
}

/** Whether a check that came in may make its sender known: it does, when it is new, and takes an address and a pair. */
export function mayLearn(connection: Connection, [host, port]: readonly [string, number]): boolean {
  const { remoteCandidates, candidatePairs } = connection;
  const known = remoteCandidates.find((it) => it.host === host && it.port === port);
  if (known === undefined) return remoteCandidates.length < addressesMax && candidatePairs.length < pairsMax;
  return (
    candidatePairs.length < pairsMax ||
    candidatePairs.some(({ remoteCandidate }) => remoteCandidate === known)
  );
}

const paced = new WeakSet<object>();

/**
 * Lets checks pass only as `maySend` says. werift begins one each 20 ms, repeats it four times within a second and a half,
 * and knows no other connection.
 */
export function paceChecks(connection: Connection, maySend: (host: string, port: number) => boolean): void {
  if (paced.has(connection)) return;
  paced.add(connection);
  const start: unknown = Reflect.get(connection, "checkStart");
  if (typeof start !== "function") throw new Error("werift begins its checks elsewhere in this version");
  Reflect.set(connection, "checkStart", (pair: Pair): unknown => {
    paceProtocol(pair.protocol, maySend);
    return Reflect.apply(start, connection, [pair]);
  });
}

function paceProtocol(protocol: Pair["protocol"], maySend: (host: string, port: number) => boolean): void {
  if (paced.has(protocol)) return;
  paced.add(protocol);
  const send = protocol.sendStun.bind(protocol);
  protocol.sendStun = async (message, address) => {
    if (message.messageClass !== bindingRequest || maySend(...address)) await send(message, address);
  };
}

/** RFC 8489, 5: the class bits of a request. */
const bindingRequest = 0;
