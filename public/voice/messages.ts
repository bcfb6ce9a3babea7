// Server messages: parses the server's messages by its own schemas, and writes the client's messages.

import type { Static } from "typebox";
import type { ownMessages } from "../../src/transport/message-extension.ts";
import type { rtviMessages } from "../../src/transport/message-server.ts";
import { wireContract } from "./message-shapes.ts" with { type: "macro" };
import { fits } from "./shape-check.ts";

const { label, rtviVersion, shapes } = wireContract();

type Schemas = typeof rtviMessages & typeof ownMessages;

export type ServerMessage = Static<Schemas[keyof Schemas]>;

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
  return shapes.some((shape) => fits(value, shape));
}

let sent = 0;

/** A client message as JSON text, with a fresh id. */
export function wireText(type: string, data: object = {}): string {
  sent += 1;
  return JSON.stringify({ label, type, id: `c${sent}`, data });
}

/** Says that the audio up to this mark was heard; without an id, because no answer is awaited. */
export function markText(name: string): string {
  return JSON.stringify({ label, type: "client-message", data: { t: "mark", d: { name } } });
}

/** RTVI's client-ready message, after which the agent begins. */
export function readyText(): string {
  return wireText("client-ready", { version: rtviVersion, about: { library: "voice-flow-page" } });
}

/** Text of a command beyond RTVI. */
export function commandText(t: string, d: object = {}): string {
  return wireText("client-message", { t, d });
}
