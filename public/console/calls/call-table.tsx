// Call table: calls, each of which leads to its view.

import type { ReactNode } from "react";
import { isAssistantId } from "../../page/flow-list.ts";
import { maskedNumber } from "../../../src/base/words/masked-number.ts";
import { type CallEntry, moodOf } from "./call-entry.ts";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { durationText, latencyText, moneyText, momentText } from "../shown-figures.ts";
import { TableHead } from "../table-head.tsx";

interface TableProps {
  readonly calls: readonly CallEntry[];
  /** Where each leads to. */
  readonly view?: "calls" | "live";
}

export function CallTable({ calls, view = "calls" }: TableProps): ReactNode {
  const { columns } = words.calls;
  return (
    <table className="calls" aria-label={words.calls.table}>
      <TableHead
        columns={[
          [columns.call],
          [columns.flow],
          [columns.end],
          [columns.duration, "number"],
          [columns.p95, "number"],
          [columns.interruptions, "number wide"],
          [columns.transport, "wide"],
          [columns.number, "wide"],
          [columns.cost, "number wide"],
        ]}
      />
      <tbody>
        {calls.map((call) => (
          <Row key={call.id} call={call} view={view} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ call, view }: { readonly call: CallEntry; readonly view: "calls" | "live" }): ReactNode {
  return (
    <tr>
      <th scope="row">
        <a href={addressOf(view, { id: call.id })}>{momentText(call.createdAt)}</a>
        {call.tags.map((tag) => (
          <span key={tag}>
            {" "}
            <span className="tag">{tag}</span>
          </span>
        ))}
      </th>
      <td>{flowText(call)}</td>
      <td>
        <Mood call={call} /> {call.outcome !== undefined && <span className="soft">{call.outcome}</span>}
        <Troubled call={call} />
      </td>
      <td className="number">{durationText(call.durationMs)}</td>
      <td className="number">{latencyText(call.latencyP95Ms)}</td>
      <td className="number wide">{call.interruptions ?? "–"}</td>
      <td className="wide">{call.transport ?? "–"}</td>
      <td className="wide">{numberText(call)}</td>
      <td className="number wide">{moneyText(call.costCents)}</td>
    </tr>
  );
}

/** Masked: a list is looked at by more people than the one who has called. */
export function numberText({ direction, number }: Pick<CallEntry, "direction" | "number">): string {
  if (direction === undefined && number === undefined) return "–";
  const arrow = direction === "outbound" ? "→" : "←";
  return number === undefined ? arrow : `${arrow} ${maskedNumber(number)}`;
}

/** Names what its end does not tell. */
function Troubled({ call: { trouble } }: { readonly call: CallEntry }): ReactNode {
  if (trouble !== "provider" && trouble !== "tool") return null;
  return (
    <>
      {" "}
      <span className="tag bad">{words.calls.troubles[trouble]}</span>
    </>
  );
}

export function flowText({ flowId, flowName, flowRevision }: CallEntry): string {
  if (flowId === undefined) return words.calls.assistant;
  const isOwn = flowId.startsWith("flow_") || isAssistantId(flowId);
  const name = flowName ?? (isOwn ? flowId : `${words.calls.builtIn}: ${flowId}`);
  return flowRevision === undefined ? name : `${name}, ${words.calls.revision(flowRevision)}`;
}

export function Mood({ call }: { readonly call: CallEntry }): ReactNode {
  const mood = moodOf(call);
  const { endReason } = call;
  const text =
    mood === "live" || endReason === undefined
      ? words.moods[mood]
      : (words.endReasons[endReason] ?? endReason);
  return <span className={`mood ${mood}`}>{text}</span>;
}
