// The token in the address that is printed at start: it lets whoever reads the operator's terminal in, once.

import { timingSafeEqual } from "node:crypto";
import { hashOf, randomText } from "./random.ts";

const chars = 43;

export class Invitation {
  #hash: string | undefined;

  /** Makes the token; the one made before is worth nothing from now on. */
  issue(): string {
    const token = randomText(chars);
    this.#hash = hashOf(token);
    return token;
  }

  /** Whether this is the token, for the first time. */
  accept(token: string): boolean {
    const hash = this.#hash;
    if (hash === undefined || !timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(token)))) return false;
    this.#hash = undefined;
    return true;
  }
}
