// Flow tests card: runs the tests of a flow and shows each result.

import { type ReactNode, useState } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Card, Problem } from "../view-parts.tsx";

type Tests = ApiAnswer<"POST /v1/flows/:flow_id/test">["tests"];

export function FlowTests({ flowId }: { readonly flowId: string }): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [rows, setRows] = useState<Tests>();
  const text = words.flow;
  const test = (): Promise<boolean> =>
    run(async () => {
      const { tests } = await api.ask(request("POST /v1/flows/:flow_id/test", { flow_id: flowId }));
      setRows(tests);
    });
  return (
    <Card title={text.tests} about={text.testsAbout}>
      <div className="form-end">
        <button type="button" disabled={isBusy} onClick={() => void test()}>
          {text.run}
        </button>
        <span role="status" className="soft">
          {isBusy ? text.running : rows !== undefined && summaryOf(rows)}
        </span>
      </div>
      <Problem problem={problem} />
      {rows !== undefined && rows.length > 0 && (
        <ul className="entries">
          {rows.map(({ name, passed, failure }, at) => (
            <li key={`${at} ${name}`}>
              <div className="entry-head">
                <b>{name}</b>
                <span className={`mood ${passed ? "good" : "bad"}`}>
                  {passed ? text.passed : text.failed}
                </span>
                {failure !== null && <span className="soft">{failure.message}</span>}
                {failure?.expected !== undefined && (
                  <span className="soft">
                    {text.expected} {failure.expected}
                  </span>
                )}
                {failure?.got !== undefined && (
                  <span className="soft">
                    {text.got} {failure.got}
                  </span>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function summaryOf(rows: Tests): string {
  const text = words.flow;
  const failed = rows.filter(({ passed }) => !passed).length;
  if (rows.length === 0) return text.noTests;
  return failed === 0 ? text.allPassed(rows.length) : text.someFailed(failed, rows.length);
}
