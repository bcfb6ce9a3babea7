// Flow costs: costs of each flow's calls over the last days.

import type { ReactNode } from "react";
import { isAssistantId } from "../../page/flow-list.ts";
import { request } from "../../page/api-request.ts";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { countText, moneyText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { Card } from "../view-parts.tsx";
import { TableHead } from "../table-head.tsx";

export function FlowCosts(): ReactNode {
  const answer = useAnswer(request("GET /v1/figures/flows", { days: 30 }));
  const text = words.money;
  const rows = answer.body?.flows ?? [];
  if (rows.length === 0) return null;
  return (
    <Card title={text.byFlow} about={words.home.chartAbout(30)} className="list">
      <table aria-label={text.byFlow}>
        <TableHead
          columns={[
            [text.flow],
            [text.calls, "number"],
            [text.minutes, "number wide"],
            [text.cost, "number"],
          ]}
        />
        <tbody>
          {rows.map(({ flow_id: id, flow_name: name, calls, minutes, cost_cents }) => (
            <tr key={id ?? ""}>
              <th scope="row">
                {id === null ? (
                  words.calls.assistant
                ) : name === null ? (
                  id
                ) : (
                  <a href={isAssistantId(id) ? addressOf("assistants") : addressOf("flows", { id })}>
                    {name}
                  </a>
                )}
              </th>
              <td className="number">{countText(calls)}</td>
              <td className="number wide">{countText(minutes)}</td>
              <td className="number">{moneyText(cost_cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
