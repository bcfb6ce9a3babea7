// Hook signature: Standard Webhooks (https://www.standardwebhooks.com), version 1. The receiver can check the sender
// and that the body is unchanged.

import { createHmac, randomBytes } from "node:crypto";
import { Secret } from "../base/secret.ts";

const prefix = "whsec_";
/** The specification asks for 24 to 64. */
const secretBytes = 32;

export interface SignedBody {
  readonly id: string;
  readonly at: number;
  readonly body: string;
}

export function newHookSecret(): Secret {
  return new Secret(prefix + randomBytes(secretBytes).toString("base64"));
}

/** The three headers of a delivery; `at` is in milliseconds, on the wire in whole seconds. */
export function signatureHeaders(
  secret: Secret,
  { id, at, body }: SignedBody,
): readonly (readonly [string, string])[] {
  const seconds = Math.floor(at / 1_000);
  const digest = createHmac("sha256", keyOf(secret)).update(`${id}.${seconds}.${body}`).digest("base64");
  return [
    ["webhook-id", id],
    ["webhook-timestamp", String(seconds)],
    ["webhook-signature", `v1,${digest}`],
  ];
}

/** Base64 after `whsec_`; any other secret is used as written. */
function keyOf(secret: Secret): Buffer {
  const text = secret.reveal();
  return text.startsWith(prefix)
    ? Buffer.from(text.slice(prefix.length), "base64")
    : Buffer.from(text, "utf8");
}
