// Server messages: parses what the server sends against the server's own schemas, and writes what the client sends.
// `Check` only, never `Compile`: compiling probes for eval, which the page's policy reports as a violation.

import type { Static, TSchema } from "typebox";
import { Check } from "typebox/value";
import { label, rtviVersion } from "../../src/transport/message-envelope.ts";
import { ownMessages } from "../../src/transport/message-extension.ts";
import { rtviMessages } from "../../src/transport/message-server.ts";

const schemas = { ...rtviMessages, ...ownMessages };
const all: readonly TSchema[] = Object.values(schemas);

export type ServerMessage = Static<(typeof schemas)[keyof typeof schemas]>;

/** The server's messages beyond the RTVI protocol. */
export type ExtensionMessage = Static<(typeof ownMessages)[keyof typeof ownMessages]>["data"];

/** Undefined for unknown messages: a newer server may send more kinds. */
export function readMessage(text: string): ServerMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isMessage(value) ? value : undefined;
}

function isMessage(value: unknown): value is ServerMessage {
  return all.some((schema) => Check(schema, value));
}

let sent = 0;

/** A client message as JSON text, with a fresh id. */
export function wireText(type: string, data: object = {}): string {
  sent += 1;
  return JSON.stringify({ label, type, id: `c${sent}`, data });
}

/** Says that the audio up to this mark was heard; without an id, because nobody waits for an answer. */
export function markText(name: string): string {
  return JSON.stringify({ label, type: "client-message", data: { t: "mark", d: { name } } });
}

/** RTVI's client-ready message, after which the agent begins. */
export function readyText(): string {
  return wireText("client-ready", { version: rtviVersion, about: { library: "voice-flow-page" } });
}

/** One of the commands beyond RTVI. */
export function commandText(t: string, d: object = {}): string {
  return wireText("client-message", { t, d });
}
