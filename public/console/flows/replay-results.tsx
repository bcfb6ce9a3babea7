// Replay results: the number of recorded calls that a revision loses, changes or keeps, the changed ends, and a list of
// the calls of one result. Each call opens.

import { type ReactNode, useState } from "react";
import { words } from "../console-words.ts";
import { countText, momentText } from "../shown-figures.ts";
import { TableHead } from "../table-head.tsx";
import { ReplayTalk } from "./replay-talk.tsx";
import {
  changedEnds,
  countsOf,
  type ReplayResult,
  replayResults,
  type ReplayRow,
  type ReplaySide,
  valueChange,
} from "./replay-run.ts";

interface ResultsProps {
  readonly flowId: string;
  readonly rows: readonly ReplayRow[];
  /** The tried revision. */
  readonly revision: number;
}

const rowsPerPage = 20;

export function ReplayResults({ flowId, rows, revision }: ResultsProps): ReactNode {
  const [wanted, want] = useState<ReplayResult>();
  const [shown, show] = useState(rowsPerPage);
  const counts = countsOf(rows);
  const result = wanted ?? replayResults.find((each) => counts[each] > 0) ?? "same";
  const chosen = rows.filter((row) => row.result === result);
  const text = words.replay;
  return (
    <>
      <div className="replay-counts" role="group" aria-label={text.calls}>
        {replayResults.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === result}
            disabled={counts[each] === 0}
            onClick={() => {
              want(each);
              show(rowsPerPage);
            }}
          >
            <b>{countText(counts[each])}</b> {text.results[each]}
          </button>
        ))}
      </div>
      <p className="soft">{text.resultsAbout[result]}</p>
      {(result === "changed" || result === "lost") && <Ends rows={chosen} />}
      {chosen.length > 0 && (
        <ul className="entries replay-rows" aria-label={text.results[result]}>
          {chosen.slice(0, shown).map((row) => (
            <Row key={row.call_id} row={row} flowId={flowId} revision={revision} />
          ))}
        </ul>
      )}
      {chosen.length > shown && (
        <div className="form-end">
          <button type="button" className="quiet" onClick={() => show(shown + rowsPerPage)}>
            {text.more}
          </button>
        </div>
      )}
    </>
  );
}

function Ends({ rows }: { readonly rows: readonly ReplayRow[] }): ReactNode {
  const text = words.replay;
  const ends = changedEnds(rows);
  if (ends.length === 0) return null;
  return (
    <table aria-label={text.ends}>
      <TableHead
        columns={[[text.endColumns.before], [text.endColumns.after], [text.endColumns.calls, "number"]]}
      />
      <tbody>
        {ends.slice(0, rowsPerPage).map(({ before, after, calls }) => (
          <tr key={`${before} ${after}`}>
            <td>{before}</td>
            <td>{after}</td>
            <td className="number">{countText(calls)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Omit<ResultsProps, "rows"> {
  readonly row: ReplayRow;
}

function Row({ row, flowId, revision }: RowProps): ReactNode {
  const [isOpen, open] = useState(false);
  const text = words.replay;
  const { before, after, values, why } = row;
  const at = momentText(row.created_at);
  return (
    <li>
      <div className="entry-head">
        <b>{at}</b>
        {why !== null && <span className="soft">{text.why[why]}</span>}
        {before !== null && after !== null && (
          <>
            <span className="soft">{endText(before, after)}</span>
            {before.turns !== after.turns && (
              <span className="soft">
                {text.columns.turns}: {text.turns(before.turns, after.turns)}
              </span>
            )}
            {values.map((value) => (
              <span key={value.name} className="soft">
                {valueChange(value)}
              </span>
            ))}
          </>
        )}
      </div>
      {before !== null && (
        <button
          type="button"
          className="quiet"
          aria-expanded={isOpen}
          aria-label={text.ofCall(isOpen ? text.close : text.open, at)}
          onClick={() => open(!isOpen)}
        >
          {isOpen ? text.close : text.open}
        </button>
      )}
      {isOpen && <ReplayTalk callId={row.call_id} flowId={flowId} revision={revision} />}
    </li>
  );
}

const endText = (before: ReplaySide, after: ReplaySide): string =>
  before.told === after.told ? before.told : `${before.told} → ${after.told}`;
