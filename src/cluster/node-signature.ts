// Node signature: a request between nodes is signed with a key that all nodes derive from the master key, so other
// clients get no answer.

import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../base/clock.ts";

export const signatureHeader = "x-voice-flow-node";

/** Signed content. */
export interface NodeMessage {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly body: string;
}

/** Node clocks may differ by a minute or two before an operator notices; this is twice that. */
const ageMsMax = 5 * 60_000;
/** A message counts as new for this long at the extremes of both clocks. */
const rememberedMs = 2 * ageMsMax;
/** Remembered messages, about 20 MB; beyond it the oldest are forgotten, which helps only an eavesdropper. */
const takenAtOnce = 200_000;
const version = "v1";

export interface NodeSignerOptions {
  readonly key: Uint8Array;
  /** Id of this node, which changes when it was given up and joins again. */
  readonly self: () => string;
  readonly clock: Pick<Clock, "now" | "wall">;
  /** Default: `takenAtOnce`. */
  readonly takenMax?: number;
}

export class NodeSigner {
  readonly #o: NodeSignerOptions;
  /** Accepted messages with their expiry, oldest first. */
  readonly #taken = new Map<string, number>();

  constructor(options: NodeSignerOptions) {
    this.#o = options;
  }

  /** Header of a message to the node `to`; no other node accepts it. */
  sign(message: NodeMessage, to: string): string {
    const { self, clock } = this.#o;
    const nonce = crypto.getRandomValues(Buffer.alloc(16)).toString("base64url");
    const claims = [version, self(), to, String(clock.wall()), nonce, hashOf(message.body)];
    return [...claims, this.#codeOf(message, claims)].join(" ");
  }

  /**
   * Checks that a header is from another node, for this one, and new. The body is not known yet: `isBody` compares it
   * with the returned hash.
   */
  take({ method, path }: Omit<NodeMessage, "body">, header: string): string | undefined {
    const { self, clock } = this.#o;
    const claims = header.split(" ");
    const code = claims.pop() ?? "";
    const [kind, , to, at, nonce = "", bodyHash] = claims;
    if (claims.length !== 6 || kind !== version || to !== self()) return undefined;
    if (!isSame(code, this.#codeOf({ method, path }, claims))) return undefined;
    if (!(Math.abs(clock.wall() - Number(at)) <= ageMsMax) || this.#taken.has(nonce)) return undefined;
    this.#remember(nonce);
    return bodyHash;
  }

  isBody(body: string, bodyHash: string): boolean {
    return isSame(hashOf(body), bodyHash);
  }

  #remember(nonce: string): void {
    const { clock, takenMax = takenAtOnce } = this.#o;
    const now = clock.now();
    for (const [oldest, until] of this.#taken) {
      if (until > now && this.#taken.size < takenMax) break;
      this.#taken.delete(oldest);
    }
    this.#taken.set(nonce, now + rememberedMs);
  }

  #codeOf({ method, path }: Omit<NodeMessage, "body">, claims: readonly string[]): string {
    const signed = [method, path, ...claims].join("\n");
    return new Bun.CryptoHasher("sha256", this.#o.key).update(signed).digest("base64url");
  }
}

function hashOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("base64url");
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
