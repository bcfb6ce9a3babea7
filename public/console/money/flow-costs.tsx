// Flow costs: costs of each flow's calls in the last days.

import type { ReactNode } from "react";
import { isAssistantId } from "../../page/flow-list.ts";
import { listOf, numberOf, textOf } from "../../page/json-answer.ts";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { countText, moneyText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { Card } from "../view-parts.tsx";
import { TableHead } from "../table-head.tsx";

const path = "/v1/figures/flows?days=30";

export function FlowCosts(): ReactNode {
  const answer = useAnswer(path);
  const text = words.money;
  const rows = listOf(answer.body, "flows");
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
          {rows.map((row) => {
            const id = textOf(row, "flow_id");
            const name = textOf(row, "flow_name");
            return (
              <tr key={id ?? ""}>
                <th scope="row">
                  {id === undefined ? (
                    words.calls.assistant
                  ) : name === undefined ? (
                    id
                  ) : (
                    <a href={isAssistantId(id) ? addressOf("assistants") : addressOf("flows", { id })}>
                      {name}
                    </a>
                  )}
                </th>
                <td className="number">{countText(numberOf(row, "calls") ?? 0)}</td>
                <td className="number wide">{countText(numberOf(row, "minutes") ?? 0)}</td>
                <td className="number">{moneyText(numberOf(row, "cost_cents") ?? 0)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
