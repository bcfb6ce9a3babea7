// Policy watch: browsers do not tell a page that its own security policy blocked a socket, but they report the
// violation.

import type { Refusal } from "../call-refusal.ts";

export class PolicyWatch {
  #refusal: Refusal | undefined;

  constructor() {
    globalThis.addEventListener("securitypolicyviolation", this.#look);
  }

  /** The refusal, if the policy has blocked a socket since. */
  close(): Refusal | undefined {
    globalThis.removeEventListener("securitypolicyviolation", this.#look);
    return this.#refusal;
  }

  readonly #look = ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective !== "connect-src" || disposition !== "enforce" || !/^wss?:/.test(blockedURI))
      return;
    const { origin } = new URL(blockedURI);
    const detail = `The Content-Security-Policy of this page blocks the connection. Add ${origin} to its connect-src`;
    this.#refusal = { code: "page/policy", detail };
  };
}
