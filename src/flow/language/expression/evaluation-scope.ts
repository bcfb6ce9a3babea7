// Evaluation scope: values by name, how each is spoken, the time and the language, as an expression sees them.

import type { Speaker } from "../../locale/speaker.ts";
import type { ZonedTime } from "../../value/zoned-time.ts";
import type { Kind, Value } from "../../value/value.ts";

/** How the value of a variable is spoken and who may see it. */
export interface SpokenAs {
  readonly kind: Kind;
  /** Of `money`: ISO 4217. */
  readonly currency?: string;
  /** Of `choice`: what an option is called; undefined: as its id. */
  readonly labelOf?: (id: string) => string | undefined;
  /** Of `list`: what its entries are. */
  readonly of?: Kind;
  /** Only the caller may learn it. */
  readonly sensitive?: boolean;
  /** A model may see it although it is sensitive. */
  readonly llm?: boolean;
}

export interface EvaluationScope {
  /** Undefined when there is no such name. Looks at nothing but what the flow put there. */
  get(name: string): Value | undefined;
  kindOf(name: string): SpokenAs | undefined;
  /** May be a getter: only expressions that use the clock read it. */
  readonly moment: ZonedTime;
  readonly speaker: Speaker;
}
