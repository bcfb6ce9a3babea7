// Sign-in request: whether the test page asks for an account now, and in which words. Pure.

import type { Admission } from "../page/page-access.ts";

export interface SignInRequest {
  readonly title: string;
  readonly why: string;
  /** The button that continues without an account; undefined where there is no other way. */
  readonly leave: string | undefined;
}

interface Situation {
  /** Undefined until the server has said it. */
  readonly admission: Admission | undefined;
  /** The named flow may belong to an account, and the page is signed out. */
  readonly flowNeedsAccount: boolean;
  /** The person wants to sign in. */
  readonly asked: boolean;
}

const toCallFlow = "Sign in to call this flow";

/** Undefined when nothing needs an account. */
export function signInRequest({ admission, flowNeedsAccount, asked }: Situation): SignInRequest | undefined {
  if (admission === undefined) return undefined;
  if (admission !== "admitted") {
    const title = flowNeedsAccount ? toCallFlow : "Sign in to talk";
    return { title, why: reasons[admission], leave: undefined };
  }
  if (flowNeedsAccount) {
    const why = "It belongs to an account: sign in to that one, and continue.";
    return { title: toCallFlow, why, leave: "Choose another flow" };
  }
  if (!asked) return undefined;
  const why = "Then the flows that you have saved are listed here, and your calls are paid from the account.";
  return { title: "Sign in", why, leave: "Not now" };
}

const reasons: Readonly<Record<Exclude<Admission, "admitted">, string>> = {
  anonymous: "This server requires a sign-in.",
  expired: "Your session has expired. Sign in again to continue.",
};
