// Schema types: what the value of a key may be, and how the table of the language is built from that. Types only.

/** Things of a flow that have a name of their own. */
export type NamedThing =
  | "variable"
  | "node"
  | "tool"
  | "type"
  | "handler"
  | "flow"
  | "library"
  | "secret"
  | "option"
  | "language"
  | "event";

export type Shape =
  /** Words that are not spoken. */
  | { readonly is: "string"; readonly pattern?: string; readonly says?: string }
  /** The name of something that is defined elsewhere, or the id that defines it. */
  | { readonly is: "name"; readonly of: NamedThing }
  /** Spoken: a string, a list of strings, or either by language. */
  | { readonly is: "text" }
  /** What people say for it: a list of strings, or one by language. */
  | { readonly is: "phrases" }
  /** A string with `{{ }}` in it. */
  | { readonly is: "template" }
  /** A template, or a number, or true and false. */
  | { readonly is: "bound" }
  | { readonly is: "condition" }
  /** An expression, or a map or list of such. */
  | { readonly is: "expression" }
  /** Data whose strings are templates. */
  | { readonly is: "body" }
  /** A node, or RESUME. */
  | { readonly is: "target" }
  /** A target, or a list of branches that ends in `else`. */
  | { readonly is: "way" }
  | { readonly is: "duration"; readonly minMs: number; readonly maxMs: number }
  | {
      readonly is: "number";
      readonly min?: number;
      readonly max?: number;
      readonly integer?: true;
    }
  | { readonly is: "boolean" }
  | { readonly is: "enum"; readonly values: readonly (string | number | boolean)[] }
  /** Any plain data. */
  | { readonly is: "data" }
  | { readonly is: "list"; readonly of: Shape; readonly min?: number; readonly max?: number }
  /** A map whose keys are the author's. */
  | {
      readonly is: "dictionary";
      readonly keys: NamedThing | "any";
      readonly of: Shape;
      readonly max?: number;
    }
  /** A map with the keys of a place. */
  | { readonly is: "map"; readonly place: PlaceName }
  | { readonly is: "either"; readonly of: readonly Shape[] };

export type PlaceName =
  | "flow"
  | "library"
  | "variable"
  | "option"
  | "node"
  | "branch"
  | "exit"
  | "event"
  | "handler"
  | "tool"
  | "hook"
  | "defaults"
  | "voice"
  | "listen"
  | "dtmf"
  | "limits"
  | "test"
  | "step"
  | "control"
  | "model";

export interface Key {
  readonly name: string;
  readonly shape: Shape;
  readonly required?: true;
  /** What holds without it, as it would be written. */
  readonly default?: string;
  /** One sentence. */
  readonly doc: string;
  /** The verbs or types that have it; absent: all. */
  readonly only?: readonly string[];
}

/** A kind of map in the document. */
export interface PlaceSchema {
  readonly title: string;
  readonly doc: string;
  readonly keys: readonly Key[];
}
