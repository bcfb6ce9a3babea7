// Phone extension: this program as a telephone of a PBX. It stays registered there, and each call that rings becomes a
// session.

import { lookup } from "node:dns/promises";
import type { Log } from "../base/log.ts";
import type { CallParties } from "../calls/call-plan.ts";
import { answerTo } from "../sip/answer.ts";
import { readAddress, readUri } from "../sip/header-values.ts";
import { ownHeaders } from "../sip/incoming-call.ts";
import {
  contactOf,
  type Extension,
  newRegistration,
  type Registration,
  type RegistrationEvent,
  stepRegistration,
} from "../sip/registration.ts";
import { headerOf, headersOf, type SipRequest, type SipResponse } from "../sip/sip-message.ts";
import type { Arrival } from "../session/arrival.ts";
import { PhoneCall, type PhoneCallParts } from "./phone-call.ts";
import { SipEndpoint } from "./sip-endpoint.ts";
import { openUdpPort, type Remote, type UdpPort } from "./udp-port.ts";

export interface PhoneExtensionOptions extends Pick<
  PhoneCallParts,
  "clock" | "log" | "ticker" | "convert" | "counters" | "rtpPorts"
> {
  readonly extension: Extension;
  /** Where the PBX is. */
  readonly registrar: Remote;
  /** 0: any free one. */
  readonly port: number;
  readonly arrive: (parties: CallParties) => Promise<Arrival>;
  /** How the name of a host becomes addresses. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** Keeps an address translation open between two registrations (RFC 5626, 4.4.1). */
const keepAliveMs = 25_000;
/** Until the PBX has taken the farewell of a program that stops. */
const farewellMsMax = 1_000;

export class PhoneExtension implements AsyncDisposable {
  readonly #o: PhoneExtensionOptions;
  readonly #endpoint: SipEndpoint;
  /** By the tag of this side. */
  readonly #calls = new Map<string, PhoneCall>();
  readonly #ofInvites = new Map<string, PhoneCall>();
  #registration: Registration;
  #addresses: readonly string[] = [];
  #tried = 0;
  #port: UdpPort | undefined;
  #timer: Disposable | undefined;
  #keepAlive: Disposable | undefined;
  #farewell: (() => void) | undefined;
  #isOver = false;

  private constructor(options: PhoneExtensionOptions) {
    this.#o = options;
    this.#registration = newRegistration(
      { host: "0.0.0.0", port: 0 },
      { callId: crypto.randomUUID(), tag: tagAtRandom() },
    );
    this.#endpoint = new SipEndpoint({
      clock: options.clock,
      self: () => this.#registration.reached,
      send: (text, to) => this.#port?.send(text, to),
      isPeer: (host) => this.#addresses.includes(host),
      handler: {
        request: (request, from) => this.#asked(request, from),
        acknowledged: (ack) => this.#calls.get(tagOf(ack) ?? "")?.asked(ack),
        cancelled: (invite) => this.#ofInvites.get(inviteKey(invite))?.cancelled(),
        unacknowledged: (invite) => this.#ofInvites.get(inviteKey(invite))?.unacknowledged(),
      },
    });
  }

  /** Begins to register; whether that comes about, `state` says. Rejects when the port is taken. */
  static async open(options: PhoneExtensionOptions): Promise<PhoneExtension> {
    const extension = new PhoneExtension(options);
    const heard = (bytes: Buffer, from: Remote): void => extension.#endpoint.heard(bytes, from);
    extension.#port = await openUdpPort(options.port, "0.0.0.0", heard);
    extension.#stayAwake();
    void extension.#register();
    return extension;
  }

  get state(): Pick<Registration, "phase" | "problem"> & { readonly calls: number } {
    const { phase, problem } = this.#registration;
    return { phase, problem, calls: this.#calls.size };
  }

  /** Calls that still run are cut: the sessions have ended before. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.#timer?.[Symbol.dispose]();
    this.#keepAlive?.[Symbol.dispose]();
    if (this.#registration.phase === "registered") await this.#leave();
    for (const call of this.#calls.values()) call[Symbol.dispose]();
    this.#endpoint[Symbol.dispose]();
    this.#port?.[Symbol.dispose]();
  }

  async #leave(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#farewell = resolve;
    using _late = this.#o.clock.after(farewellMsMax, resolve);
    this.#step({ type: "leave", now: this.#o.clock.now() });
    await promise;
  }

  async #register(): Promise<void> {
    const { registrar, resolve = addressesOf, clock } = this.#o;
    try {
      this.#addresses = await resolve(registrar.host);
      const { reached } = this.#registration;
      if (reached.host === "0.0.0.0") {
        const host = await ownAddress({ host: this.#registrar.host, port: registrar.port });
        this.#registration = { ...this.#registration, reached: { host, port: this.#port?.port ?? 0 } };
      }
      if (!this.#isOver) this.#step({ type: "due", now: clock.now() });
    } catch {
      if (!this.#isOver) this.#step({ type: "timeout", now: clock.now() });
    }
  }

  /** Another address of the same name, after one that did not answer. */
  get #registrar(): Remote {
    const { registrar } = this.#o;
    const host = this.#addresses[this.#tried % Math.max(1, this.#addresses.length)] ?? registrar.host;
    return { host, port: registrar.port };
  }

  #step(event: RegistrationEvent): void {
    const { extension, clock, log } = this.#o;
    const before = this.#registration;
    const { registration, request } = stepRegistration(before, event, { extension, random: tagAtRandom });
    this.#registration = registration;
    if (request !== undefined) {
      this.#endpoint.request(request, this.#registrar, (response) => this.#answered(response));
    }
    if (registration.phase !== before.phase || registration.problem !== before.problem)
      this.#tell(registration, log);
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    const { nextAt } = registration;
    if (nextAt !== undefined && !this.#isOver)
      this.#timer = clock.after(nextAt - clock.now(), () => void this.#register());
  }

  #answered(response: SipResponse | undefined): void {
    const { clock } = this.#o;
    if (response === undefined) this.#tried += 1;
    const now = clock.now();
    this.#step(response === undefined ? { type: "timeout", now } : { type: "response", response, now });
    if (response === undefined || (response.status >= 200 && response.status < 300)) this.#farewell?.();
  }

  #tell({ phase, problem }: Registration, log: Log): void {
    const { user, domain } = this.#o.extension;
    const fields = { extension: `${user}@${domain}`, ...(problem !== undefined && { reason: problem }) };
    if (phase === "registered") log.info("phone.registered", fields);
    else if (problem !== undefined) log.warn("phone.not_registered", fields);
  }

  #stayAwake(): void {
    this.#keepAlive = this.#o.clock.after(keepAliveMs, () => {
      this.#port?.send("\r\n\r\n", this.#registrar);
      this.#stayAwake();
    });
  }

  #asked(request: SipRequest, from: Remote): void {
    const tag = tagOf(request);
    if (tag !== undefined) {
      const call = this.#calls.get(tag);
      if (call !== undefined) return call.asked(request);
      return this.#refuse(request, 481);
    }
    if (request.method === "INVITE") return this.#ring(request, from);
    // Messages that wait, and whether this telephone is there: asked outside of calls.
    const isKnown = request.method === "OPTIONS" || request.method === "NOTIFY";
    return this.#refuse(request, isKnown ? 200 : 405);
  }

  #refuse(request: SipRequest, status: number): void {
    this.#endpoint.answer(request, answerTo(request, status, { tag: tagAtRandom(), headers: ownHeaders }));
  }

  #ring(invite: SipRequest, from: Remote): void {
    const { extension, arrive } = this.#o;
    const { reached } = this.#registration;
    if (this.#isOver) return this.#refuse(invite, 480);
    const tag = tagAtRandom();
    const key = inviteKey(invite);
    const call = new PhoneCall(invite, tag, {
      ...this.#o,
      arrive: () => arrive(partiesOf(invite, extension)),
      answer: (request, response) => this.#endpoint.answer(request, response),
      request: (request, answered) => this.#endpoint.request(request, from, answered),
      contact: contactOf(extension.user, reached),
      host: reached.host,
      domain: extension.domain,
      over: () => {
        this.#calls.delete(tag);
        this.#ofInvites.delete(key);
      },
    });
    this.#calls.set(tag, call);
    this.#ofInvites.set(key, call);
    void call.answer();
  }
}

/** Its own number stands in To, but a PBX that forwards a call says there who was called first. */
export function partiesOf(invite: SipRequest, { user }: Pick<Extension, "user">): CallParties {
  const asserted = headersOf(invite, "p-asserted-identity")[0] ?? headerOf(invite, "from") ?? "";
  return { from: numberIn(asserted), to: numberIn(headerOf(invite, "to") ?? "") ?? user };
}

/** The number of an address; undefined: it is withheld. */
function numberIn(value: string): string | undefined {
  const { uri } = readAddress(value);
  const user = readUri(uri)?.user ?? (/^tel:/i.test(uri) ? uri.slice(4).split(";")[0] : undefined);
  if (user === undefined || user === "" || user.toLowerCase() === "anonymous") return undefined;
  try {
    return decodeURIComponent(user).slice(0, 64);
  } catch {
    return user.slice(0, 64);
  }
}

const tagOf = (request: SipRequest): string | undefined =>
  readAddress(headerOf(request, "to") ?? "").parameters.get("tag");
const inviteKey = (invite: SipRequest): string =>
  `${headerOf(invite, "call-id")} ${headerOf(invite, "from")} ${headerOf(invite, "cseq")}`;
const tagAtRandom = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 16);

async function addressesOf(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true, family: 4 });
  return found.map(({ address }) => address);
}

/** The address of this machine from which the PBX is reached. */
async function ownAddress({ host, port }: Remote): Promise<string> {
  const socket = await Bun.udpSocket({ connect: { hostname: host, port } });
  const { address } = socket.address;
  socket.close();
  return address;
}
