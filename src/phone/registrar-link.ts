// Registrar link: one UDP port or connection at which this program is a telephone of a PBX. Keeps the registration
// alive and passes on the PBX's requests; phone-extension.ts tracks the calls.

import { lookup, resolveSrv } from "node:dns/promises";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { maskedNumber } from "../base/words/masked-number.ts";
import {
  type Extension,
  newRegistration,
  type ReachedRegistrar,
  type Registration,
  type RegistrationEvent,
  stepRegistration,
} from "../sip/registration.ts";
import type { RegistrarPlace } from "../base/registrar-place.ts";
import { type ServerRecord, serversInOrder } from "../sip/server-order.ts";
import type { SipRequest, SipResponse } from "../sip/sip-message.ts";
import { type InviteOrder, SipEndpoint, type SipHandler } from "./sip-endpoint.ts";
import { TcpPort } from "./tcp-port.ts";
import { openUdpPort, type Remote } from "./udp-port.ts";

export interface RegistrarLinkOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly extension: Extension;
  /** Address of the PBX. */
  readonly registrar: RegistrarPlace;
  /** UDP port; 0: any free one. */
  readonly port: number;
  /** Port of the previous process, taken if free. */
  readonly known?: number | undefined;
  /** Reason why an address must not be contacted; absent: all may be. */
  readonly refusal?: ((address: string) => string | undefined) | undefined;
  /** Hears of each change of the state. */
  readonly changed?: ((state: RegistrationState) => void) | undefined;
  readonly handler: SipHandler;
  /** Looks up a name's servers in the DNS; absent: by the machine's resolver. */
  readonly servers?: (name: string) => Promise<readonly ServerRecord[]>;
}

/** UDP, or a connection opened before a registration if there is none. */
interface SipPort extends Disposable {
  readonly port?: number;
  send(text: string, to: Remote): void;
  connect?(to: Remote): Promise<Remote | undefined>;
}

export type RegistrationState = Pick<Registration, "phase" | "problem">;

/** Keeps an address translation open between two registrations (RFC 5626, 4.4.1). */
const keepAliveMs = 25_000;
/** After it a name is resolved like any other: most PBXes have no SRV records. */
const searchMsMax = 2_000;
/** Time for the PBX to take the farewell of a stopping program. */
const farewellMsMax = 1_000;
const unanswered = "The PBX does not answer: look at its address, its port and the network.";
const anyAddress = "0.0.0.0";

export class RegistrarLink implements AsyncDisposable {
  readonly #o: RegistrarLinkOptions;
  readonly #endpoint: SipEndpoint;
  readonly #settled = Promise.withResolvers<void>();
  #registration: Registration;
  #addresses: readonly Remote[] = [];
  /** Index of the address in use. */
  #turn = 0;
  #port: SipPort | undefined;
  #timer: Disposable | undefined;
  #keepAlive: Disposable | undefined;
  #farewell: (() => void) | undefined;
  #isOver = false;

  private constructor(options: RegistrarLinkOptions) {
    this.#o = options;
    const names = { callId: crypto.randomUUID(), tag: randomTag() };
    const { transport } = options.registrar;
    this.#registration = newRegistration({ host: anyAddress, port: 0, transport }, names);
    this.#endpoint = new SipEndpoint({
      ...options,
      self: () => this.reached,
      send: (text, to) => this.#port?.send(text, to),
      isPeer: (host) => this.#addresses.some((remote) => remote.host === host),
    });
  }

  /** Starts registering; `state` shows the result. Rejects if the port is taken. */
  static async open(options: RegistrarLinkOptions): Promise<RegistrarLink> {
    const link = new RegistrarLink(options);
    const heard = (bytes: Buffer, from: Remote): void => link.#endpoint.heard(bytes, from);
    const { clock, registrar, port, known = port } = options;
    link.#port =
      registrar.transport === "tcp"
        ? new TcpPort({ clock, heard, closed: () => link.#closed() })
        : await openUdpPort(known, anyAddress, heard).catch(() => openUdpPort(port, anyAddress, heard));
    link.#stayAwake();
    void link.#register();
    return link;
  }

  get state(): RegistrationState {
    const { phase, problem } = this.#registration;
    return { phase, problem };
  }

  /** Resolves once the PBX has accepted or refused the registration, or has not answered. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  /** Address of this side for the PBX. */
  get reached(): ReachedRegistrar {
    return this.#registration.reached;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  answer(request: SipRequest, response: SipResponse): void {
    this.#endpoint.answer(request, response);
  }

  request(request: SipRequest, to: Remote, answered: (response: SipResponse | undefined) => void): void {
    this.#endpoint.request(request, to, answered);
  }

  invite(
    request: SipRequest,
    to: Remote,
    answered: (response: SipResponse | undefined) => void,
  ): InviteOrder {
    return this.#endpoint.invite(request, to, answered);
  }

  acknowledge(ack: SipRequest, to: Remote): void {
    this.#endpoint.acknowledge(ack, to);
  }

  /** Address of the PBX in use. */
  get peer(): Remote {
    return this.#registrar;
  }

  /** Closes the port without a message: another process becomes the same telephone. Returns the port. */
  giveUp(): number {
    const port = this.#port?.port ?? 0;
    this.#stop();
    this.#endpoint[Symbol.dispose]();
    this.#port?.[Symbol.dispose]();
    this.#port = undefined;
    return port;
  }

  /** Unregisters from the PBX. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop();
    if (this.#port !== undefined && this.#registration.phase === "registered") await this.#leave();
    this.giveUp();
  }

  #stop(): void {
    this.#isOver = true;
    this.#timer?.[Symbol.dispose]();
    this.#keepAlive?.[Symbol.dispose]();
  }

  async #leave(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#farewell = resolve;
    using _late = this.#o.clock.after(farewellMsMax, resolve);
    this.#step({ type: "leave", now: this.#o.clock.now() });
    await promise;
  }

  async #register(): Promise<void> {
    const { registrar, clock } = this.#o;
    try {
      const remotes = await this.#places();
      const refused = remotes.map(({ host }) => this.#o.refusal?.(host)).find((why) => why !== undefined);
      if (refused !== undefined) {
        if (!this.#isOver) this.#step({ type: "unreachable", problem: refused, now: clock.now() });
        return;
      }
      this.#addresses = remotes;
      const isReady = await this.#connect();
      if (isReady && !this.#isOver) this.#step({ type: "due", now: clock.now() });
    } catch {
      const problem = `There is no host ${registrar.host}: look at its name, or at the network.`;
      if (!this.#isOver) this.#step({ type: "unreachable", problem, now: clock.now() });
    }
  }

  /** Rejects if there are none. */
  async #places(): Promise<readonly Remote[]> {
    const { host: name, port, searches } = this.#o.registrar;
    const listed = searches === true ? serversInOrder(await this.#records(), Math.random) : [];
    // A server missing from the DNS does not block the others.
    const placesByServer = await Promise.all(
      listed.map((server) => addressesOf(server.name, server.port).catch(() => [])),
    );
    const places = placesByServer.flat();
    return places.length > 0 ? places : addressesOf(name, port);
  }

  /** Empty if the DNS has none, or does not answer soon. */
  async #records(): Promise<readonly ServerRecord[]> {
    const { registrar, clock, servers = resolveSrv } = this.#o;
    const { promise, resolve } = Promise.withResolvers<readonly ServerRecord[]>();
    using _late = clock.after(searchMsMax, () => resolve([]));
    const asked = servers(`_sip._${registrar.transport}.${registrar.host}`);
    return await Promise.race([promise, asked.catch(() => [])]);
  }

  /** False: the registrar does not answer. */
  async #connect(): Promise<boolean> {
    const to = this.#registrar;
    if (this.#port?.connect === undefined) {
      if (this.reached.host === anyAddress)
        this.#isReachedAt({ host: await addressTowards(to), port: this.#port?.port ?? 0 });
      return true;
    }
    try {
      const end = await this.#port.connect(to);
      if (end !== undefined) this.#isReachedAt(end);
      return true;
    } catch {
      this.#turn += 1;
      if (!this.#isOver) this.#step({ type: "unreachable", problem: unanswered, now: this.#o.clock.now() });
      return false;
    }
  }

  #isReachedAt({ host, port }: Remote): void {
    const { reached } = this.#registration;
    this.#registration = { ...this.#registration, reached: { ...reached, host, port } };
  }

  #closed(): void {
    const { phase } = this.#registration;
    // After a refusal the wait stays: a wrong password locks extensions.
    if (this.#isOver || (phase !== "registered" && phase !== "registering")) return;
    const problem = "The PBX has closed the connection.";
    this.#step({ type: "unreachable", problem, now: this.#o.clock.now() });
  }

  /** The next address of the same name, after one that did not answer. */
  get #registrar(): Remote {
    return this.#addresses[this.#turn % this.#addresses.length] ?? this.#o.registrar;
  }

  #step(event: RegistrationEvent): void {
    const { extension, clock } = this.#o;
    const before = this.#registration;
    const { registration, request } = stepRegistration(before, event, { extension, random: randomTag });
    this.#registration = registration;
    if (request !== undefined) {
      const { sequence } = registration;
      this.#endpoint.request(request, this.#registrar, (response) => {
        // No answer came to a request that another one replaced, as after a new connection.
        if (response !== undefined || sequence === this.#registration.sequence) this.#answered(response);
      });
    }
    if (registration.phase !== before.phase || registration.problem !== before.problem) this.#tell();
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    const { nextAt } = registration;
    if (nextAt === undefined || this.#isOver) return;
    this.#timer = clock.after(nextAt - clock.now(), () => void this.#register());
  }

  #answered(response: SipResponse | undefined): void {
    const now = this.#o.clock.now();
    if (response === undefined) this.#turn += 1;
    this.#step(
      response === undefined
        ? { type: "unreachable", problem: unanswered, now }
        : { type: "response", response, now },
    );
    if (response === undefined || (response.status >= 200 && response.status < 300)) this.#farewell?.();
  }

  #tell(): void {
    const { extension, log } = this.#o;
    const { phase, problem } = this.#registration;
    const fields = { extension: `${maskedNumber(extension.user)}@${extension.domain}` };
    if (phase === "registered") log.info("phone.registered", fields);
    else if (problem !== undefined) log.warn("phone.not-registered", { ...fields, reason: problem });
    this.#settled.resolve();
    this.#o.changed?.(this.state);
  }

  #stayAwake(): void {
    this.#keepAlive = this.#o.clock.after(keepAliveMs, () => {
      this.#port?.send("\r\n\r\n", this.#registrar);
      this.#stayAwake();
    });
  }
}

export const randomTag = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 16);

async function addressesOf(name: string, port: number): Promise<readonly Remote[]> {
  const addresses = await lookup(name, { all: true, family: 4 });
  return addresses.map(({ address }) => ({ host: address, port }));
}

/** Address of this machine on the route to another one. */
async function addressTowards({ host, port }: Remote): Promise<string> {
  const socket = await Bun.udpSocket({ connect: { hostname: host, port } });
  const { address } = socket.address;
  socket.close();
  return address;
}
