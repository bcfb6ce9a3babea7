// Word search in Postgres: by its index of words, or among few calls.

import { and, type SQL, sql } from "drizzle-orm";
import { numbersPerMs } from "../ended-call.ts";
import { chosen, type WordSearch } from "../operations/calls-in-store.ts";
import { rowsOf, type Tx, type Work } from "../operations/work.ts";
import type { CallPage } from "../port/call-store.ts";
import { recordset, text } from "./postgres-values.ts";

/**
 * Number of the newest calls that are searched one by one: words that are in one call of a hundred fill a page there.
 * The word index has all calls with a word, but not in order, so it serves rare words.
 */
const newestLooked = 6_000;

/**
 * Postgres does not choose the path: it guesses the frequency of words, and a wrong guess reads every call. So each
 * statement is planned for its own words, and has one possible path.
 */
export function* idsByWords(tx: Tx, page: CallPage, { terms, few }: WordSearch): Work<readonly string[]> {
  yield* rowsOf(
    sql`SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true)`,
  );
  const among = (words: SQL) => idsAmong(tx, page, { terms, words });
  if (few !== undefined) return yield* among(wordsOf(few));
  const newest = yield* among(newestWords(page));
  return newest.length === page.limit ? newest : yield* among(wordsWith(terms));
}

interface Candidates {
  readonly terms: readonly string[];
  /** Rows of words to look through. */
  readonly words: SQL;
}

function* idsAmong({ tables }: Tx, page: CallPage, { terms, words }: Candidates) {
  const rows = yield* rowsOf<{ readonly id: string }>(sql`
    SELECT sessions.id
    FROM (SELECT number, session_id FROM (${words}) AS looked
      WHERE ${and(...terms.map(isAmong))} AND number >= ${fromNumber(page)} AND number < ${beforeNumber(page)}
      ORDER BY number DESC OFFSET 0) AS word
    CROSS JOIN LATERAL (SELECT * FROM sessions AS own WHERE own.id = word.session_id OFFSET 0) AS sessions
    WHERE ${chosen(tables, page)} ORDER BY word.number DESC LIMIT ${page.limit}`);
  return rows.map((row) => row.id);
}

/** All terms have one length, so none matches across two of them. */
const isAmong = (term: string): SQL => sql`strpos(terms, ${text(term)}) > 0`;

/** Rows of words by the index of sessions. */
function wordsOf(ids: readonly string[]): SQL {
  const rows = recordset(ids.map((id) => ({ id })));
  return sql`SELECT own.* FROM json_to_recordset(${rows}) AS few(id text)
    CROSS JOIN LATERAL (SELECT * FROM call_words AS each WHERE each.session_id = few.id OFFSET 0) AS own`;
}

/** Rows of the newest calls by the index of numbers. */
function newestWords(page: CallPage): SQL {
  return sql`SELECT * FROM call_words AS each
    WHERE each.number >= ${fromNumber(page)} AND each.number < ${beforeNumber(page)}
    ORDER BY each.number DESC LIMIT ${newestLooked}`;
}

/** Rows with the terms by the index of words: the fence keeps other conditions away. */
function wordsWith(terms: readonly string[]): SQL {
  return sql`SELECT * FROM call_words 
    WHERE string_to_array(terms, ' ') @> ARRAY[${sql.join(terms.map(text), sql`, `)}] OFFSET 0`;
}

function fromNumber({ from }: CallPage): SQL {
  return sql`${(from ?? 0) * numbersPerMs}`;
}

/** Number of the last call of the previous page; if erased since, the number of its time. */
function beforeNumber({ after }: CallPage): SQL {
  if (after === undefined) return sql`${Number.MAX_SAFE_INTEGER}`;
  return sql`coalesce((SELECT last.number FROM call_words AS last WHERE last.session_id = ${text(after.id)}),
    ${after.createdAt * numbersPerMs})`;
}
