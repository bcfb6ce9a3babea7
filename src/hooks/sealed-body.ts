// Sealed webhook body: encrypts a waiting event of an account that keeps no words.

import { Secret } from "../base/secret.ts";

/** Seals texts, and opens the sealed ones. */
export interface BodyVault {
  seal(value: Secret, place: string): Uint8Array;
  open(sealed: Uint8Array, place: string): Secret;
}

/** JSON never begins like this. */
const mark = "sealed:";
const placeOf = (messageId: string): string => `hook-body/${messageId}`;

interface Event {
  readonly body: string;
  readonly messageId: string;
}

export function sealBody<E extends Event>(event: E, vault: BodyVault): E {
  const sealed = vault.seal(new Secret(event.body), placeOf(event.messageId));
  return { ...event, body: mark + Buffer.from(sealed).toString("base64") };
}

export function isSealed(body: string): boolean {
  return body.startsWith(mark);
}

/** The body, unsealed if needed. Throws if another key sealed it. */
export function openBody({ body, messageId }: Event, vault: BodyVault): string {
  if (!isSealed(body)) return body;
  return vault.open(Buffer.from(body.slice(mark.length), "base64"), placeOf(messageId)).reveal();
}
