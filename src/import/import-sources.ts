// Import sources: the other systems with readable exports.

import { Fields, type ParsedExport } from "./export-data.ts";
import type { ImportSource } from "./import-source.ts";
import { connect } from "./connect/read-connect.ts";
import { dograh } from "./dograh/read-dograh.ts";
import { retell } from "./retell/read-retell.ts";
import { twilio } from "./twilio/read-studio.ts";

export const importSources: readonly ImportSource[] = [retell, dograh, twilio, connect];

/** The source of a name or an alias; undefined where there is none. */
export function sourceNamed(name: string): ImportSource | undefined {
  const wanted = name.trim().toLowerCase();
  return importSources.find((each) => each.name === wanted || each.aliases.includes(wanted));
}

/** The only source that an export resembles; undefined for none or several. */
export function sourceOf(data: ParsedExport): ImportSource | undefined {
  const matches = importSources.filter(({ recognises }) => recognises(new Fields(data)));
  return matches.length === 1 ? matches[0] : undefined;
}
