// ICE check limits: the number of candidate pairs that a connection tries (RFC 8445), and their rate. The owner of a
// tried address has not asked for anything yet, so an offer is worth a few packets to each of a few addresses, and
// all offers together no flood.

import type { RTCIceTransport } from "werift";
import type { Clock } from "../../base/clock.ts";
import { TokenBucket } from "../../base/limits/token-bucket.ts";

type Connection = RTCIceTransport["connection"];
type Pair = Connection["candidatePairs"][number];

/** Addresses of a peer, named in candidates or seen in checks; a phone or a laptop has fewer than ten. */
const addressesMax = 20;
/** Pairs of a local and a remote address; RFC 8445, 6.1.2.5, requires a limit and has 100 as an example. */
const pairsMax = 64;

/** RFC 8445, 14.2: one agent begins a check every 50 ms. */
const ofOne = { size: 1, perSecond: 1_000 / 50 } as const;
/** RFC 8445, 14.2: all agents of one program together send at most every 5 ms. */
const ofAll = { size: 4, perSecond: 1_000 / 5 } as const;

/** Pace of checks to addresses that have sent nothing yet. */
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

/** True if this connection may get one more address; known ones do not count. */
export function hasRoom({ remoteCandidates }: Connection, [host, port]: readonly [string, number]): boolean {
  return (
    remoteCandidates.length < addressesMax &&
    !remoteCandidates.some((it) => it.host === host && it.port === port)
  );
}

export function hasRoomForPair({ candidatePairs }: Connection): boolean {
  return candidatePairs.length < pairsMax;
}

/** True if a received check may make its sender known: a new sender takes an address and a pair. */
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
  /** True if a peer has answered. */
  readonly isKnown: (host: string, port: number) => boolean;
}

/**
 * werift begins a check every 20 ms, repeats it four times within a second and a half, and ignores other connections.
 * Here a check begins at its time, so no address is skipped, and an early repetition counts as lost on the way. Known
 * peers wait for nothing.
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

/** werift's numbers for untried pairs. */
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

/** Undefined in no supported version. */
function privateMethod(owner: object, name: string): (...given: unknown[]) => unknown {
  const member: unknown = Reflect.get(owner, name);
  if (typeof member !== "function") throw new Error(`werift has no ${name} in this version`);
  return (...given) => Reflect.apply(member, owner, given) as unknown;
}
