// Doctor check of the numbers of accounts: the last registration state of each, as reported by its server.

import type { NumberRow } from "../../../db/port/phone-store.ts";
import { StoreError } from "../../../db/open-refusal.ts";
import type { Config } from "../../config.ts";
import { openBeside } from "../stored-data.ts";
import type { Result } from "./doctor-check.ts";

/** Maximum number of shown phone numbers; for more of them the operator looks at the page. */
const shownMax = 10;

export async function checkNumbers(config: Pick<Config, "dataDir" | "database">): Promise<Result> {
  try {
    using store = await openBeside(config);
    return standingOf(await store.phone.everyNumber());
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { state: "skipped", says: `Not tested. ${error.message}` };
  }
}

/** @internal */
export function standingOf(rows: readonly NumberRow[]): Result {
  if (rows.length === 0) return { state: "skipped", says: "No account has a phone number." };
  const away = rows.filter(({ phase }) => phase !== "registered");
  if (away.length === 0)
    return {
      state: "ok",
      says: `${rows.length === 1 ? "The only number is" : `All ${rows.length} numbers are`} registered.`,
    };
  const more = away.length > shownMax ? [`and ${away.length - shownMax} more`] : [];
  const lines = [...away.slice(0, shownMax).map(numberLine), ...more];
  return {
    state: "problem",
    says: `${away.length} of ${rows.length} numbers are not registered. ${lines.join("; ")}`,
  };
}

/** Line about a phone number without the extension, which is sealed. */
export function numberLine({ id, label, phase, problem }: NumberRow): string {
  const state = phase ?? "not yet registered by any server";
  return `${id}  ${label}: ${state}${problem === null ? "" : `. ${problem}`}`;
}
