// Contract card: the terms of a flow's contract with their bounds, and their standing over the last calls.

import type { ReactNode } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { momentText } from "../shown-figures.ts";
import { TableHead } from "../table-head.tsx";
import { useAnswer } from "../use-answer.ts";
import { Card } from "../view-parts.tsx";
import { figureText } from "./flow-contract.ts";

const pollMs = 30_000;

/** Empty for a flow without a contract. */
export function ContractCard({ flowId }: { readonly flowId: string }): ReactNode {
  const contract = useAnswer(request("GET /v1/flows/:flow_id/contract", { flow_id: flowId }), pollMs).body;
  const text = words.flow.contract;
  if (contract === undefined || contract.terms.length === 0) return null;
  return (
    <Card title={text.title} about={text.about(contract.calls)} className="list">
      <table aria-label={text.title} className="revisions">
        <TableHead
          columns={[
            [text.columns.term],
            [text.columns.bound, "number"],
            [text.columns.value, "number"],
            [text.columns.samples, "number wide"],
            [text.columns.state],
          ]}
        />
        <tbody>
          {contract.terms.map(({ name, unit, bound, value, samples, state, since }) => (
            <tr key={name}>
              <th scope="row">{text.terms[name]}</th>
              <td className="number">{figureText(unit, bound)}</td>
              <td className="number">{figureText(unit, value)}</td>
              <td className="number wide">{samples}</td>
              <td>
                {state === "broken"
                  ? text.broken(momentText(since ?? ""))
                  : state === "held"
                    ? text.held
                    : text.few}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
