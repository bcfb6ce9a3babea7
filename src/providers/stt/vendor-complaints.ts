// Vendor complaints: problems that a vendor reports during a session, logged once each, up to a limit.

import type { Log } from "../../base/log.ts";
import type { FailingProvider } from "../connection/provider-failure.ts";

const complaintsMax = 10;
const complaintCharsMax = 60;

export class VendorComplaints {
  readonly #log: Log;
  readonly #of: FailingProvider;
  readonly #told = new Set<string>();

  constructor(log: Log, of: FailingProvider) {
    this.#log = log;
    this.#of = of;
  }

  /** `words`: without keys. */
  tell(words: string): void {
    const code = words.slice(0, complaintCharsMax);
    if (this.#told.has(code) || this.#told.size >= complaintsMax) return;
    this.#told.add(code);
    const { capability, provider } = this.#of;
    this.#log.warn(`${capability}.complaint`, { provider, code });
  }
}
