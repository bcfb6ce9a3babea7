// Variables view: shows the flow's variables and their values.

import { type ReactNode, useMemo } from "react";
import type { Program } from "../../../src/flow/language/program.ts";
import type { ConversationEvent } from "./conversation-event.ts";
import { variablesOf } from "./trace-lines.ts";

interface VariablesViewProps {
  readonly program: Program;
  readonly log: readonly ConversationEvent[];
}

export function VariablesView({ program, log }: VariablesViewProps): ReactNode {
  const variables = useMemo(() => variablesOf(program, log), [program, log]);
  if (variables.length === 0) return null;
  return (
    <details className="variables" open>
      <summary>Variables</summary>
      <table aria-label="Variables">
        <tbody>
          {variables.map(({ name, value, isFilled, isSensitive }) => (
            <tr key={name} className={isFilled ? "filled" : ""}>
              <th scope="row" dir="auto">
                {name}
              </th>
              <td dir="auto">
                {value}
                {isSensitive && <span className="remark"> sensitive</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
