// Registration: keeps an extension registered at its PBX (RFC 3261, 10.2): answers challenges, refreshes in time, and
// retries ever more rarely if the PBX refuses or is unreachable. A pure step; the shell sends and measures time.

import { answerChallenge, type Challenge, chooseChallenge } from "./digest.ts";
import { readAddress, readUri, readVia, writeHost } from "./header-values.ts";
import { proofHeaders } from "./proof-headers.ts";
import { headerOf, headersOf, type HeaderLines, type SipRequest, type SipResponse } from "./sip-message.ts";

export interface Extension {
  /** Domain of the PBX, behind the @ of the extension. */
  readonly domain: string;
  readonly user: string;
  /** User name of the password, if it is not the extension. */
  readonly loginName: string;
  readonly password: string;
}

/** Address of this side as the PBX sees it. */
export interface ReachedRegistrar {
  readonly host: string;
  readonly port: number;
  /** Absent: by UDP. */
  readonly transport?: "udp" | "tcp";
}

export interface Registration {
  readonly phase: "registering" | "registered" | "refused" | "away";
  /** One id for all requests: some PBXes take a new id for a second telephone. */
  readonly callId: string;
  readonly tag: string;
  readonly sequence: number;
  readonly expiresSeconds: number;
  readonly reached: ReachedRegistrar;
  /** Challenge for the next request, and its count. */
  readonly challenge: (Challenge & { readonly header: string; readonly count: number }) | undefined;
  /** Failures in a row. */
  readonly failures: number;
  /** Challenges in a row after a password was sent. */
  readonly rejections: number;
  /** Requests since one was due: limits immediate repetitions after any answer of the PBX. */
  readonly asked: number;
  /** Time at which the next request is due. */
  readonly nextAt: number | undefined;
  /** Reason for not being registered, in words for people. */
  readonly problem: string | undefined;
}

export type RegistrationEvent =
  | { readonly type: "due"; readonly now: number }
  | { readonly type: "response"; readonly response: SipResponse; readonly now: number }
  /** The PBX is not found or does not answer; `problem`: in words for people. */
  | { readonly type: "unreachable"; readonly problem: string; readonly now: number }
  /** The extension leaves, and the PBX is notified. */
  | { readonly type: "leave"; readonly now: number };

export interface RegistrationStep {
  readonly registration: Registration;
  readonly request?: SipRequest;
}

const expiresSecondsFirst = 600;
/** Share of the lifetime after which a registration is refreshed, and minimum time before its end. */
const refreshShare = 0.8;
const refreshMsMin = 10_000;
/** Delay after a failed try, doubled each time. */
const againMs = { first: 2_000, max: 300_000 } as const;
/** Number of requests in a row: one challenge, one new nonce, one longer time and one other address. */
const asksMax = 6;
const askedOften = "The PBX asks for something else after each registration.";
/** Port of an address without one (RFC 3261, 19.1.2). */
const usualPort = 5_060;
/** A wrong password locks extensions, so retries are rare. */
const refusedMs = 300_000;

export function newRegistration(
  reached: ReachedRegistrar,
  { callId, tag }: Pick<Registration, "callId" | "tag">,
): Registration {
  return {
    phase: "registering",
    callId,
    tag,
    sequence: 0,
    expiresSeconds: expiresSecondsFirst,
    reached,
    challenge: undefined,
    failures: 0,
    rejections: 0,
    asked: 0,
    nextAt: undefined,
    problem: undefined,
  };
}

/** `random`: a nonce of the client for each answer to a challenge. */
export function stepRegistration(
  registration: Registration,
  event: RegistrationEvent,
  { extension, random }: { readonly extension: Extension; readonly random: () => string },
): RegistrationStep {
  const asking = (next: Registration): RegistrationStep => ask(next, extension, random());
  switch (event.type) {
    case "due":
      return asking({ ...registration, asked: 0, nextAt: undefined });
    case "leave":
      return asking({ ...registration, asked: 0, expiresSeconds: 0, nextAt: undefined });
    case "unreachable": {
      const { problem, now } = event;
      return { registration: failed(registration, { phase: "away", problem, now }) };
    }
    case "response": {
      const { response, now } = event;
      const again = (next: Registration): RegistrationStep =>
        next.asked < asksMax
          ? asking(next)
          : { registration: failed(next, { phase: "away", problem: askedOften, now }) };
      return answered(registration, response, { now, asking: again });
    }
  }
}

function ask(registration: Registration, extension: Extension, clientNonce: string): RegistrationStep {
  const { domain, user, loginName, password } = extension;
  const { callId, tag, reached, expiresSeconds } = registration;
  const sequence = registration.sequence + 1;
  // URI without a user: FRITZ!Box drops a REGISTER with a user there.
  const uri = `sip:${domain}`;
  const challenge = registration.challenge && {
    ...registration.challenge,
    count: registration.challenge.count + 1,
  };
  const authorization: HeaderLines =
    challenge === undefined
      ? []
      : [
          [
            challenge.header,
            answerChallenge(challenge, {
              user: loginName,
              password,
              method: "REGISTER",
              uri,
              count: challenge.count,
              clientNonce,
            }),
          ],
        ];
  const self = `<sip:${user}@${domain}>`;
  return {
    registration: { ...registration, sequence, challenge, asked: registration.asked + 1 },
    request: {
      method: "REGISTER",
      uri,
      headers: [
        ["max-forwards", "70"],
        ["from", `${self};tag=${tag}`],
        ["to", self],
        ["call-id", callId],
        ["cseq", `${sequence} REGISTER`],
        ["contact", contactOf(user, reached)],
        ["expires", String(expiresSeconds)],
        ...authorization,
      ],
      body: "",
    },
  };
}

export function contactOf(user: string, { host, port, transport }: ReachedRegistrar): string {
  const parameter = transport === "tcp" ? ";transport=tcp" : "";
  return `<sip:${user}@${writeHost(host)}:${port}${parameter}>`;
}

interface Answering {
  readonly now: number;
  readonly asking: (next: Registration) => RegistrationStep;
}

function answered(registration: Registration, response: SipResponse, answering: Answering): RegistrationStep {
  const { now, asking } = answering;
  const { status } = response;
  if (status < 200) return { registration };
  if (status < 300) return accepted(registration, response, answering);
  if (status === 401 || status === 407) return challenged(registration, response, answering);
  if (status === 423) {
    const seconds = Number(headerOf(response, "min-expires"));
    if (Number.isInteger(seconds) && seconds > registration.expiresSeconds && seconds <= 86_400)
      return asking({ ...registration, expiresSeconds: seconds });
  }
  const words = `The PBX answers ${status} ${response.reason}`.trim();
  const isRefused = status === 403 || status === 404;
  const problem = isRefused ? `${words}: look at the extension and its password.` : `${words}.`;
  return { registration: failed(registration, { phase: isRefused ? "refused" : "away", problem, now }) };
}

function challenged(
  registration: Registration,
  response: SipResponse,
  answering: Answering,
): RegistrationStep {
  const { now, asking } = answering;
  const [asked, header] = proofHeaders[response.status === 401 ? 401 : 407];
  const lines = response.headers.filter(([name]) => name === asked).map(([, value]) => value);
  const challenge = chooseChallenge(lines);
  if (challenge === undefined)
    return {
      registration: failed(registration, {
        phase: "refused",
        problem: "The PBX asks for a proof that is not known here.",
        now,
      }),
    };
  const before = registration.challenge;
  const isAgain = before !== undefined && !challenge.isStale;
  // An old nonce may have expired without a `stale`; an answered new one that is challenged again has not.
  if (isAgain && registration.rejections > 0) {
    const problem =
      "The PBX does not take the password: look at the extension, its login name and its password.";
    return {
      registration: { ...failed(registration, { phase: "refused", problem, now }), challenge: undefined },
    };
  }
  const rejections = isAgain ? 1 : 0;
  return asking({ ...registration, rejections, challenge: { ...challenge, header, count: 0 } });
}

function accepted(registration: Registration, response: SipResponse, answering: Answering): RegistrationStep {
  const { now, asking } = answering;
  const seen = seenAt(response, registration.reached);
  const { reached } = registration;
  const isElsewhere = seen.host !== reached.host || seen.port !== reached.port;
  if (registration.expiresSeconds === 0)
    return { registration: { ...registration, phase: "away", nextAt: undefined } };
  // Behind NAT the PBX needs the address that it sees.
  if (isElsewhere) return asking({ ...registration, reached: seen, failures: 0 });
  const seconds = grantedSeconds(response, registration);
  const ms = Math.max(refreshMsMin, seconds * 1_000 * refreshShare);
  return {
    registration: {
      ...registration,
      phase: "registered",
      failures: 0,
      rejections: 0,
      nextAt: now + ms,
      problem: undefined,
    },
  };
}

/** Source of the request according to the answer (RFC 3581). */
function seenAt(response: SipResponse, reached: ReachedRegistrar): ReachedRegistrar {
  const via = readVia(headersOf(response, "via")[0] ?? "");
  const host = via?.parameters.get("received");
  const port = Number(via?.parameters.get("rport"));
  return {
    ...reached,
    host: host || reached.host,
    port: Number.isInteger(port) && port > 0 ? port : reached.port,
  };
}

/** Lifetime of this contact: an answer lists those of other telephones too. */
function grantedSeconds(response: SipResponse, { reached, expiresSeconds }: Registration): number {
  const contact = headersOf(response, "contact")
    .map(readAddress)
    .find(({ uri }) => {
      const { host, port = usualPort } = readUri(uri) ?? {};
      return host === reached.host && port === reached.port;
    });
  const written = contact?.parameters.get("expires") ?? headerOf(response, "expires");
  const seconds = Number(written);
  return written !== undefined && Number.isInteger(seconds) && seconds > 0 ? seconds : expiresSeconds;
}

function failed(
  registration: Registration,
  {
    phase,
    problem,
    now,
  }: { readonly phase: "refused" | "away"; readonly problem: string; readonly now: number },
): Registration {
  const failures = registration.failures + 1;
  const ms = phase === "refused" ? refusedMs : Math.min(againMs.max, againMs.first * 2 ** (failures - 1));
  return { ...registration, phase, problem, failures, rejections: 0, nextAt: now + ms };
}
