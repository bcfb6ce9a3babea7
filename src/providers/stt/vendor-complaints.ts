// Vendor complaints: problems that a recogniser's vendor reports during a session, logged once each, up to a limit.

import type { Log } from "../../base/log.ts";

const complaintsMax = 10;
const complaintCharsMax = 60;

export class VendorComplaints {
  readonly #log: Log;
  readonly #provider: string;
  readonly #told = new Set<string>();

  constructor(log: Log, provider: string) {
    this.#log = log;
    this.#provider = provider;
  }

  /** `words`: without keys. */
  tell(words: string): void {
    const code = words.slice(0, complaintCharsMax);
    if (this.#told.has(code) || this.#told.size >= complaintsMax) return;
    this.#told.add(code);
    this.#log.warn("stt.complaint", { provider: this.#provider, code });
  }
}
