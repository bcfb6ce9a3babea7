// Word search in the file: by its full-text index.

import { inArray, type SQL, sql } from "drizzle-orm";
import { numbersPerMs } from "../ended-call.ts";
import { chosen, type WordSearch } from "../operations/calls-in-store.ts";
import { rowsOf, type Tx, type Work } from "../operations/work.ts";
import type { CallPage } from "../port/call-store.ts";
import { callWords, sessions } from "../schema.ts";

export function* idsByWords(
  { tables }: Tx,
  page: CallPage,
  { terms, few }: WordSearch,
): Work<readonly string[]> {
  const { id } = sessions;
  const rows = yield* rowsOf<{ readonly id: string }>(sql`
    SELECT ${id} AS id FROM call_search
    CROSS JOIN ${callWords} ON ${callWords.number} = call_search.rowid
    CROSS JOIN ${sessions} ON ${id} = ${callWords.sessionId}
    WHERE call_search MATCH ${terms.map((term) => `"${term}"`).join(" ")}
      AND call_search.rowid >= ${(page.from ?? 0) * numbersPerMs} AND call_search.rowid < ${beforeNumber(page)}
      AND ${few === undefined ? chosen(tables, page) : sql`call_search.rowid IN (${numbersOf(few)})`}
    ORDER BY call_search.rowid DESC LIMIT ${page.limit}`);
  return rows.map((row) => row.id);
}

function numbersOf(ids: readonly string[]): SQL {
  const { number, sessionId } = callWords;
  return sql`SELECT ${number} FROM ${callWords} WHERE ${inArray(sessionId, [...ids])}`;
}

/** Number of the last call of the previous page; if erased since, the number of its time. */
function beforeNumber({ after }: CallPage): SQL {
  if (after === undefined) return sql`${Number.MAX_SAFE_INTEGER}`;
  const { number, sessionId } = callWords;
  return sql`coalesce((SELECT ${number} FROM ${callWords} WHERE ${sessionId} = ${after.id}),
    ${after.createdAt * numbersPerMs})`;
}
