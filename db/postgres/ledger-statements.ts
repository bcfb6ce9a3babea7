// Ledger statements: money as an append-only list of whole micro-cents, with sums updated in the same statement. Each
// takes its locks before it writes an entry, in this order: session, its hold, the lease, the account's sums. Two
// transactions therefore never wait for each other, and entries are numbered in the order of their effects. Two
// leases of an account are not locked together: their writes give back before they take, so in the order of all
// entries, too, nothing is ever overdrawn.

import { type SQL, sql } from "drizzle-orm";
import { assert } from "../../src/base/assert.ts";
import { spent } from "../operations/budgets-in-store.ts";
import { monthAt } from "../port/budget-store.ts";
import { type Grant, leaseId } from "../port/ledger-store.ts";
import type { BeginningSession, NewSession, SettlingSession } from "../port/session-store.ts";
import { patchColumns } from "./session-columns.ts";
import { jsonText, number, text } from "./postgres-values.ts";

export function grantStatement({ accountId, micros, at, note }: Grant): SQL {
  checkAmount(micros);
  return sql`
    WITH paid AS (
      INSERT INTO balances AS b (account_id, granted_micros) VALUES (${text(accountId)}, ${number(micros)})
      ON CONFLICT (account_id) DO UPDATE SET granted_micros = b.granted_micros + excluded.granted_micros
      RETURNING account_id)
    INSERT INTO ledger_entries (account_id, kind, micros, at, note)
    SELECT account_id, 'grant', ${number(micros)}, ${number(at)}, ${text(note)} FROM paid`;
}

/** Returns the reason of a refusal, \`why\`, and whether the session has \`begun\`. */
export function beginStatement({ row, holdMicros, keyId, sessionsMax, fromLease }: BeginningSession): SQL {
  checkAmount(holdMicros);
  const { accountId, at } = row;
  const micros = number(holdMicros);
  const lease = fromLease === true ? leaseId({ accountId, nodeId: row.home }) : undefined;
  return sql`
    WITH live AS (
      SELECT 1 FROM api_keys WHERE id = ${text(keyId)} AND revoked_at IS NULL FOR SHARE),
    refusal AS MATERIALIZED (
      SELECT CASE
        WHEN ${text(keyId)} IS NOT NULL AND NOT EXISTS (SELECT FROM live) THEN 'key'
        WHEN EXISTS (SELECT FROM accounts WHERE id = ${text(accountId)} AND closed_at IS NOT NULL) THEN 'closed'
        WHEN ${number(sessionsMax)} IS NOT NULL AND open_sessions(${text(accountId)}) >= ${number(sessionsMax)}
          THEN 'limit'
        WHEN EXISTS (
          SELECT FROM budgets WHERE account_id = ${text(accountId)} AND refuses = 1
            AND monthly_micros <= ${spent(text(accountId), monthAt(at))})
          THEN 'budget'
      END AS why),
    lent AS (
      UPDATE holds SET open_micros = open_micros - ${micros}
      WHERE session_id = ${text(lease)} AND closed_at IS NULL AND open_micros >= ${micros}
        AND (SELECT why FROM refusal) IS NULL
      RETURNING session_id),
    paid AS (
      UPDATE balances SET held_micros = held_micros + ${micros}
      WHERE account_id = ${text(accountId)} AND granted_micros - settled_micros - held_micros >= ${micros}
        AND (SELECT why FROM refusal) IS NULL AND NOT EXISTS (SELECT FROM lent)
      RETURNING account_id),
    begun AS MATERIALIZED (SELECT FROM lent UNION ALL SELECT FROM paid),
    entries AS (
      INSERT INTO ledger_entries (account_id, session_id, kind, micros, at)
      SELECT ${text(accountId)}, session_id, kind, ${micros}, ${number(at)} FROM (
        SELECT 1 AS n, session_id, 'release' AS kind FROM lent
        UNION ALL SELECT 2, ${text(row.id)}, 'hold' FROM begun) AS moves
      ORDER BY n),
    hold AS (
      INSERT INTO holds (session_id, account_id, open_micros)
      SELECT ${text(row.id)}, ${text(accountId)}, ${micros} FROM begun),
    session AS (INSERT INTO sessions (${sessionColumns}) SELECT ${sessionValues(row)} FROM begun),
    snapshot AS (
      INSERT INTO session_snapshots (session_id, data)
      SELECT ${text(row.id)}, ${jsonText(row.snapshot)} FROM begun WHERE ${row.snapshot !== undefined}::boolean)
    SELECT why, EXISTS (SELECT FROM begun) AS begun FROM refusal`;
}

const sessionColumns = sql`id, account_id, token_hash, token_prefix, flow_id, flow_revision, context, metadata,
  providers, home, subject_hash, call_outcome, audio_days, words_days, values_days, numbers_days, status, created_at,
  started_at, direction, parties`;

function sessionValues({ token, ...row }: NewSession): SQL {
  return sql`${text(row.id)}, ${text(row.accountId)}, ${text(token?.hash)}, ${text(token?.prefix)},
    ${text(row.flowId)}, ${number(row.flowRevision)}, ${jsonText(row.context)}, ${jsonText(row.metadata)},
    ${jsonText(row.providers)}, ${text(row.home)}, ${text(row.subjectHash)}, ${text(row.callOutcome)},
    ${number(row.flowDays?.audio)}, ${number(row.flowDays?.words)}, ${number(row.flowDays?.values)},
    ${number(row.flowDays?.numbers)}, 'waiting', ${number(row.at)}, ${number(row.at)}, ${text(row.direction)},
    ${text(row.parties)}`;
}

type Settling = Omit<SettlingSession, "accountId" | "home"> & { readonly home: string | null };

/**
 * Turns holds into spent money. Cost beyond the hold is held at once as far as possible; the rest is written off. The
 * release at the end is written even at zero: it marks the session as closed. Returns whether the session has
 * \`moved\` and whether more is held for it, \`extended\`.
 */
export function settleStatement({ id, home, patch, at, close, extendMicros, ...settling }: Settling): SQL {
  const { totalMicros, fromLease } = settling;
  checkAmount(totalMicros);
  checkAmount(extendMicros ?? 0);
  const extension = close ? undefined : extendMicros;
  const more = number(extension);
  const isLent = fromLease === true && home !== null && extension !== undefined;
  return sql`
    WITH place AS MATERIALIZED (SELECT home FROM sessions WHERE id = ${text(id)} FOR NO KEY UPDATE),
    here AS MATERIALIZED (
      SELECT NOT EXISTS (SELECT FROM place WHERE home IS DISTINCT FROM ${text(home)}) AS is_here),
    old AS MATERIALIZED (
      SELECT * FROM holds
      WHERE session_id = ${text(id)} AND closed_at IS NULL AND (SELECT is_here FROM here) FOR UPDATE),
    lent AS (
      UPDATE holds AS lease SET open_micros = lease.open_micros - ${more} FROM old
      WHERE ${isLent}::boolean AND lease.session_id = 'lease_' || ${text(home)} || '_' || old.account_id
        AND lease.closed_at IS NULL AND lease.open_micros >= ${more}
      RETURNING lease.session_id),
    sums AS MATERIALIZED (
      SELECT granted_micros, settled_micros, held_micros FROM balances
      WHERE account_id = (SELECT account_id FROM old) AND (SELECT count(*) FROM lent) >= 0 FOR UPDATE),
    due AS MATERIALIZED (
      SELECT old.*,
        coalesce(sums.granted_micros - sums.settled_micros - sums.held_micros, 0) AS available,
        greatest(0, ${number(totalMicros)} - old.settled_micros - written_off_micros) AS due,
        greatest(0, ${number(totalMicros)} - old.settled_micros - written_off_micros - open_micros) AS beyond
      FROM old LEFT JOIN sums ON true),
    new AS MATERIALIZED (
      SELECT *, least(beyond, available) AS added, due - beyond + least(beyond, available) AS paid,
        beyond - least(beyond, available) AS written_off,
        CASE WHEN ${close}::boolean THEN open_micros - due + beyond ELSE 0 END AS released,
        EXISTS (SELECT FROM lent) AS is_lent,
        coalesce(EXISTS (SELECT FROM lent) OR available - least(beyond, available) >= ${more}, false) AS is_extended
      FROM due),
    entries AS (
      INSERT INTO ledger_entries (account_id, session_id, kind, micros, at)
      SELECT account_id, moves.session_id, kind, micros, ${number(at)} FROM new, LATERAL (VALUES
        (1, new.session_id, 'hold', added, added > 0),
        (2, new.session_id, 'settle', paid, paid > 0),
        (3, new.session_id, 'writeoff', written_off, written_off > 0),
        (4, new.session_id, 'release', released, ${close}::boolean),
        (5, (SELECT session_id FROM lent), 'release', ${more}, is_lent),
        (6, new.session_id, 'hold', ${more}, is_extended)
      ) AS moves (n, session_id, kind, micros, is_made) WHERE is_made ORDER BY n),
    hold AS (
      UPDATE holds SET
        open_micros = new.open_micros + added - paid - released + CASE WHEN is_extended THEN ${more} ELSE 0 END,
        settled_micros = new.settled_micros + paid,
        written_off_micros = new.written_off_micros + new.written_off,
        closed_at = CASE WHEN ${close}::boolean THEN ${number(at)} END
      FROM new WHERE holds.session_id = new.session_id),
    -- Whole values of what is locked: Postgres checks the constraints of the row as it was when the statement began,
    -- before it notices that there is a newer one.
    balance AS (
      UPDATE balances SET
        granted_micros = sums.granted_micros,
        held_micros = sums.held_micros + added - paid - released
          + CASE WHEN is_extended AND NOT is_lent THEN ${more} ELSE 0 END,
        settled_micros = sums.settled_micros + paid
      FROM new, sums WHERE balances.account_id = new.account_id),
    session AS (
      UPDATE sessions SET ${patchColumns(patch)} WHERE id = ${text(id)} AND (SELECT is_here FROM here)),
    snapshot AS (
      DELETE FROM session_snapshots
      WHERE session_id = ${text(id)} AND ${close}::boolean AND (SELECT is_here FROM here))
    SELECT NOT is_here AS moved,
      coalesce((SELECT is_extended FROM new), false) AS extended, (SELECT written_off FROM new)
    FROM here`;
}

export function checkAmount(micros: number): void {
  assert(Number.isSafeInteger(micros) && micros >= 0, "money is a whole number and not negative");
}
