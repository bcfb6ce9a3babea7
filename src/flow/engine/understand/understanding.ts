// Data model of understanding: the state of one listening point, and the meaning of an utterance or a key there. The
// flow's interpreter makes a `ListeningPoint` and acts on an `Understood`; nothing here keeps state.

import type { LanguagePack } from "../../locale/language-pack.ts";
import type { MeasureUnit } from "../../value/measure-unit.ts";
import type { Value, ValueMap } from "../../value/value.ts";

/** Option that the caller can choose now: texts of one language, without options whose `if` is false. */
export interface WantedOption {
  readonly id: string;
  readonly label: string;
  readonly synonyms: readonly string[];
  /** The author's description for guesses: by a model, and of the likest option. */
  readonly description?: string;
  readonly dtmf?: string;
}

/**
 * Rule of a value: its conditions, with templates evaluated for this moment. Bounds are inclusive, canonical values.
 */
export type ValueRule =
  | { readonly kind: "boolean" | "email" | "name" | "text" }
  | {
      readonly kind: "number";
      readonly integer: boolean;
      readonly min?: number;
      readonly max?: number;
    }
  /** `currency` is an ISO 4217 code. */
  | {
      readonly kind: "money";
      readonly currency: string;
      readonly min?: number;
      readonly max?: number;
    }
  /** A number with a `unit`. */
  | {
      readonly kind: "duration" | "amount";
      readonly unit: MeasureUnit;
      readonly integer: boolean;
      readonly min?: number;
      readonly max?: number;
    }
  | { readonly kind: "date" | "time"; readonly min?: string; readonly max?: string }
  /** Intervals of ISO 8601. `unit`: the unit that "three days" counts. `known`: the part already known. */
  | {
      readonly kind: "date_range" | "time_range";
      readonly min?: string;
      readonly max?: string;
      readonly unit?: "days" | "nights";
      readonly known?: string;
    }
  /** `whole`: these are a part of as many digits; all of them at once are accepted too. */
  | {
      readonly kind: "digits";
      readonly lengthMin: number;
      readonly lengthMax: number;
      readonly whole?: number;
    }
  /**
   * `A` a letter, `9` a digit, `*` either; anything else is literal and need not be said. Several are separated by
   * `|`.
   */
  | { readonly kind: "code"; readonly mask: string }
  /** Region: ISO 3166 country. `known`: the digits said already. */
  | { readonly kind: "phone"; readonly region: string; readonly known?: string }
  /** `fromData`: its options came from a list, so that places and words of one label name them, and keys 1 to 9. */
  | {
      readonly kind: "choice";
      readonly options: readonly WantedOption[];
      readonly fromData: boolean;
    };

/** A variable that the answer may fill. */
export interface AskedVariable {
  readonly name: string;
  readonly wanted: ValueRule;
  /** People's names for the variable ("people", "guests"), in the call's language. */
  readonly synonyms: readonly string[];
  /** Present words of the variable's question. */
  readonly question?: string;
  /** The node does not ask for it, but keeps it if the caller volunteers it. */
  readonly isAhead?: true;
}

/** Variable with a correctable answer. */
export interface Correctable extends AskedVariable {
  readonly value: Value;
  /** The agent has just repeated the value, so a bare value means this variable first. */
  readonly echoed: boolean;
}

/** A field of the entries of a list. */
export interface WantedField {
  readonly name: string;
  readonly wanted: ValueRule;
  readonly synonyms: readonly string[];
  readonly default?: Value;
  readonly isOptional: boolean;
  /** Entries that have the field, by options of other fields. Empty: all. */
  readonly onlyFor: readonly (readonly [field: string, options: readonly string[]])[];
}

/** A list of records that may grow or change here. */
export interface HeardList {
  readonly name: string;
  readonly synonyms: readonly string[];
  readonly question?: string;
  readonly fields: readonly WantedField[];
  /** Entries of the list, including an incomplete one that is being asked about. */
  readonly entries: readonly ValueMap[];
  /** `asked`: it grows; `pending`: just read back for confirmation; `answered`: it may be changed. */
  readonly role: "asked" | "pending" | "answered";
}

export interface HandlerPhrases {
  readonly name: string;
  /** The handler's own phrases and, for a built-in name, the pack's (`pack.handlers`). */
  readonly phrases: readonly string[];
  /** The phrases outweigh any answer, wherever they occur. */
  readonly isAnywhere?: true;
  readonly dtmf?: string;
  /** Whether a model may propose the handler: it has `when`. */
  readonly proposable: boolean;
}

/** "Four people tomorrow: is that right?" */
export interface AskedConfirmation {
  readonly values: readonly (AskedVariable & { readonly value: Value })[];
}

/** "8 a.m. or 8 p.m.?" about the asked variable. */
export interface PendingAlternatives {
  readonly name: string;
  readonly values: readonly Value[];
}

/** The wall clock of the flow's time zone. */
export interface WallTime {
  /** `2026-11-20` */
  readonly date: string;
  /** `12:00` */
  readonly time: string;
}

/** Everything that the flow listens for at one point. */
export interface ListeningPoint {
  readonly pack: LanguagePack;
  readonly moment: WallTime;
  /** The region of the flow's language: "GB" of en-GB. */
  readonly region?: string;
  /** Absent if only handlers listen, and during a confirmation. */
  readonly asked?: AskedVariable;
  /** Other open variables of the node in the order of questions, then those ahead. Excludes `asked`. */
  readonly open: readonly AskedVariable[];
  /** Correctable variables, just repeated ones first. Excludes `asked` and `open`. */
  readonly correctable: readonly Correctable[];
  /** Handlers, the node's own before the flow's. */
  readonly handlers: readonly HandlerPhrases[];
  /** Lists; the asked or read-back one comes first. */
  readonly lists?: readonly HeardList[];
  /** Open read-back: it is answered before everything else but keys. */
  readonly confirming?: AskedConfirmation;
  readonly alternatives?: PendingAlternatives;
  /** The recogniser's confidence, 0 to 1; 1 when it gives none. */
  readonly confidence: number;
}

/** `accept`: take it. `confirm`: read it back first. The interpreter applies the flow's `confirm:`. */
export type Decision = "accept" | "confirm";

export interface FilledVariable {
  readonly name: string;
  readonly value: Value;
  /** The words may mean another value, however well they were heard: see `doubted`. */
  readonly isDoubtful?: true;
  /** Whether the list is complete: no further question about it. */
  readonly isOver?: true;
}

/** Doubtful values, which even a flow that confirms nothing asks about. */
export const doubted = (
  values: readonly FilledVariable[],
  isDoubtful: boolean | undefined,
): readonly FilledVariable[] =>
  isDoubtful === true ? values.map((each) => ({ ...each, isDoubtful })) : values;

export interface CorrectedValue {
  readonly name: string;
  /** Absent: the caller only called the value wrong, so it is cleared and asked again. */
  readonly value?: Value;
}

export type Understood =
  /** Values for `asked`, `open` or both; at least one. */
  | {
      readonly type: "answer";
      readonly values: readonly FilledVariable[];
      readonly decision: Decision;
      /** Minimum of the recogniser's confidence and the coverage, or the choice rule's own. */
      readonly confidence: number;
      /** The words may mean another value, however well they were heard. */
      readonly isDoubtful?: true;
    }
  /** Two to four readings of one variable: ask for one. `also`: clear values, taken now. */
  | {
      readonly type: "alternatives";
      readonly name: string;
      readonly values: readonly Value[];
      readonly also: readonly FilledVariable[];
    }
  /** Understood, but out of range: counts as a failure, and `invalid` words the reply. */
  | {
      readonly type: "invalid";
      readonly name: string;
      readonly value: Value;
      readonly also: readonly FilledVariable[];
    }
  /** "Next week" for a day, or "in the evening": `value` is its interval. */
  | { readonly type: "part"; readonly name: string; readonly value: string }
  | { readonly type: "handler"; readonly name: string; readonly confidence: number }
  /** A yes to several offers: the agent must ask for the item. */
  | { readonly type: "more"; readonly name: string }
  /** At least one change; `also`: answers to the present question ("tomorrow, and make it five people"). */
  | {
      readonly type: "correction";
      readonly changes: readonly CorrectedValue[];
      readonly also: readonly FilledVariable[];
      readonly decision: Decision;
      readonly confidence: number;
      readonly isDoubtful?: true;
    }
  /**
   * Answer to `confirming`. `values`: replacements (with `yes: false`: "no, six") or other variables of the node
   * (with `yes: true`: "yes, at eight"). "No" alone has none: drop them all, ask one by one.
   */
  | {
      readonly type: "confirmed";
      readonly yes: boolean;
      readonly values: readonly FilledVariable[];
      /** Decision about `values`; absent: accept. */
      readonly decision?: Decision;
    }
  /**
   * The flow may ask a model; otherwise this is a no-match. `best`: understood with too low a confidence, for traces.
   */
  | { readonly type: "unclear"; readonly best?: readonly FilledVariable[] };

/** Keys pressed so far for the present question. */
export interface KeyEntry {
  readonly keys: string;
  /** Last time at which an entry was complete without its finish key, which is then still ignored. Milliseconds. */
  readonly completeAtMs?: number;
}

export type KeyMeaning =
  /** The entry may grow: the flow waits for the inter-digit timeout, then calls `endKeys`. */
  | { readonly type: "more" }
  /** Finish key right after an entry that was complete without it. */
  | { readonly type: "swallowed" }
  | { readonly type: "unclear"; readonly keys: string }
  | Extract<Understood, { type: "answer" | "invalid" | "handler" | "confirmed" }>;

/** A language model's proposal as received, which is never trusted. */
export interface UncheckedProposal {
  readonly set?: unknown;
  readonly option?: unknown;
  readonly handler?: unknown;
  readonly none?: unknown;
  readonly act?: unknown;
  readonly quote?: unknown;
}
