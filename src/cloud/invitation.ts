// Invitation: the token in the address printed at start. It admits a reader of the operator's terminal, once and for
// a short time.

import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../base/clock.ts";
import { hashOf, randomText } from "./random-secret.ts";

const chars = 43;
export const invitationMinutes = 15;

export class Invitation {
  readonly #clock: Pick<Clock, "now">;
  #issued: { readonly hash: string; readonly endsAt: number } | undefined;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Makes the token; the earlier one becomes void. */
  issue(): string {
    const token = randomText(chars);
    this.#issued = { hash: hashOf(token), endsAt: this.#clock.now() + invitationMinutes * 60_000 };
    return token;
  }

  /** True if this is the token, for the first time and in time. */
  accept(token: string): boolean {
    const issued = this.#issued;
    if (issued === undefined || this.#clock.now() >= issued.endsAt) return false;
    if (!timingSafeEqual(Buffer.from(issued.hash), Buffer.from(hashOf(token)))) return false;
    this.#issued = undefined;
    return true;
  }
}
