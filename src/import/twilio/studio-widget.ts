// Studio widget: one state of a Twilio Studio flow, with access to the others.

import type { Fields } from "../export-data.ts";
import type { SourceVariable } from "../source-flow.ts";

export interface Widget {
  readonly state: Fields;
  readonly id: string;
}

export interface KnownWidget {
  /** Question → the variable of its answer. */
  readonly answers: ReadonlyMap<string, SourceVariable>;
  /** All names in braces anywhere. */
  readonly names: ReadonlySet<string>;
  readonly widgets: readonly Widget[];
}

/** Where a widget leads by an event. */
export function targetOf(state: Fields | undefined, event: string): string | undefined {
  return state
    ?.list("transitions")
    .find((each) => each.text("event") === event)
    ?.text("next");
}
