// SIP endpoint: the requests and answers of one port. Runs the transactions: resends lost messages and drops repeated
// ones. Reads known peers only and drops datagrams of others.

import type { Clock } from "../base/clock.ts";
import { answerTo } from "../sip/sip-answer.ts";
import type { ReachedRegistrar } from "../sip/registration.ts";
import { readVia, writeHost } from "../sip/header-values.ts";
import {
  headerOf,
  headersOf,
  isRequest,
  numberOf,
  readMessage,
  sequenceOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
  writeMessage,
} from "../sip/sip-message.ts";
import {
  dueAt,
  newTransaction,
  stepTransaction,
  type Transaction,
  type TransactionEvent,
} from "../sip/transaction.ts";
import type { Remote } from "./udp-port.ts";

/** Handles incoming messages. No method throws. */
export interface SipHandler {
  /** Must be answered by `answer`. */
  request(request: SipRequest, from: Remote): void;
  /** ACK of an answered call. */
  acknowledged(ack: SipRequest): void;
  /** The INVITE is withdrawn. */
  cancelled(invite: SipRequest): void;
  /** The answer to this INVITE was never acknowledged. */
  unacknowledged(invite: SipRequest): void;
}

export interface SipEndpointOptions {
  readonly clock: Clock;
  /** Address of this side in Via. */
  readonly self: () => ReachedRegistrar;
  readonly send: (text: string, to: Remote) => void;
  readonly isPeer: (host: string) => boolean;
  readonly handler: SipHandler;
}

/** Receives each answer, and undefined if none came. */
type Answered = (response: SipResponse | undefined) => void;

/** An INVITE under way. */
export interface InviteOrder {
  /** Withdraws it; no effect once answered. */
  cancel(): void;
}

interface Entry {
  transaction: Transaction;
  readonly remote: Remote;
  /** Request of a server's transaction. */
  readonly request: SipRequest | undefined;
  /** Undefined: no answer came. */
  readonly answered: Answered | undefined;
  timer: Disposable | undefined;
}

/** A PBX with 500 calls has some 2,000; more are a flood, which gets no answer. */
const transactionsMax = 4_000;
/** RFC 3261, 8.1.1.7. */
const branchStart = "z9hG4bK";

export class SipEndpoint implements Disposable {
  readonly #o: SipEndpointOptions;
  readonly #entries = new Map<string, Entry>();
  /** Keys of received INVITEs, by the fields that their ACK repeats. */
  readonly #invites = new Map<string, string>();

  constructor(options: SipEndpointOptions) {
    this.#o = options;
  }

  /** `answered` receives each answer, provisional ones included, and undefined if none came. */
  request(request: SipRequest, to: Remote, answered: Answered): void {
    this.#begin("client", this.#named(request, newBranch()), { to, answered });
  }

  /** An INVITE, which may be withdrawn. `acknowledge` acknowledges a 2xx each time it arrives. */
  invite(invite: SipRequest, to: Remote, answered: Answered): InviteOrder {
    const branch = newBranch();
    const message = this.#named(invite, branch);
    this.#begin("calling", message, { to, answered });
    return {
      cancel: () => {
        const entry = this.#entries.get(clientKey(branch, "INVITE"));
        if (entry === undefined) return;
        this.#begin("client", cancelOf(message), { to, answered: () => undefined });
        this.#step(clientKey(branch, "INVITE"), entry, { type: "withdrawn", now: this.#now });
      },
    };
  }

  /** The ACK of an answered call has no transaction: it is resent for each answer (13.2.2.4). */
  acknowledge(ack: SipRequest, to: Remote): void {
    this.#o.send(writeMessage(this.#named(ack, newBranch())), to);
  }

  /** Answers a request that `handler` got. */
  answer(request: SipRequest, response: SipResponse): void {
    const key = serverKey(request);
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#step(key, entry, { type: "send", message: response, now: this.#now });
  }

  /** A datagram of the port. */
  heard(bytes: Buffer, from: Remote): void {
    // Four bytes or less keep an address translation open.
    if (bytes.length <= 4 || !this.#o.isPeer(from.host)) return;
    const message = readMessage(bytes);
    if (message === undefined) return;
    if (isRequest(message)) this.#asked(seenFrom(message, from), from);
    else this.#answered(message);
  }

  [Symbol.dispose](): void {
    for (const { timer } of this.#entries.values()) timer?.[Symbol.dispose]();
    this.#entries.clear();
  }

  #named(request: SipRequest, branch: string): SipRequest {
    const { host, port, transport = "udp" } = this.#o.self();
    const via = `SIP/2.0/${transport.toUpperCase()} ${writeHost(host)}:${port};branch=${branch};rport`;
    return { ...request, headers: [["via", via], ...request.headers] };
  }

  #begin(
    kind: "client" | "calling",
    message: SipRequest,
    { to, answered }: { readonly to: Remote; readonly answered: Answered },
  ): void {
    const branch = readVia(headersOf(message, "via")[0] ?? "")?.parameters.get("branch") ?? "";
    const key = clientKey(branch, message.method);
    const entry = {
      transaction: newTransaction(kind, this.#isReliable),
      remote: to,
      request: undefined,
      answered,
      timer: undefined,
    };
    this.#entries.set(key, entry);
    this.#step(key, entry, { type: "send", message, now: this.#now });
  }

  get #isReliable(): boolean {
    return this.#o.self().transport === "tcp";
  }

  get #now(): number {
    return this.#o.clock.now();
  }

  #answered(response: SipResponse): void {
    const via = readVia(headersOf(response, "via")[0] ?? "");
    const key = clientKey(via?.parameters.get("branch") ?? "", sequenceOf(response)?.method ?? "");
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#step(key, entry, { type: "received", message: response, now: this.#now });
  }

  #asked(request: SipRequest, from: Remote): void {
    const { handler } = this.#o;
    const { method } = request;
    const key = serverKey(request);
    const ongoing = this.#entries.get(key);
    const event = { type: "received", message: request, now: this.#now } as const;
    if (ongoing !== undefined) return this.#step(key, ongoing, event);
    if (method === "ACK") return this.#acknowledged(request);
    if (this.#entries.size >= transactionsMax) return;
    const kind = method === "INVITE" ? "invitation" : "server";
    const entry = {
      transaction: newTransaction(kind, this.#isReliable),
      remote: from,
      request,
      answered: undefined,
      timer: undefined,
    };
    this.#entries.set(key, entry);
    // Stops the caller's telephone from repeating while this side decides.
    if (kind === "invitation") {
      this.#invites.set(inviteName(request), key);
      this.answer(request, answerTo(request, 100));
    }
    if (method === "CANCEL") return this.#cancel(request);
    handler.request(request, from);
  }

  /** The ACK of an answer is a request of its own (17.1.1.3). */
  #acknowledged(ack: SipRequest): void {
    const key = this.#invites.get(inviteName(ack)) ?? "";
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#step(key, entry, { type: "acknowledged", now: this.#now });
    this.#o.handler.acknowledged(ack);
  }

  #cancel(cancel: SipRequest): void {
    const invite = this.#entries.get(serverKey({ ...cancel, method: "INVITE" }))?.request;
    this.answer(cancel, answerTo(cancel, invite === undefined ? 481 : 200));
    if (invite !== undefined) this.#o.handler.cancelled(invite);
  }

  #step(key: string, entry: Entry, event: TransactionEvent): void {
    const { transaction, effects } = stepTransaction(entry.transaction, event);
    entry.transaction = transaction;
    this.#arm(key, entry);
    for (const effect of effects) {
      if (effect.type === "send") this.#o.send(writeMessage(effect.message), entry.remote);
      else if (effect.type === "response") entry.answered?.(effect.response);
      else if (effect.type === "timeout") this.#timedOut(entry);
    }
  }

  #timedOut({ request, answered }: Entry): void {
    answered?.(undefined);
    if (request !== undefined) this.#o.handler.unacknowledged(request);
  }

  #arm(key: string, entry: Entry): void {
    entry.timer?.[Symbol.dispose]();
    entry.timer = undefined;
    if (entry.transaction.state === "over") {
      this.#entries.delete(key);
      if (entry.request !== undefined) this.#invites.delete(inviteName(entry.request));
      return;
    }
    const at = dueAt(entry.transaction);
    if (at === undefined) return;
    const fire = (): void => this.#step(key, entry, { type: "time", now: this.#now });
    entry.timer = this.#o.clock.after(at - this.#now, fire);
  }
}

const newBranch = (): string => branchStart + crypto.randomUUID().replaceAll("-", "");

/** CANCEL with the INVITE's branch, so that each proxy finds it (9.1). */
function cancelOf(invite: SipRequest): SipRequest {
  const kept = invite.headers.filter(([name]) =>
    ["via", "max-forwards", "route", "from", "to", "call-id"].includes(name),
  );
  return {
    method: "CANCEL",
    uri: invite.uri,
    headers: [...kept, ["cseq", `${numberOf(invite)} CANCEL`]],
    body: "",
  };
}

const clientKey = (branch: string, method: string): string => `> ${branch} ${method}`;

/** The ACK of a refusal belongs to its INVITE (17.2.3). */
function serverKey(request: SipMessage & { readonly method: string }): string {
  const via = readVia(headersOf(request, "via")[0] ?? "");
  const method = request.method === "ACK" ? "INVITE" : request.method;
  const branch = via?.parameters.get("branch") ?? "";
  // Before RFC 3261 a branch was no name of a transaction, and could be missing.
  const name = branch.startsWith(branchStart) ? branch : inviteName(request);
  return `< ${name} ${via?.host ?? ""}:${via?.port ?? ""} ${method}`;
}

/** Common key of an INVITE and its ACK. */
const inviteName = (request: SipMessage): string => `${headerOf(request, "call-id")} ${numberOf(request)}`;

/** Adds the source to the first Via, which answers repeat (RFC 3261, 18.2.1; RFC 3581, 4). */
function seenFrom(request: SipRequest, { host, port }: Remote): SipRequest {
  let isFirst = true;
  const headers = request.headers.map(([name, value]): readonly [string, string] => {
    if (name !== "via" || !isFirst) return [name, value];
    isFirst = false;
    const [first = "", ...others] = value.split(",");
    const asked = first.replace(/;\s*rport(?=\s*(?:;|$))/i, "");
    const seen = `${asked};received=${host};rport=${port}`;
    return [name, [seen, ...others].join(",")];
  });
  return { ...request, headers };
}
