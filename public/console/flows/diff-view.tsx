// Diff view: two revisions of a flow with line numbers, and the removed and added lines.

import type { ReactNode } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { useAnswer } from "../use-answer.ts";
import { Card, Problem } from "../view-parts.tsx";
import { type DiffRow, lineDiff } from "./line-diff.ts";

interface DiffProps {
  readonly flowId: string;
  readonly revisions: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly choose: (from: number, to: number) => void;
}

export function DiffView({ flowId, revisions, from, to, choose }: DiffProps): ReactNode {
  const read = (revision: number) =>
    request("GET /v1/flows/:flow_id/revisions/:revision", { flow_id: flowId, revision: String(revision) });
  const [before, after] = [useAnswer(read(from)), useAnswer(read(to))];
  const text = words.flow;
  const [old, now] = [before.body?.yaml_content, after.body?.yaml_content];
  return (
    <Card title={text.diff(from, to)} className="diff-card">
      <div className="filter-row">
        {(
          [
            [text.from, from, (value: number) => choose(value, to)],
            [text.to, to, (value: number) => choose(from, value)],
          ] as const
        ).map(([label, value, set]) => (
          <label key={label} className="filter">
            <span>{label}</span>
            <select value={value} onChange={({ currentTarget }) => set(Number(currentTarget.value))}>
              {revisions.map((revision) => (
                <option key={revision} value={revision}>
                  {revision}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <Problem problem={before.problem ?? after.problem} />
      {old === undefined || now === undefined ? (
        <p className="soft">{words.loading}</p>
      ) : (
        <Lines rows={lineDiff(old, now)} />
      )}
    </Card>
  );
}

function Lines({ rows }: { readonly rows: readonly DiffRow[] }): ReactNode {
  const text = words.flow;
  if (rows.length === 0) return <p className="soft">{text.noDiff}</p>;
  return (
    <div className="diff" role="region" aria-label={text.text} tabIndex={0}>
      <table>
        <tbody>
          {rows.map((row) => (
            <Line key={`${row.kind} ${"before" in row ? row.before : `+${row.after}`}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ row }: { readonly row: DiffRow }): ReactNode {
  const text = words.flow;
  if (row.kind === "rest")
    return (
      <tr className="rest">
        <td colSpan={4}>{text.unchanged(row.lines)}</td>
      </tr>
    );
  const signs = { same: "", gone: "−", added: "+" };
  const names = { same: undefined, gone: text.gone, added: text.added };
  return (
    <tr className={row.kind}>
      <td className="at">{row.kind === "added" ? "" : row.before}</td>
      <td className="at">{row.kind === "gone" ? "" : row.after}</td>
      <td className="sign">
        <span aria-hidden="true">{signs[row.kind]}</span>
        {names[row.kind] !== undefined && <span className="unseen">{names[row.kind]}</span>}
      </td>
      <td className="line">{row.text}</td>
    </tr>
  );
}
