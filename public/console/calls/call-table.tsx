// Call table: calls with links to their views.

import type { ReactNode } from "react";
import { isAssistantId } from "../../page/flow-list.ts";
import { maskedNumber } from "../../../src/base/words/masked-number.ts";
import { type CallEntry, moodOf, otherNumber } from "./call-entry.ts";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { durationText, latencyText, moneyText, momentText } from "../shown-figures.ts";
import { TableHead } from "../table-head.tsx";

interface TableProps {
  readonly calls: readonly CallEntry[];
  /** View that the links open. */
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
          [columns.interruptions, "number wide widest"],
          [columns.transport, "wide widest"],
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
        <a href={addressOf(view, { id: call.id })}>{momentText(call.created_at)}</a>
        {call.tags.map((tag) => (
          <span key={tag}>
            {" "}
            <span className="tag">{tag}</span>
          </span>
        ))}
      </th>
      <td>{flowText(call)}</td>
      <td>
        <Mood call={call} /> {call.outcome !== null && <span className="soft">{call.outcome}</span>}
        <Troubled call={call} />
      </td>
      <td className="number">{durationText(call.duration_ms)}</td>
      <td className="number">{latencyText(call.latency_p95_ms)}</td>
      <td className="number wide widest">{call.interruptions ?? "–"}</td>
      <td className="wide widest">{call.transport ?? "–"}</td>
      <td className="wide">{numberText(call)}</td>
      <td className="number wide">{moneyText(call.cost_cents)}</td>
    </tr>
  );
}

/** Masked, because more people see the list than the caller expects. */
export function numberText(call: CallEntry): string {
  const number = otherNumber(call);
  if (call.direction === null && number === null) return "–";
  const arrow = call.direction === "outbound" ? "→" : "←";
  return number === null ? arrow : `${arrow} ${maskedNumber(number)}`;
}

/** Names a trouble that the call's end does not show. */
function Troubled({ call: { trouble } }: { readonly call: CallEntry }): ReactNode {
  if (trouble !== "provider" && trouble !== "tool") return null;
  return (
    <>
      {" "}
      <span className="tag bad">{words.calls.troubles[trouble]}</span>
    </>
  );
}

export function flowText({ flow_id: flowId, flow_name, flow_revision }: CallEntry): string {
  if (flowId === null) return words.calls.assistant;
  const isOwn = flowId.startsWith("flow_") || isAssistantId(flowId);
  const name = flow_name ?? (isOwn ? flowId : `${words.calls.builtIn}: ${flowId}`);
  return flow_revision === null ? name : `${name}, ${words.calls.revision(flow_revision)}`;
}

export function Mood({ call }: { readonly call: CallEntry }): ReactNode {
  const mood = moodOf(call);
  const { end_reason: reason } = call;
  const text = mood === "live" || reason === null ? words.moods[mood] : (words.endReasons[reason] ?? reason);
  return <span className={`mood ${mood}`}>{text}</span>;
}
