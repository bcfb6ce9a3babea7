// ICE servers of one caller: relay addresses with fresh credentials, where relays provide them. A failing
// relay is logged and left out, because most callers need none.

import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import type { Log } from "../../base/log.ts";
import type { IceServer, Relay } from "./relay.ts";

export interface TimedIceServers {
  readonly iceServers: readonly IceServer[];
  /** Validity of the credentials in seconds. */
  readonly ttlSeconds: number;
}

export interface IceServersOptions {
  readonly relay: Relay | undefined;
  /** The longest call, in seconds: credentials outlive it. */
  readonly callSecondsMax: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Time from the request to the end of the longest call, and at least an hour. */
const spareSeconds = 600;
const ttlSecondsMin = 3_600;
/** Validity after a failure, so that the page soon asks again. */
const failedTtlSeconds = 60;
/** Deadline for a vendor's answer, in milliseconds. */
const leaseMsMax = 8_000;
/** 64 bits, so that no two accounts share a name. */
const nameChars = 16;

/** `user`: for whom they are; the relay and its clients see a name that is the same each time, and no id of an account. */
export type FetchIceServers = (user: string) => Promise<TimedIceServers>;

/** The returned function never rejects: without a relay, or when the relay fails, the list is empty. */
export function openIceServers({ relay, callSecondsMax, clock, log }: IceServersOptions): FetchIceServers {
  const ttlSeconds = Math.max(ttlSecondsMin, callSecondsMax + spareSeconds);
  return async (user) => {
    if (relay === undefined) return { iceServers: [], ttlSeconds };
    const deadline = new AbortController();
    using _timer = clock.after(leaseMsMax, () => deadline.abort());
    try {
      const ask = { user: nameOf(user), ttlSeconds, signal: deadline.signal };
      return { iceServers: await relay.servers(ask), ttlSeconds };
    } catch (error) {
      const code = error instanceof Fault ? error.code : "provider/timeout";
      log.warn("relay.failed", { provider: relay.provider, code });
      return { iceServers: [], ttlSeconds: failedTtlSeconds };
    }
  };
}

/**
 * Visitors can read this name. A relay still counts by account, and an operator can identify the account: the
 * SHA-256 of its id begins with this name.
 */
function nameOf(user: string): string {
  return new Bun.CryptoHasher("sha256").update(user).digest("hex").slice(0, nameChars);
}
