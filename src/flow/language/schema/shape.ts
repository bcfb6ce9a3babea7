// Schema types: the possible values of a key, from which the table of the language is built. Types only.

/** Kinds of definitions in a flow that have a name. */
export type NamedThing =
  | "variable"
  | "node"
  | "tool"
  | "type"
  | "handler"
  | "flow"
  | "secret"
  | "option"
  | "language"
  | "event"
  | "knowledge";

export type Shape =
  /** A string that is not spoken. */
  | { readonly is: "string"; readonly pattern?: string; readonly says?: string }
  /** A reference to a definition by its name, or the id that defines it. */
  | { readonly is: "name"; readonly of: NamedThing }
  /** Spoken text: a string, a list of strings, or either by language. */
  | { readonly is: "text" }
  /** Phrases that callers say: a list of strings, or a list by language. */
  | { readonly is: "phrases" }
  /** A string with `{{ }}` in it. */
  | { readonly is: "template" }
  /** A template, a number or a boolean. */
  | { readonly is: "bound" }
  | { readonly is: "condition" }
  /** An expression, or a map or list of expressions. */
  | { readonly is: "expression" }
  /** Data whose strings are templates. */
  | { readonly is: "body" }
  /** Target of an edge: the id of a node, or RESUME. */
  | { readonly is: "target" }
  /** Outgoing edges: a target, or a list of branches that ends in `else`. */
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
  /** A map whose keys the author chooses. */
  | {
      readonly is: "dictionary";
      readonly keys: NamedThing | "any";
      readonly of: Shape;
      readonly max?: number;
    }
  /** A map with the fixed keys of a place. */
  | { readonly is: "map"; readonly place: PlaceName }
  | { readonly is: "either"; readonly of: readonly Shape[] };

export type PlaceName =
  | "flow"
  | "variable"
  | "option"
  | "field"
  | "node"
  | "branch"
  | "exit"
  | "event"
  | "handler"
  | "tool"
  | "hook"
  | "hours"
  | "on_end"
  | "extracted"
  | "pair"
  | "page"
  | "file"
  | "defaults"
  | "voice"
  | "wording"
  | "sound"
  | "llm"
  | "stt"
  | "listen"
  | "dtmf"
  | "limits"
  | "retention"
  | "contract"
  | "test"
  | "step"
  | "control"
  | "made"
  | "model";

export interface Key {
  readonly name: string;
  readonly shape: Shape;
  readonly required?: true;
  /** The default, as it would be written in the document. */
  readonly default?: string;
  /** Description in one sentence. */
  readonly doc: string;
  /** The verbs or types that have this key; if absent, all. */
  readonly only?: readonly string[];
}

/** Schema of a place, which is a kind of map in the document, such as a node or a variable. */
export interface PlaceSchema {
  readonly title: string;
  readonly doc: string;
  readonly keys: readonly Key[];
}
