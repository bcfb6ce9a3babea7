// Import source: another system whose exports can be read, as a row of the table in import-sources.ts.

import type { Fields } from "./export-data.ts";
import type { SourceFlow } from "./source-flow.ts";

export interface ImportSource {
  /** As people write it after --from. */
  readonly name: string;
  /** What else they may write. */
  readonly aliases: readonly string[];
  /** As its owner writes it. */
  readonly label: string;
  /** What its export is, in words for people. */
  readonly exports: string;
  /** Whether an export looks like one of its own. Reads nothing. */
  readonly recognises: (data: Fields) => boolean;
  /** Throws `ImportProblem` where there is no flow in the export. */
  readonly read: (data: Fields) => SourceFlow;
  /** What to do about settings that are not taken over, by their key, where there is more to say than that. */
  readonly advice?: ReadonlyMap<string, string>;
}
