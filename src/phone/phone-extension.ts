// Phone extension: this program as a telephone of a PBX. Each incoming call becomes a session.

import { Fault } from "../base/fault.ts";
import type { CallParties } from "../calls/call-plan.ts";
import type { Arrival } from "../session/arrival.ts";
import { readAddress, readUri } from "../sip/header-values.ts";
import { type IncomingCall, newIncomingCall, ownHeaders, ownOptions } from "../sip/incoming-call.ts";
import type { CallRefusal } from "../sip/outgoing-call.ts";
import { contactOf, type Extension } from "../sip/registration.ts";
import { answerTo } from "../sip/sip-answer.ts";
import { type HeaderLines, headerOf, headersOf, type SipRequest } from "../sip/sip-message.ts";
import type { AnsweredBy } from "../voice/line.ts";
import { Dialling } from "./dialling.ts";
import { type MovedCall, type MovedExtension, timesMoved } from "./moved-calls.ts";
import { PhoneCall, type PhoneCallParts } from "./phone-call.ts";
import { type OfferedAudio, PhoneLeg } from "./phone-leg.ts";
import type { TransferOutcome } from "./phone-transfer.ts";
import type { ReachOther } from "./put-through-call.ts";
import { referTo, whyNotReached } from "./reached-number.ts";
import {
  randomTag,
  RegistrarLink,
  type RegistrarLinkOptions,
  type RegistrationState,
} from "./registrar-link.ts";
import type { SipHandler } from "./sip-endpoint.ts";
import type { Remote } from "./udp-port.ts";

export interface PhoneExtensionOptions
  extends
    Pick<PhoneCallParts, "clock" | "log" | "ticker" | "convert" | "counters" | "rtpPorts" | "expire">,
    Omit<RegistrarLinkOptions, "handler"> {
  readonly arrive: (parties: CallParties) => Promise<Arrival>;
  /** Prefixes of numbers that this side may call for transfers; empty: none. */
  readonly dials: readonly string[];
  readonly transferred: (outcome: TransferOutcome) => void;
}

/** A call of this side. */
export interface PhoneDial {
  /** Id in its list. */
  readonly id?: string;
  readonly to: string;
  readonly ringMs: number;
  /** Decides about a machine: `flow`: the flow's handler does. */
  readonly voicemail: string;
  /** Called once it is answered. */
  readonly arrive: () => Promise<Arrival>;
  readonly told: {
    rings(): void;
    answered(): void;
    answeredBy(who: AnsweredBy): void;
    /** The call was not answered. `status`: from the PBX; undefined: no answer came. */
    ended(why: CallRefusal, status: number | undefined): void;
    /** The call was answered, and is over. */
    over(): void;
  };
}

/** A telephone that talks with a session or with another telephone. */
type Talk = Pick<PhoneCall, "asked" | "cut"> & { readonly movedOn?: MovedCall | undefined } & Disposable;

/** Receives the outcome of an outgoing call. */
interface Ringing {
  readonly rings: () => void;
  readonly answered: (
    call: IncomingCall,
    sdp: string,
    its: { readonly offered: OfferedAudio; readonly over: () => void },
  ) => Talk & Pick<PhoneLeg, "heard" | "reported">;
  readonly ended: (why: CallRefusal, status: number | undefined) => void;
}

/** Calls of one extension, both sides of a transfer counted; each has its own port. */
const callsMax = 500;

export class PhoneExtension implements AsyncDisposable {
  readonly #o: PhoneExtensionOptions;
  /** Keyed by this side's tag. */
  readonly #calls = new Map<string, Talk>();
  readonly #dialled = new Set<Dialling>();
  readonly #ofInvites = new Map<string, PhoneCall>();
  #link: RegistrarLink | undefined;

  private constructor(options: PhoneExtensionOptions) {
    this.#o = options;
  }

  /** Starts registering; `state` shows the result. Rejects if the port is taken. */
  static async open(options: PhoneExtensionOptions): Promise<PhoneExtension> {
    const extension = new PhoneExtension(options);
    extension.#link = await RegistrarLink.open({ ...options, handler: extension.#handler });
    return extension;
  }

  get state(): RegistrationState | undefined {
    return this.#link?.state;
  }

  /**
   * Lets go of calls whose sessions have moved; all others end. `silently`: a process on the same machine takes this
   * telephone over, and the PBX gets no message.
   */
  async leave(silently: boolean): Promise<MovedExtension> {
    const calls: MovedCall[] = [];
    for (const [tag, call] of this.#calls) {
      const { movedOn } = call;
      if (movedOn === undefined) continue;
      calls.push(movedOn);
      call[Symbol.dispose]();
      this.#calls.delete(tag);
    }
    this.#endAll();
    const port = silently ? (this.#link?.giveUp() ?? 0) : 0;
    await this[Symbol.asyncDispose]();
    return { port, calls };
  }

  #endAll(): void {
    for (const dialling of this.#dialled) dialling.hangUp();
    // Transferred callers still talk.
    for (const call of this.#calls.values()) call.cut();
  }

  /** Resumes calls of another process. `over`: a call has ended. Resolves when the PBX was asked. */
  async resume(moved: MovedCall, join: () => Promise<Arrival>, over: () => void): Promise<Disposable> {
    const link = this.#link;
    await link?.settled;
    if (link === undefined || link.isOver) throw new Fault("phone/not-registered", "This number is closed.");
    const { clock } = this.#o;
    const dialog = timesMoved(moved.call, clock.now() - clock.wall());
    const parts = this.#callParts(link, link.peer);
    const offered = { sessionId: moved.sessionId };
    const call: PhoneCall = new PhoneCall(
      dialog,
      { ...parts, id: moved.id, arrive: join, over: () => (this.#calls.delete(dialog.tag), over()) },
      offered,
    );
    this.#calls.set(dialog.tag, call);
    void call.resume(moved);
    return { [Symbol.dispose]: () => call.cut() };
  }

  /** Cuts calls that still run: their sessions ended before. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#endAll();
    await this.#link?.[Symbol.asyncDispose]();
    for (const dialling of this.#dialled) dialling[Symbol.dispose]();
    for (const call of this.#calls.values()) call[Symbol.dispose]();
  }

  readonly #handler: SipHandler = {
    request: (request, from) => this.#asked(request, from),
    acknowledged: (ack) => this.#calls.get(tagOf(ack) ?? "")?.asked(ack),
    cancelled: (invite) => this.#ofInvites.get(inviteKey(invite))?.cancelled(),
    unacknowledged: (invite) => this.#ofInvites.get(inviteKey(invite))?.unacknowledged(),
  };

  #asked(request: SipRequest, from: Remote): void {
    const tag = tagOf(request);
    if (tag !== undefined) {
      const call = this.#calls.get(tag);
      return call === undefined ? this.#refuse(request, 481) : call.asked(request);
    }
    if (request.method === "INVITE") return this.#rung(request, from);
    // Availability and waiting messages: asked and notified outside calls.
    const isKnown = request.method === "OPTIONS" || request.method === "NOTIFY";
    return this.#refuse(request, isKnown ? 200 : 405);
  }

  /** Calls a number, or a SIP address. `told` receives its outcome. */
  dial({ id, to, ringMs, voicemail, arrive, told }: PhoneDial): Disposable {
    const link = this.#registered();
    return this.#ring(
      link,
      { to, ringMs },
      {
        rings: () => told.rings(),
        answered: (answered, sdp, { offered, over }) => {
          told.answered();
          const its = { id, arrive, over: () => (over(), told.over()) };
          const parts = { ...this.#callParts(link, link.peer), ...its };
          const call = new PhoneCall(answered, parts, offered);
          void call.talk(sdp, (who) => {
            told.answeredBy(who);
            return who === "human" || voicemail === "flow";
          });
          return call;
        },
        ended: (why, status) => told.ended(why, status),
      },
    );
  }

  /** The other side of a transfer. */
  readonly #reach: ReachOther = (order, ringMs, told) => {
    const { extension, dials, clock, log } = this.#o;
    const refused = whyNotReached(order.address, { ...extension, dials });
    const link = this.#link;
    if (refused !== undefined || link?.state.phase !== "registered" || this.#calls.size >= callsMax) {
      log.warn("phone.not-called", {
        reason: refused ?? "The PBX has not accepted the registration, or is busy.",
      });
      return clock.after(0, () => told.unanswered(refused === undefined ? "failed" : "forbidden"));
    }
    return this.#ring(
      link,
      { to: order.address, ringMs },
      {
        rings: () => told.rings(),
        answered: (answered, sdp, { offered, over }) => {
          const leg = new PhoneLeg(answered, {
            parts: this.#callParts(link, link.peer),
            offered,
            ears: {
              ...told,
              begun: () => undefined,
              referred: () => undefined,
              vanished: () => undefined,
              ended: () => (over(), told.left()),
            },
          });
          void leg.begin(sdp).then(
            () => {
              if (!leg.isOver) told.answered(leg);
            },
            () => leg.hangUp(),
          );
          return Object.assign(leg, { cut: () => leg.hangUp() });
        },
        ended: (why) => told.unanswered(why),
      },
    );
  };

  #registered(): RegistrarLink {
    const link = this.#link;
    if (link === undefined || link.isOver || link.state.phase !== "registered")
      throw new Fault("phone/not-registered", "The PBX has not accepted the registration of this number.");
    return link;
  }

  #ring(link: RegistrarLink, { to, ringMs }: Pick<PhoneDial, "to" | "ringMs">, told: Ringing): Disposable {
    const { extension } = this.#o;
    const tag = randomTag();
    const contact = contactOf(extension.user, link.reached);
    let talk: Talk | undefined;
    const dialling = new Dialling(
      { ...this.#o, link, tag, contact, random: randomTag },
      {
        rings: told.rings,
        answered: (answered, sdp, offered) => {
          const over = (): void => void this.#calls.delete(tag);
          const call = told.answered(answered, sdp, { offered, over });
          talk = call;
          this.#calls.set(tag, call);
          this.#dialled.delete(dialling);
          return call;
        },
        ended: (why, status) => {
          this.#dialled.delete(dialling);
          told.ended(why, status);
        },
      },
    );
    this.#dialled.add(dialling);
    void dialling.begin(referTo(to, extension.domain), ringMs);
    return { [Symbol.dispose]: () => (talk === undefined ? dialling.hangUp() : talk.cut()) };
  }

  #callParts(link: RegistrarLink, peer: Remote): Omit<PhoneCallParts, "arrive" | "over"> {
    const { extension } = this.#o;
    return {
      ...this.#o,
      answer: (request, response) => link.answer(request, response),
      request: (request, answered) => link.request(request, peer, answered),
      invite: (request, answered) => void link.invite(request, peer, answered),
      acknowledge: (ack) => link.acknowledge(ack, peer),
      contact: contactOf(extension.user, link.reached),
      host: link.reached.host,
      domain: extension.domain,
      reach: this.#reach,
    };
  }

  #refuse(request: SipRequest, status: number, more: HeaderLines = []): void {
    const headers = [...ownHeaders, ...more];
    this.#link?.answer(request, answerTo(request, status, { tag: randomTag(), headers }));
  }

  #rung(invite: SipRequest, from: Remote): void {
    const { extension, arrive } = this.#o;
    const link = this.#link;
    if (link === undefined || link.isOver) return this.#refuse(invite, 480);
    const demanded = headersOf(invite, "require").filter((option) => !ownOptions.includes(option));
    if (demanded.length > 0) return this.#refuse(invite, 420, [["unsupported", demanded.join(", ")]]);
    const key = inviteKey(invite);
    // The same call by another way (RFC 3261, 8.2.2.2).
    if (this.#ofInvites.has(key)) return this.#refuse(invite, 482);
    const tag = randomTag();
    const contact = contactOf(extension.user, link.reached);
    const call = new PhoneCall(newIncomingCall(invite, { tag, contact }), {
      ...this.#callParts(link, from),
      arrive: () => arrive(partiesOf(invite, extension)),
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

/** @internal To holds its own number, but a PBX that forwards a call puts the number called first there. */
export function partiesOf(invite: SipRequest, { user }: Pick<Extension, "user">): CallParties {
  const asserted = headersOf(invite, "p-asserted-identity")[0] ?? headerOf(invite, "from") ?? "";
  return { from: numberIn(asserted), to: numberIn(headerOf(invite, "to") ?? "") ?? user };
}

/** Number of an address; undefined: withheld. */
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
