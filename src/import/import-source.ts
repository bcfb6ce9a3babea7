// Import source: another system whose exports can be read, as a row of the table in import-sources.ts.

import type { Fields } from "./export-data.ts";
import type { SourceFlow } from "./source-flow.ts";

export interface ImportSource {
  /** Name for --from. */
  readonly name: string;
  /** Further names of the kind. */
  readonly aliases: readonly string[];
  /** The owner's spelling. */
  readonly label: string;
  /** Name of its export, in words for people. */
  readonly exports: string;
  /** True if an export looks like one of its own. Reads nothing. */
  readonly recognises: (data: Fields) => boolean;
  /** Throws `ImportProblem` where there is no flow in the export. */
  readonly read: (data: Fields) => SourceFlow;
  /** Advice on settings that are not imported, by key. */
  readonly advice?: ReadonlyMap<string, string>;
}
