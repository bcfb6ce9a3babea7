// Digest: the response to a registrar's password challenge (RFC 3261, 22; RFC 7616; RFC 8760).

import { createHash } from "node:crypto";
import { readParameters, splitList } from "./header-values.ts";

export interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: "MD5" | "MD5-sess" | "SHA-256" | "SHA-256-sess";
  /** True if the response counts its nonce (qop=auth). */
  readonly counts: boolean;
  /** Whether only the nonce was too old: the password is right. */
  readonly isStale: boolean;
}

export interface DigestAnswer {
  readonly user: string;
  readonly password: string;
  readonly method: string;
  readonly uri: string;
  /** Responses to this nonce, this one included. */
  readonly count: number;
  /** Random. */
  readonly clientNonce: string;
}

/** Best first (RFC 8760, 2.4: a registrar offers several, and the first known one counts). */
const algorithms = ["SHA-256", "SHA-256-sess", "MD5", "MD5-sess"] as const;

/** Strongest challenge that can be answered; undefined: none. */
export function chooseChallenge(values: readonly string[]): Challenge | undefined {
  const challenges = values.map(readChallenge).filter((challenge) => challenge !== undefined);
  return challenges.sort((a, b) => algorithms.indexOf(a.algorithm) - algorithms.indexOf(b.algorithm))[0];
}

/** @internal From a whole header line: its parameters are a list, so it must not be split before. */
export function readChallenge(value: string): Challenge | undefined {
  const [, scheme, rest = ""] = /^(\w+)\s+(.*)$/s.exec(value) ?? [];
  if (scheme?.toLowerCase() !== "digest") return undefined;
  const parameters = readParameters(splitList(rest));
  const [realm, nonce, qop] = ["realm", "nonce", "qop"].map((name) => parameters.get(name));
  const named = (parameters.get("algorithm") ?? "MD5").toLowerCase();
  const algorithm = algorithms.find((each) => each.toLowerCase() === named);
  const counts = qop?.split(",").some((kind) => kind.trim().toLowerCase() === "auth") ?? false;
  if (realm === undefined || nonce === undefined || algorithm === undefined) return undefined;
  // The key of a session needs the client's nonce, so a challenge without a count is unusable.
  if ((qop !== undefined && !counts) || (!counts && algorithm.endsWith("-sess"))) return undefined;
  const isStale = parameters.get("stale")?.toLowerCase() === "true";
  return { realm, nonce, opaque: parameters.get("opaque"), algorithm, counts, isStale };
}

/** The value of `Authorization` or `Proxy-Authorization`. */
export function answerChallenge(challenge: Challenge, answer: DigestAnswer): string {
  const { realm, nonce, opaque, algorithm, counts } = challenge;
  const { user, password, method, uri, clientNonce } = answer;
  const hash = (text: string): string =>
    createHash(algorithm.startsWith("SHA-256") ? "sha256" : "md5")
      .update(text)
      .digest("hex");
  const secret = hash(`${user}:${realm}:${password}`);
  const key = algorithm.endsWith("-sess") ? hash(`${secret}:${nonce}:${clientNonce}`) : secret;
  const count = answer.count.toString(16).padStart(8, "0");
  const middle = counts ? `${nonce}:${count}:${clientNonce}:auth` : nonce;
  const response = hash(`${key}:${middle}:${hash(`${method}:${uri}`)}`);
  const quoted = { username: user, realm, nonce, uri, response, ...(opaque !== undefined && { opaque }) };
  const parts = Object.entries(quoted).map(([name, value]) => `${name}="${escaped(value)}"`);
  const counted = counts ? [`qop=auth`, `nc=${count}`, `cnonce="${clientNonce}"`] : [];
  return `Digest ${[...parts, `algorithm=${algorithm}`, ...counted].join(", ")}`;
}

function escaped(text: string): string {
  return text.replace(/[\\"]/g, "\\$&");
}
