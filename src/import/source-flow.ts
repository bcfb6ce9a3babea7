// Source flow: the common part of other systems' exports, before any translation into our language.

/** Quality of the result: the same, nearly the same, or left to the author. */
export type Fidelity = "exact" | "approximate" | "manual";

export interface Note {
  readonly fidelity: Fidelity;
  /** One sentence without a full stop. */
  readonly words: string;
}

export interface Equation {
  readonly left: string;
  readonly operator: string;
  readonly right: string;
}

export type SourceCondition =
  /** Words by which a model decides. */
  | { readonly is: "prompt"; readonly words: string }
  | { readonly is: "equations"; readonly all: boolean; readonly equations: readonly Equation[] }
  | { readonly is: "always" };

export interface SourceEdge {
  readonly condition: SourceCondition;
  /** Id of a node of the export; undefined where the edge hangs loose. */
  readonly to: string | undefined;
  /** Said before the edge. */
  readonly line?: string | undefined;
  readonly label?: string | undefined;
}

export interface SourceVariable {
  readonly name: string;
  readonly type: "text" | "number" | "boolean" | "choice" | "digits" | "list" | "object" | "audio";
  readonly choices: readonly string[];
  /** Other values of a choice, such as its key. */
  readonly alike?: ReadonlyMap<string, string> | undefined;
  readonly description: string | undefined;
}

export interface SourceTool {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly params: readonly SourceVariable[];
  /** Parameters with a value in the export. */
  readonly constants: readonly (readonly [name: string, value: string])[];
  readonly atRoot: boolean;
  /** Variable → path in the answer. */
  readonly saves: readonly (readonly [name: string, path: string])[];
  readonly timeoutMs: number | undefined;
  readonly notes?: readonly Note[];
}

export type SourceWork =
  /** A model talks. */
  | {
      readonly is: "talk";
      readonly instructions: string;
      readonly opening?: string | undefined;
      readonly variables: readonly SourceVariable[];
      readonly tools: readonly string[];
      readonly isGlobal: boolean;
    }
  /** Fixed words, after which the caller is listened to if `waits`. */
  | { readonly is: "words"; readonly text: string; readonly waits: boolean }
  /** A model words a line, and the flow continues without an answer. */
  | { readonly is: "line"; readonly prompt: string }
  | { readonly is: "extract"; readonly variables: readonly SourceVariable[] }
  | { readonly is: "branch" }
  | {
      readonly is: "tool";
      readonly tool: string;
      readonly filler: string | undefined;
      readonly waits: boolean;
    }
  | {
      readonly is: "transfer";
      readonly to: string | undefined;
      readonly say: string | undefined;
      /** Target when the caller returns from the other call. */
      readonly back?: string | undefined;
      /** A queue or a person that has no fixed address. */
      readonly name?: string | undefined;
      /** The callee hears something first: fixed words, or else a summary. */
      readonly toldFirst?: { readonly words: string | undefined } | undefined;
    }
  | { readonly is: "press"; readonly keys: string }
  /** A question that no model asks; `otherwise` is where silence leads. */
  | {
      readonly is: "ask";
      readonly text: string;
      readonly variable: SourceVariable;
      /** True if misunderstandings lead where silence does, so that nothing is asked twice. */
      readonly isAskedOnce?: boolean;
    }
  | { readonly is: "set"; readonly values: readonly (readonly [name: string, text: string])[] }
  /** The caller's words are recorded under a name. */
  | {
      readonly is: "record";
      readonly name: string;
      readonly maxMs: number | undefined;
      readonly silenceMs: number | undefined;
    }
  /** From here on the call is recorded, or not. */
  | { readonly is: "recording"; readonly isOn: boolean }
  | { readonly is: "wait"; readonly ms: number }
  /** Takes its edges `times` times, and then `otherwise`. */
  | { readonly is: "loop"; readonly counter: string; readonly times: number }
  | { readonly is: "end"; readonly words: string | undefined; readonly prompt: string | undefined }
  /** No node does it: a hook receives it, and the flow continues. */
  | { readonly is: "manual"; readonly event: string; readonly data: string }
  /** Outside the conversation, such as a note or work after the call. */
  | { readonly is: "aside" };

export interface SourceNode {
  readonly id: string;
  readonly name: string | undefined;
  /** The other system's word for it. */
  readonly kind: string;
  readonly work: SourceWork;
  readonly edges: readonly SourceEdge[];
  /** Target if no edge holds, or the work fails. */
  readonly otherwise: string | undefined;
  /** When callers get here from anywhere, in words for a model. */
  readonly anytime?: string | undefined;
  readonly isUninterruptible?: boolean;
  /** An edge without a target silently ends the call there. */
  readonly hangsUp?: boolean;
  readonly speed?: number | undefined;
  readonly notes: readonly Note[];
}

/** Built-in value of the other system, as our expression. */
export interface SourceBuiltIn {
  readonly expression: string;
  /** Form in a text if more than the expression in braces. */
  readonly text?: string;
  /** Difference to the original. */
  readonly note?: string;
}

export interface SourceSetting extends Note {
  readonly setting: string;
}

export interface SourceHook {
  readonly node: string;
  readonly url: string;
}

export interface SourceFlow {
  readonly name: string | undefined;
  readonly language: string | undefined;
  readonly globalPrompt: string | undefined;
  /** Message for answering machines before the end; undefined if machines are not detected. */
  readonly voicemail?: { readonly words?: string; readonly prompt?: string } | undefined;
  readonly model: { readonly name: string | undefined; readonly temperature: number | undefined };
  readonly userSpeaksFirst: boolean;
  readonly start: string | undefined;
  readonly nodes: readonly SourceNode[];
  readonly tools: readonly SourceTool[];
  readonly hooks: readonly SourceHook[];
  /** Dynamic variables with their values without a context. */
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly speed: number | undefined;
  readonly silenceMs: number | undefined;
  readonly durationMs: number | undefined;
  readonly hints: readonly string[];
  /** Meaning of a name without a declaration or a value. */
  readonly builtIn?: ((name: string) => SourceBuiltIn | undefined) | undefined;
  /** Name in braces with other content. */
  readonly nameIn?: ((hole: string) => string) | undefined;
  /** Shorter name of a variable. */
  readonly shortName?: ((name: string) => string) | undefined;
  /** Kinds of personal data that are replaced, in our words. */
  readonly redact?: readonly string[] | undefined;
  /** Findings after the call. */
  readonly onEnd?: { readonly summary: boolean; readonly extract: readonly SourceVariable[] } | undefined;
  readonly settings: readonly SourceSetting[];
}
