// Message decoder: a client's text message becomes a request, or the reason for rejecting it. Pure; rates are limited
// elsewhere.

import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { didYouMean } from "../base/closest-word.ts";
import { type Misfit, saidMisfits } from "../base/words/schema-sentence.ts";
import { valueOfData } from "../flow/value/json-value.ts";
import type { CallInput } from "../voice/call-event.ts";
import { limits } from "./connection-limits.ts";
import { label } from "./message-envelope.ts";
import {
  type ClientCommand,
  clientCommands,
  clientMessages,
  type ClientType,
  type FromClientCommand,
  type FromClientMessage,
} from "./message-client.ts";

export type RefusalCode =
  "unsupported_type" | "invalid_message" | "message_too_large" | "not_ready" | "version_mismatch";

export interface Refusal {
  readonly kind: "refused";
  readonly id: string | undefined;
  readonly code: RefusalCode;
  readonly error: string;
  readonly param?: string;
}

export type Inbound =
  | { readonly kind: "ready"; readonly id: string | undefined; readonly version: string | undefined }
  /** Input for the call; `t` is set for commands, which are answered. */
  | {
      readonly kind: "input";
      readonly id: string | undefined;
      readonly input: CallInput;
      readonly t?: ClientCommand;
    }
  /** The client has played up to a mark. */
  | {
      readonly kind: "mark";
      readonly id: string | undefined;
      readonly name: string;
      readonly cleared: boolean;
    }
  | { readonly kind: "ping"; readonly id: string | undefined; readonly ts: number | undefined }
  | Refusal
  | { readonly kind: "not-json" }
  | { readonly kind: "wrong-label" };

type Fields = Readonly<Record<string, unknown>>;

const messageChecks = compiled<ClientType>(clientMessages);
const commandChecks = compiled<ClientCommand>(clientCommands);

export function readText(text: string): Inbound {
  if (Buffer.byteLength(text) > limits.textBytesMax) {
    const error = `A text message has at most ${limits.textBytesMax} bytes.`;
    return { kind: "refused", id: undefined, code: "message_too_large", error };
  }
  const message = parsed(text);
  if (message === undefined) return { kind: "not-json" };
  if (message["label"] !== undefined && message["label"] !== label) return { kind: "wrong-label" };
  const id = typeof message["id"] === "string" ? message["id"] : undefined;
  const oversize = tooMuch(message);
  if (oversize !== undefined) return invalid(id, oversize);
  const type = message["type"];
  if (typeof type !== "string") return invalid(id, "A message has a type, which is a string.", "type");
  return type === "client-message" ? readCommand(message, id) : readStandard(message, type, id);
}

function readStandard(message: Fields, type: string, id: string | undefined): Inbound {
  if (!isOneOf(type, messageChecks)) {
    const error = `Unknown type "${clip(type)}": ${wayFrom(type)}`;
    return unsupported(id, error, "type");
  }
  const fault = faultOf(messageChecks[type](), message, id);
  if (fault !== undefined) return fault;
  return standard[type](message, id);
}

/** Hint for a type of another protocol, or of ours in another place. */
function wayFrom(type: string): string {
  if (/audio|media|pcm/i.test(type)) return "audio goes as binary messages of PCM16, 16 kHz, mono.";
  if (Object.hasOwn(commandChecks, type))
    return `it is a command, which is sent as {"type": "client-message", "data": {"t": "${type}"}}.`;
  const types = [...Object.keys(messageChecks), "client-message"];
  return didYouMean(type, types) ?? `there are ${types.join(", ")}.`;
}

type Reader<M> = (message: M, id: string | undefined) => Inbound;

/** The check above gives each reader its own message type. */
const standard = {
  "client-ready": ({ data }: FromClientMessage<"client-ready">, id) => ({
    kind: "ready",
    id,
    version: data?.version,
  }),
  "send-text": ({ data }: FromClientMessage<"send-text">, id) =>
    tooLong(data.content, "content", id) ?? {
      kind: "input",
      id,
      input: {
        type: "text",
        text: data.content,
        interrupt: data.options?.run_immediately ?? true,
        speak: data.options?.audio_response ?? true,
      },
    },
  "append-to-context": ({ data }: FromClientMessage<"append-to-context">, id) => ({
    kind: "input",
    id,
    input: {
      type: "context",
      role: data.role,
      text: typeof data.content === "string" ? data.content : JSON.stringify(data.content),
      run: data.run_immediately ?? false,
    },
  }),
  dtmf: ({ data }: FromClientMessage<"dtmf">, id) => ({
    kind: "input",
    id,
    input: { type: "keys", keys: "buttons" in data ? data.buttons.join("") : data.button },
  }),
  "disconnect-bot": (_: FromClientMessage<"disconnect-bot">, id) => ({
    kind: "input",
    id,
    input: { type: "end", drain: false },
  }),
} satisfies { readonly [T in ClientType]: Reader<FromClientMessage<T>> } as Readonly<
  Record<ClientType, Reader<unknown>>
>;

function readCommand(message: Fields, id: string | undefined): Inbound {
  const data = message["data"];
  if (!isFields(data) || typeof data["t"] !== "string") {
    return invalid(id, "A client-message names its command in data.t.", "t");
  }
  const t = data["t"];
  if (!isOneOf(t, commandChecks)) {
    const way =
      didYouMean(t, Object.keys(commandChecks)) ?? `there are ${Object.keys(commandChecks).join(", ")}.`;
    return unsupported(id, `Unknown command "${clip(t)}": ${way}`, "t");
  }
  // Rejected here because the schema would accept it unread: in this version a client may set no variables.
  if (t === "context.update" && isFields(data["d"]) && data["d"]["variables"] !== undefined) {
    return unsupported(id, "Variables cannot be set by the client.", "d.variables");
  }
  const fault = faultOf(commandChecks[t](), message, id);
  if (fault !== undefined) return fault;
  return commands[t](message, id);
}

const commands = {
  ping: ({ data }: FromClientCommand<"ping">, id) => ({ kind: "ping", id, ts: data.d?.ts }),
  mark: ({ data }: FromClientCommand<"mark">, id) => ({
    kind: "mark",
    id,
    name: data.d.name,
    cleared: data.d.cleared ?? false,
  }),
  mute: ({ data }: FromClientCommand<"mute">, id) => ({
    kind: "input",
    id,
    t: "mute",
    input: { type: "mute", muted: data.d.muted },
  }),
  interrupt: (_: FromClientCommand<"interrupt">, id) => ({
    kind: "input",
    id,
    t: "interrupt",
    input: { type: "interrupt" },
  }),
  "transfer.result": ({ data }: FromClientCommand<"transfer.result">, id) => ({
    kind: "input",
    id,
    t: "transfer.result",
    input: { type: "transferred", ok: data.d.ok, ...(data.d.missed && { missed: true as const }) },
  }),
  event: ({ data }: FromClientCommand<"event">, id) => ({
    kind: "input",
    id,
    t: "event",
    input: { type: "event", name: data.d.name, data: valueOfData(data.d.data) ?? null },
  }),
  "context.update": ({ data }: FromClientCommand<"context.update">, id) => ({
    kind: "input",
    id,
    t: "context.update",
    input: { type: "context", role: "user", text: data.d.text, run: data.d.run ?? false },
  }),
  say: ({ data }: FromClientCommand<"say">, id) =>
    tooLong(data.d.text, "d.text", id) ?? {
      kind: "input",
      id,
      t: "say",
      input: { type: "say", text: data.d.text, interrupt: data.d.interrupt ?? false },
    },
  end: ({ data }: FromClientCommand<"end">, id) => ({
    kind: "input",
    id,
    t: "end",
    input: { type: "end", drain: data.d?.drain ?? true },
  }),
} satisfies { readonly [T in ClientCommand]: Reader<FromClientCommand<T>> } as Readonly<
  Record<ClientCommand, Reader<unknown>>
>;

/** Each at its first use: compiling all of them would delay the start. */
function compiled<Name extends string>(
  schemas: Readonly<Record<Name, TSchema>>,
): Record<Name, () => Validator> {
  const entries = Object.entries<TSchema>(schemas).map(([name, schema]) => {
    let check: Validator | undefined;
    return [name, () => (check ??= Compile(schema))] as const;
  });
  return Object.fromEntries(entries) as Record<Name, () => Validator>;
}

function faultOf(check: Validator, message: Fields, id: string | undefined): Refusal | undefined {
  if (check.Check(message)) return undefined;
  const errors = ofMeant(check.Errors(message));
  const [first] = errors;
  const missing = first?.keyword === "required" ? first.params.requiredProperties[0] : undefined;
  const [saidMisfit] = saidMisfits(check.Type(), errors);
  const pointer = missing === undefined ? saidMisfit?.pointer : `${first?.instancePath}/${missing}`;
  if (pointer === undefined) return invalid(id, "The message does not fit its schema.");
  const path = pointer.split("/").slice(1);
  const inData = path[0] === "data" && path.length > 1 ? path.slice(1) : path;
  const param = inData.join(".");
  return invalid(
    id,
    `${param || "The message"} ${missing === undefined ? saidMisfit?.says : "is required"}.`,
    param,
  );
}

const alternativeOf = ({ schemaPath }: Misfit): string | undefined =>
  /^.*?\/(?:any|one)Of\/\d+/.exec(schemaPath)?.[0];

/** A message means the alternative of which it has all keys. */
function ofMeant<E extends Misfit>(errors: readonly E[]): readonly E[] {
  const lacking = new Set(errors.filter(({ keyword }) => keyword === "required").map(alternativeOf));
  const others = errors.filter((error) => !lacking.has(alternativeOf(error)));
  return others.some((error) => alternativeOf(error) !== undefined) ? others : errors;
}

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reports what is too deep, too many or too long, and stops there. */
function tooMuch(message: Fields): string | undefined {
  let keys = 0;
  const look = (value: unknown, depth: number): string | undefined => {
    if (typeof value === "string") {
      return Buffer.byteLength(value) > limits.stringBytesMax
        ? `A string has at most ${limits.stringBytesMax} bytes.`
        : undefined;
    }
    if (typeof value !== "object" || value === null) return undefined;
    if (depth > limits.nestingMax) return `A message is nested at most ${limits.nestingMax} deep.`;
    const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (!Array.isArray(value)) keys += inner.length;
    if (keys > limits.keysMax) return `A message has at most ${limits.keysMax} keys.`;
    for (const one of inner) {
      const problem = look(one, depth + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return look(message, 1);
}

function tooLong(text: string, param: string, id: string | undefined): Refusal | undefined {
  if (Buffer.byteLength(text) <= limits.sendTextBytesMax) return undefined;
  return invalid(id, `${param} has at most ${limits.sendTextBytesMax} bytes.`, param);
}

function invalid(id: string | undefined, error: string, param?: string): Refusal {
  return { kind: "refused", id, code: "invalid_message", error, ...(param === undefined ? {} : { param }) };
}

function unsupported(id: string | undefined, error: string, param: string): Refusal {
  return { kind: "refused", id, code: "unsupported_type", error, param };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Own keys only: `constructor` is no command. */
function isOneOf<Name extends string>(name: string, table: Readonly<Record<Name, unknown>>): name is Name {
  return Object.hasOwn(table, name);
}

function clip(text: string): string {
  return text.length > 64 ? `${text.slice(0, 64)}…` : text;
}
