// A flow as the interpreter runs it: the checked document with every text cut into its parts. Types only.

export type Value = string | number | boolean;

export type TemplatePart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "variable"; readonly name: string }
  | { readonly type: "clock"; readonly what: "now" | "today" };

export type Template = readonly TemplatePart[];

/** What to say the first time, the second time and so on; the last one repeats. Empty: nothing was written. */
export type Wordings = readonly Template[];

export interface Option {
  readonly id: string;
  /** What it is called when spoken; understood like a synonym. */
  readonly label: string;
  readonly synonyms: readonly string[];
  readonly dtmf?: string;
}

export type Answer =
  | { readonly type: "boolean" }
  | {
      readonly type: "number";
      readonly min: number;
      readonly max: number;
      /** Words that may stand beside the number: "four people". */
      readonly units: readonly string[];
    }
  | { readonly type: "digits"; readonly lengths: readonly number[] }
  | { readonly type: "choice"; readonly options: readonly Option[] };

export interface Variable {
  readonly name: string;
  readonly answer: Answer;
  readonly ask: Wordings;
  readonly noMatch: Wordings;
  readonly noInput: Wordings;
}

export interface Branch {
  /** Absent: taken always. */
  readonly condition?: { readonly variable: string; readonly is: boolean };
  readonly target: string;
}

/** The first branch whose condition holds is taken; the last one has no condition. */
export type Way = readonly Branch[];

export interface Question {
  readonly type: "question";
  readonly variable: Variable;
  /** Where an option leads; what is not named here takes `way`. */
  readonly goto: ReadonlyMap<string, string>;
  readonly way: Way;
  readonly giveUp: string;
  readonly attemptsMax: number;
  readonly noMatch: Wordings;
  readonly noInput: Wordings;
}

export type Act =
  { readonly type: "go"; readonly way: Way } | Question | { readonly type: "end"; readonly outcome: string };

export interface FlowNode {
  readonly id: string;
  readonly say: Wordings;
  /** Whether the caller may cut in while `say` is spoken. */
  readonly interruptible: boolean;
  readonly act: Act;
}

export interface Handler {
  readonly name: string;
  readonly phrases: readonly string[];
  readonly dtmf?: string;
  readonly say: Wordings;
  /** Absent: back to the question that was open. */
  readonly target?: string;
  /** Speaks the agent's last turn again instead of anything of its own. */
  readonly repeats: boolean;
}

/** Everything that `step` needs to know about a flow. */
export interface Program {
  readonly id: string;
  readonly name: string;
  /** The IANA name of the zone in which clock and calendar are spoken. */
  readonly timezone: string;
  readonly start: string;
  readonly variables: ReadonlyMap<string, Variable>;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly handlers: readonly Handler[];
}
