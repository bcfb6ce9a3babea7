// Remote candidates: the addresses of one caller that ICE tries, from the offer or after it and counted alike, within
// the limits of `candidate-filter.ts` and `ice-checks.ts`.

import type { RTCIceTransport } from "werift";
import { type Address, parseAddress } from "../../base/ip-address.ts";
import { isOwn, ownAddresses, worthTrying } from "./candidate-filter.ts";
import { hasRoom, hasRoomForPair, type ConnectionPace, paceChecks } from "./ice-checks.ts";
import { isKnown } from "./packet-filter.ts";

export interface RemoteCandidatesOptions {
  /** Present transports of the connection; an offer may add more. */
  readonly transports: () => readonly RTCIceTransport[];
  /** True if TCP is supported here. */
  readonly tcp: boolean;
  readonly pace: ConnectionPace;
  /** Ports that this server may open, both included. */
  readonly portRange?: readonly [number, number];
  readonly httpPort?: number;
}

/** Candidates of all connections of this process: their ports are no caller's. */
const alive = new Set<RemoteCandidates>();

export class RemoteCandidates implements Disposable {
  readonly #options: RemoteCandidatesOptions;
  #own: readonly Address[] = [];

  constructor(options: RemoteCandidatesOptions) {
    this.#options = options;
    alive.add(this);
  }

  /** Call before candidates are added. */
  pace(): void {
    const { transports, pace } = this.#options;
    for (const transport of transports()) {
      paceChecks(transport.connection, { ...pace, isKnown: (host, port) => isKnown(transport, host, port) });
    }
  }

  /** Adds allowed candidates from a request's address, one after the other. */
  async take<T extends { readonly candidate: string }>(
    list: readonly T[],
    from: string | undefined,
    add: (candidate: T) => Promise<unknown>,
  ): Promise<void> {
    this.#own = ownAddresses();
    const context = { from, own: this.#own, tcp: this.#options.tcp };
    for (const each of list) {
      const candidate = each.candidate.replace(/^a=/, "").trim();
      const remote = worthTrying(candidate, context);
      if (remote !== undefined && this.#hasRoom(remote.host, remote.port)) await add({ ...each, candidate });
    }
  }

  /** True if an address may be tried from one more local address. */
  mayPair({ host, port }: { readonly host: string; readonly port: number }): boolean {
    return (
      this.#options.transports().every(({ connection }) => hasRoomForPair(connection)) &&
      !this.#isOurs(host, port)
    );
  }

  [Symbol.dispose](): void {
    alive.delete(this);
  }

  #hasRoom(host: string, port: number): boolean {
    const transports = this.#options.transports();
    return (
      transports.every(({ connection }) => hasRoom(connection, [host, port])) && !this.#isOurs(host, port)
    );
  }

  /** This process must not connect to itself. */
  #isOurs(host: string, port: number): boolean {
    const address = parseAddress(host);
    if (address === undefined || !isOwn(address, this.#own)) return false;
    const { httpPort, portRange: [from, to] = [0, 0] } = this.#options;
    return (
      port === httpPort || (port >= from && port <= to) || [...alive].some((ways) => ways.#hasOpened(port))
    );
  }

  #hasOpened(port: number): boolean {
    return this.#options
      .transports()
      .some(({ connection }) => connection.localCandidates.some((local) => local.port === port));
  }
}
