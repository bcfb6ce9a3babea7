// Message envelope: the frame of every message of the protocol, and the description of a message: schema, meaning and
// example. Schemas only, so that pages can import it; nothing is compiled here.

import {
  type Static,
  type TInteger,
  type TLiteral,
  type TObject,
  type TOptional,
  type TSchema,
  type TString,
  Type,
} from "typebox";

export const label = "rtvi-ai";

/** RTVI version of the server, and the name of our extension of it. */
export const rtviVersion = "2.1.0";
export const protocol = "v1";

/** Description of a message; the example is the whole message on the wire. */
export interface MessageDescription {
  readonly description: string;
  readonly examples: readonly [object];
}

/** A message without data needs no other meaning. */
export type Event<T extends string> = MessageDescription &
  TObject<{
    label: TLiteral<typeof label>;
    type: TLiteral<T>;
    id: TOptional<TString>;
    seq: TOptional<TInteger>;
  }>;

export type FromServer<T extends string, D extends TSchema> = MessageDescription &
  TObject<{
    label: TLiteral<typeof label>;
    type: TLiteral<T>;
    id: TOptional<TString>;
    seq: TOptional<TInteger>;
    data: D;
  }>;

export type FromClient<T extends string, D extends TSchema> = MessageDescription &
  TObject<{ label: TOptional<TLiteral<typeof label>>; type: TLiteral<T>; id: TOptional<TString>; data: D }>;

export interface MessageMeaning<D extends TSchema> {
  readonly description: string;
  /** The `data` of the example. */
  readonly example: Static<D>;
  /** `id` of the example: the server numbers its own messages, an answer repeats the client's. */
  readonly id?: string;
}

const idCharsMax = 128;

const seq = Type.Optional(
  Type.Integer({
    minimum: 1,
    description:
      "Counts the session's messages from 1, over all its connections. Absent: not a session's message",
  }),
);

export const mode = Type.Union([Type.Literal("assistant"), Type.Literal("flow")]);
export type Mode = Static<typeof mode>;

export const milliseconds = (description: string) => Type.Number({ minimum: 0, description });

export function event<const T extends string>(type: T, description: string): Event<T> {
  const properties = {
    label: Type.Literal(label),
    type: Type.Literal(type),
    id: Type.Optional(Type.String()),
    seq,
  };
  return described(Type.Object(properties), { description, examples: [{ label, type, id: "s-1", seq: 1 }] });
}

export function fromServer<const T extends string, D extends TSchema>(
  type: T,
  data: D,
  about: MessageMeaning<D>,
): FromServer<T, D> {
  const id = Type.Optional(Type.String());
  const properties = { label: Type.Literal(label), type: Type.Literal(type), id, seq, data };
  const example = { label, type, id: about.id ?? "s-1", seq: 1, data: about.example };
  return described(Type.Object(properties), { description: about.description, examples: [example] });
}

/** The label may be missing; an `id` assigns the answer. */
export function fromClient<const T extends string, D extends TSchema>(
  type: T,
  data: D,
  about: MessageMeaning<D>,
): FromClient<T, D> {
  const id = Type.Optional(Type.String({ maxLength: idCharsMax }));
  const properties = { label: Type.Optional(Type.Literal(label)), type: Type.Literal(type), id, data };
  const example = { label, type, id: about.id ?? "c1", data: about.example };
  return described(Type.Object(properties), { description: about.description, examples: [example] });
}

function described<S extends TSchema>(schema: S, words: MessageDescription): S & MessageDescription {
  return Object.assign(schema, words);
}
