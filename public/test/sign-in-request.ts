// Sign-in request: whether the test page asks for an account now, and its texts. Pure.

import type { Admission } from "../page/page-access.ts";

export interface SignInRequest {
  readonly title: string;
  readonly why: string;
  /** The button that continues without an account; undefined if an account is required. */
  readonly leave: string | undefined;
}

interface Situation {
  /** Undefined until the server has answered. */
  readonly admission: Admission | undefined;
  /** The named flow may belong to an account, and the page is signed out. */
  readonly flowNeedsAccount: boolean;
  /** The person wants to sign in. */
  readonly asked: boolean;
}

const toCallFlow = "Sign in to call this flow";

/** Undefined if no account is needed. */
export function signInRequest({ admission, flowNeedsAccount, asked }: Situation): SignInRequest | undefined {
  if (admission === undefined) return undefined;
  if (admission !== "admitted") {
    const title = flowNeedsAccount ? toCallFlow : "Sign in to talk";
    return { title, why: reasons[admission], leave: undefined };
  }
  if (flowNeedsAccount) {
    const why = "This flow belongs to an account. Sign in to that account to continue.";
    return { title: toCallFlow, why, leave: "Choose another flow" };
  }
  if (!asked) return undefined;
  const why = "Sign in to call your saved flows. Calls are charged to your account.";
  return { title: "Sign in", why, leave: "Not now" };
}

const reasons: Readonly<Record<Exclude<Admission, "admitted">, string>> = {
  anonymous: "This server requires a sign-in.",
  expired: "Your login has expired. Sign in again to continue.",
};
