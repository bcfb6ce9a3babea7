// Phone extension: this program as a telephone of a PBX. Each call that rings becomes a session.

import type { CallParties } from "../calls/call-plan.ts";
import type { Arrival } from "../session/arrival.ts";
import { readAddress, readUri } from "../sip/header-values.ts";
import { ownHeaders } from "../sip/incoming-call.ts";
import { contactOf, type Extension } from "../sip/registration.ts";
import { answerTo } from "../sip/sip-answer.ts";
import { headerOf, headersOf, type SipRequest } from "../sip/sip-message.ts";
import { PhoneCall, type PhoneCallParts } from "./phone-call.ts";
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
    Pick<PhoneCallParts, "clock" | "log" | "ticker" | "convert" | "counters" | "rtpPorts">,
    Omit<RegistrarLinkOptions, "handler"> {
  readonly arrive: (parties: CallParties) => Promise<Arrival>;
}

export class PhoneExtension implements AsyncDisposable {
  readonly #o: PhoneExtensionOptions;
  /** By the tag of this side. */
  readonly #calls = new Map<string, PhoneCall>();
  readonly #ofInvites = new Map<string, PhoneCall>();
  #link: RegistrarLink | undefined;

  private constructor(options: PhoneExtensionOptions) {
    this.#o = options;
  }

  /** Begins to register; whether that comes about, `state` says. Rejects when the port is taken. */
  static async open(options: PhoneExtensionOptions): Promise<PhoneExtension> {
    const extension = new PhoneExtension(options);
    extension.#link = await RegistrarLink.open({ ...options, handler: extension.#handler });
    return extension;
  }

  get state(): (RegistrationState & { readonly calls: number }) | undefined {
    return this.#link && { ...this.#link.state, calls: this.#calls.size };
  }

  /** Calls that still run are cut: their sessions have ended before. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#link?.[Symbol.asyncDispose]();
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
    if (request.method === "INVITE") return this.#ring(request, from);
    // Whether this telephone is there, and that messages wait: asked and told outside of calls.
    const isKnown = request.method === "OPTIONS" || request.method === "NOTIFY";
    return this.#refuse(request, isKnown ? 200 : 405);
  }

  #refuse(request: SipRequest, status: number): void {
    this.#link?.answer(request, answerTo(request, status, { tag: randomTag(), headers: ownHeaders }));
  }

  #ring(invite: SipRequest, from: Remote): void {
    const { extension, arrive } = this.#o;
    const link = this.#link;
    if (link === undefined || link.isOver) return this.#refuse(invite, 480);
    const tag = randomTag();
    const key = inviteKey(invite);
    const call = new PhoneCall(invite, tag, {
      ...this.#o,
      arrive: () => arrive(partiesOf(invite, extension)),
      answer: (request, response) => link.answer(request, response),
      request: (request, answered) => link.request(request, from, answered),
      contact: contactOf(extension.user, link.reached),
      host: link.reached.host,
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

/** @internal Its own number stands in To, but a PBX that forwards a call says there who was called first. */
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
