// Evaluation scope: values by name, how each is spoken, the time and the language, as an expression sees them.

import type { Speaker } from "../../locale/speaker.ts";
import type { OpeningHours } from "../../value/opening-hours.ts";
import type { ZonedTime } from "../../value/zoned-time.ts";
import type { MeasureUnit } from "../../value/measure-unit.ts";
import type { Kind, Value } from "../../value/value.ts";

/** How the value of a variable is spoken, and whether logs and models may see it. */
export interface SpokenAs {
  readonly kind: Kind;
  /** For `money`: the ISO 4217 code. */
  readonly currency?: string;
  /** For `duration` and `amount`. */
  readonly unit?: MeasureUnit;
  /** For `phone`: the country of the callers, as an ISO 3166 code. */
  readonly region?: string;
  /** For `choice`: the label of an option; if undefined, the id is spoken. */
  readonly labelOf?: (id: string) => string | undefined;
  /** For `list`: how its entries are spoken. */
  readonly of?: Kind;
  /** For a record or a list of records: its fields in order. */
  readonly fields?: readonly { readonly name: string; readonly as: SpokenAs }[];
  /** Sensitive: only the caller may hear it; logs and records show a mask. */
  readonly sensitive?: boolean;
  /** A language model may see it although it is sensitive. */
  readonly llm?: boolean;
}

export interface EvaluationScope {
  /** The value of a name; undefined if there is no such name. Must not look up a prototype or the host. */
  get(name: string): Value | undefined;
  kindOf(name: string): SpokenAs | undefined;
  /** May be a getter, since only expressions that use the clock read it. */
  readonly moment: ZonedTime;
  /** The same moment in another IANA time zone; undefined if there is no such zone. */
  momentIn(timezone: string): ZonedTime | undefined;
  readonly speaker: Speaker;
  /** The flow's opening hours by name; tools see none. */
  readonly hours?: ReadonlyMap<string, OpeningHours>;
}
