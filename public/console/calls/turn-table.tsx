// Turn table: how long each answer of a call took, as bars of its stages.

import type { ReactNode } from "react";
import { type CallRecord, type TurnRow, turnsOf } from "./call-record.ts";
import { words } from "../console-words.ts";
import { latencyText } from "../shown-figures.ts";
import { Card } from "../view-parts.tsx";
import { TableHead } from "../table-head.tsx";

export function TurnTable({ call }: { readonly call: CallRecord }): ReactNode {
  const { turns, scaleMs } = turnsOf(call);
  const text = words.call;
  const kinds = (["silence", "words", "text", "audio"] as const).filter((kind) =>
    turns.some(({ spans }) => spans.some((span) => span.kind === kind)),
  );
  return (
    <Card title={text.turns} about={turns.length === 0 ? text.noTurns : text.turnsAbout}>
      {turns.length > 0 && (
        <>
          <ul className="legend">
            {kinds.map((kind) => (
              <li key={kind}>
                <span className={`swatch span-${kind}`} aria-hidden="true" /> {words.stages[kind]}
              </li>
            ))}
          </ul>
          <table className="turns">
            <TableHead columns={[[text.turn], [text.stagesHead], [text.total, "number"], [text.endedBy]]} />
            <tbody>
              {turns.map((turn) => (
                <tr key={turn.number}>
                  <th scope="row">{turn.number}</th>
                  <td>
                    <Stages turn={turn} scaleMs={scaleMs} />
                  </td>
                  <td className="number">{latencyText(turn.totalMs)}</td>
                  <td className="soft">{turn.endedBy?.replaceAll("-", " ") ?? "–"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Card>
  );
}

function Stages({
  turn: { spans },
  scaleMs,
}: {
  readonly turn: TurnRow;
  readonly scaleMs: number;
}): ReactNode {
  const label = spans.map(({ kind, fromMs, toMs }) => `${words.stages[kind]} ${toMs - fromMs} ms`).join(", ");
  return (
    <span className="span-track" role="img" aria-label={label} title={label}>
      {spans.map(({ kind, fromMs, toMs }) => (
        <span
          key={kind}
          className={`span span-${kind}`}
          style={{ left: `${(100 * fromMs) / scaleMs}%`, width: `${(100 * (toMs - fromMs)) / scaleMs}%` }}
        />
      ))}
    </span>
  );
}
