// ICE check limits: how many candidate pairs a connection tries (RFC 8445), and how fast. The owner of an address
// that is tried has asked for nothing yet, so an offer is worth a few packets to each of a few addresses, and all
// offers together are worth no flood.

import type { RTCIceTransport } from "werift";
import type { Clock } from "../../base/clock.ts";
import { TokenBucket } from "../../base/limits/token-bucket.ts";

type Connection = RTCIceTransport["connection"];
type Pair = Connection["candidatePairs"][number];

/** Addresses of a peer, named in candidates or seen in checks; a phone or a laptop has fewer than ten. */
const addressesMax = 20;
/** Pairs of an address of ours and one of a peer's; RFC 8445, 6.1.2.5, asks for a limit and has 100 as an example. */
const pairsMax = 64;

/** RFC 8445, 14.2: one agent begins a check each 50 ms. */
const ofOne = { size: 1, perSecond: 1_000 / 50 } as const;
/** RFC 8445, 14.2: all agents of one program together send no more often than each 5 ms. */
const ofAll = { size: 4, perSecond: 1_000 / 5 } as const;

/** When checks may go to addresses that have said nothing yet. */
export interface ConnectionPace {
  readonly mayBegin: () => boolean;
  readonly mayRepeat: () => boolean;
}

/** Counts the checks of all connections of this process. */
export class CheckPace {
  readonly #clock: Pick<Clock, "now">;
  readonly #all: TokenBucket;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
    this.#all = new TokenBucket(clock.now(), ofAll);
  }

  /** For one connection. */
  open(): ConnectionPace {
    const connectionBucket = new TokenBucket(this.#clock.now(), ofOne);
    const mayRepeat = (): boolean => this.#all.take(1, this.#clock.now()) === 1;
    return { mayRepeat, mayBegin: () => connectionBucket.take(1, this.#clock.now()) === 1 && mayRepeat() };
  }
}

/** Whether this connection may get one more address; one that is known already does not count. */
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
  const candidate = remoteCandidates.find((it) => it.host === host && it.port === port);
  if (candidate === undefined)
    return remoteCandidates.length < addressesMax && candidatePairs.length < pairsMax;
  return (
    candidatePairs.length < pairsMax ||
    candidatePairs.some(({ remoteCandidate }) => remoteCandidate === candidate)
  );
}

const paced = new WeakSet<object>();

export interface PaceOptions extends ConnectionPace {
  /** Whether a peer has shown that it is there. */
  readonly isKnown: (host: string, port: number) => boolean;
}

/**
 * werift begins a check each 20 ms, repeats it four times within a second and a half, and knows of no other connection.
 * Here one begins when its time has come, so that no address is left out, and a repetition that comes too soon is
 * like one lost on the way. Peers that are known to be there wait for nothing.
 */
export function paceChecks(connection: Connection, options: PaceOptions): void {
  if (paced.has(connection)) return;
  paced.add(connection);
  const schedule = privateMethod(connection, "schedulingChecks");
  const start = privateMethod(connection, "checkStart");
  Reflect.set(connection, "schedulingChecks", () => {
    const waits = connection.candidatePairs.some(({ state }) => state === frozen || state === waiting);
    return (waits && !options.mayBegin()) || schedule();
  });
  Reflect.set(connection, "checkStart", (pair: Pair) => {
    paceProtocol(pair.protocol, options);
    return start(pair);
  });
}

/** werift's numbers for pairs that are still to be tried. */
const [frozen, waiting] = [0, 1] as const;

function paceProtocol(protocol: Pair["protocol"], { isKnown, mayRepeat }: PaceOptions): void {
  if (paced.has(protocol)) return;
  paced.add(protocol);
  const sent = new WeakSet<object>();
  const send = protocol.sendStun.bind(protocol);
  protocol.sendStun = async (message, address) => {
    const isRepeated = sent.has(message);
    sent.add(message);
    if (!isRepeated || isKnown(...address) || mayRepeat()) await send(message, address);
  };
}

/** Undefined in no version that this is made for. */
function privateMethod(owner: object, name: string): (...given: unknown[]) => unknown {
  const member: unknown = Reflect.get(owner, name);
  if (typeof member !== "function") throw new Error(`werift has no ${name} in this version`);
  return (...given) => Reflect.apply(member, owner, given) as unknown;
}
