// Key use: detects API keys used from many more addresses, much more often, or from other places than usual: such a
// key has probably leaked, and is logged. Memory is limited for any number of keys; each process counts its own
// requests.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";

export interface KeyUse {
  readonly accountId: string;
  readonly keyId: string;
  /** Counted source of the request, and its loggable form. */
  readonly from: string;
  /** Network of that address, as far as it is one customer's. */
  readonly network: string;
  readonly address: string | undefined;
}

/** Signs of a leak; `network` may also be an owner who has moved. */
export const leakSigns = ["addresses", "rate", "network"] as const;
export type LeakSign = (typeof leakSigns)[number];

export interface KeyWatchOptions {
  readonly clock: Pick<Clock, "now" | "after">;
  readonly log: Pick<Log, "warn">;
  /** Hears once of each key and sign in a window. */
  readonly suspected?: (sign: LeakSign) => void;
}

const minuteMs = 60_000;
/** Minutes over which addresses are counted: a thief is slower than a flood. */
const windowMinutes = 10;
/** A service has a few machines; a key with more of them has a known habit after one window. */
const addressesMin = 20;
const timesUsualAddresses = 4;
const addressesMax = 1_000;
/** A key used once an hour may be used once a minute. */
const requestsMin = 60;
const timesUsualRequests = 20;
/** Minutes with requests after which their usual number is known. */
const knownAfterMinutes = 5;
/** Time and number of uses from known networks before another network is suspicious. */
const settledMs = 30 * 60_000;
const settledRequests = 50;
/** If networks have changed by themselves, they may take this many times longer. */
const timesUsualQuiet = 4;
/** A key from more networks has no place of its own. */
const networksMax = 64;
/** A habit changes slowly, so that a thief cannot become normal while the alert is being read. */
const share = 1 / 16;
/** Most recently used keys. */
const keysMax = 1_000;
const addressesOfAllMax = 50_000;
/** Keys named per minute; all of them are counted. */
const linesMax = 20;

interface Watched {
  readonly accountId: string;
  /** Hashes of addresses: of this window. */
  readonly addresses: Set<number>;
  /** Hashes of networks: of all time. */
  readonly networks: Set<number>;
  readonly told: Set<LeakSign>;
  /** In this minute. */
  requests: number;
  /** Number of addresses at the last report. */
  toldAddresses: number;
  /** Latest address from a new network, or the first of all. */
  newAddress: string | undefined;
  /** Time of the last new network, the longest time without one, and the requests since. */
  newAt: number;
  quietMs: number;
  settled: number;
  /** Requests in a minute, addresses in a window. */
  usualRequests: number;
  usualAddresses: number;
  knownMinutes: number;
}

export class KeyWatch implements Disposable {
  readonly #o: KeyWatchOptions;
  /** Watched keys in the order of their last use. */
  readonly #keys = new Map<string, Watched>();
  #timer: Disposable | undefined;
  #minutes = 0;
  #addresses = 0;
  #lines = 0;

  constructor(options: KeyWatchOptions) {
    this.#o = options;
  }

  used({ accountId, keyId, from, network, address }: KeyUse): void {
    this.#timer ??= this.#o.clock.after(minuteMs, () => this.#endMinute());
    const key = this.#watched(keyId, accountId);
    key.requests += 1;
    this.#addAddress(key, from);
    if (this.#addNetwork(key, network, address)) this.#suspect(keyId, key, "network");
    const { addresses, requests, usualAddresses, usualRequests, knownMinutes } = key;
    if (addresses.size >= Math.max(addressesMin, usualAddresses * timesUsualAddresses))
      this.#suspect(keyId, key, "addresses");
    const isKnown = knownMinutes >= knownAfterMinutes;
    if (isKnown && requests >= Math.max(requestsMin, usualRequests * timesUsualRequests))
      this.#suspect(keyId, key, "rate");
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
  }

  #watched(keyId: string, accountId: string): Watched {
    const watched = this.#keys.get(keyId);
    const key: Watched = watched ?? {
      accountId,
      addresses: new Set(),
      networks: new Set(),
      told: new Set(),
      requests: 0,
      toldAddresses: 0,
      newAddress: undefined,
      newAt: 0,
      quietMs: 0,
      settled: 0,
      usualRequests: 0,
      usualAddresses: 0,
      knownMinutes: 0,
    };
    this.#keys.delete(keyId);
    this.#keys.set(keyId, key);
    if (watched === undefined && this.#keys.size > keysMax) this.#forgetOldest();
    return key;
  }

  #forgetOldest(): void {
    for (const [keyId, { addresses }] of this.#keys) {
      this.#addresses -= addresses.size;
      this.#keys.delete(keyId);
      return;
    }
  }

  #addAddress({ addresses }: Watched, from: string): void {
    if (addresses.size >= addressesMax || this.#addresses >= addressesOfAllMax) return;
    const before = addresses.size;
    addresses.add(Bun.hash.xxHash32(from));
    this.#addresses += addresses.size - before;
  }

  /** True for a network that is suspicious for a key with such a habit. */
  #addNetwork(key: Watched, network: string, address: string | undefined): boolean {
    key.settled += 1;
    const hash = Bun.hash.xxHash32(network);
    if (key.networks.has(hash)) return false;
    key.newAddress = address;
    if (key.networks.size >= networksMax) return false;
    const now = this.#o.clock.now();
    const quietMs = key.networks.size === 0 ? 0 : now - key.newAt;
    const isOdd =
      key.settled > settledRequests && quietMs >= Math.max(settledMs, key.quietMs * timesUsualQuiet);
    key.networks.add(hash);
    key.newAt = now;
    key.quietMs = Math.max(key.quietMs, quietMs);
    key.settled = 0;
    return isOdd;
  }

  #suspect(keyId: string, key: Watched, sign: LeakSign): void {
    if (key.told.has(sign)) return;
    key.told.add(sign);
    this.#o.suspected?.(sign);
    this.#tell(keyId, key, sign);
  }

  #tell(keyId: string, key: Watched, sign: LeakSign): void {
    key.toldAddresses = key.addresses.size;
    if (this.#lines++ >= linesMax) return;
    const { accountId, addresses, networks, newAddress, requests, usualAddresses, usualRequests } = key;
    this.#o.log.warn("key.suspected", {
      key: keyId,
      account: accountId,
      sign,
      addresses: addresses.size,
      usual_addresses: Math.round(usualAddresses),
      networks: networks.size,
      requests_per_minute: requests,
      usual_requests_per_minute: Math.round(usualRequests),
      address: newAddress,
    });
  }

  #endMinute(): void {
    this.#timer = undefined;
    this.#minutes += 1;
    this.#lines = 0;
    const isWindowOver = this.#minutes % windowMinutes === 0;
    for (const [keyId, key] of this.#keys) {
      // Present extent.
      if (key.told.has("addresses") && key.addresses.size > key.toldAddresses)
        this.#tell(keyId, key, "addresses");
      if (key.requests > 0) {
        key.usualRequests = nearer(key.usualRequests, key.requests, key.knownMinutes);
        key.knownMinutes += 1;
        key.requests = 0;
      }
      if (isWindowOver) this.#endWindow(key);
    }
    // A window ends in time, with or without requests.
    if (this.#addresses > 0) this.#timer = this.#o.clock.after(minuteMs, () => this.#endMinute());
  }

  #endWindow(key: Watched): void {
    const { addresses } = key;
    if (addresses.size > 0) key.usualAddresses = Math.max(addresses.size, key.usualAddresses * (1 - share));
    this.#addresses -= addresses.size;
    addresses.clear();
    key.told.clear();
    key.toldAddresses = 0;
  }
}

/** The mean of the first ones, then a slowly following one. */
function nearer(usual: number, now: number, minutes: number): number {
  return usual + (now - usual) * Math.max(share, 1 / (minutes + 1));
}
