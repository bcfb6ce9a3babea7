// Flow tests card: runs the tests of a flow and shows what came of each.

import { type ReactNode, useState } from "react";
import { words } from "../console-words.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Card, Problem } from "../view-parts.tsx";
import { type TestRow, testsIn } from "./flow-revisions.ts";

export function FlowTests({ path }: { readonly path: string }): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [rows, setRows] = useState<readonly TestRow[]>();
  const text = words.flow;
  const test = (): Promise<boolean> =>
    run(async () => setRows(testsIn(await api.ask({ method: "POST", path: `${path}/test` }))));
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
          {rows.map(({ name, hasPassed, why, expected, got }, at) => (
            <li key={`${at} ${name}`}>
              <div className="entry-head">
                <b>{name}</b>
                <span className={`mood ${hasPassed ? "good" : "bad"}`}>
                  {hasPassed ? text.passed : text.failed}
                </span>
                {why !== undefined && <span className="soft">{why}</span>}
                {expected !== undefined && (
                  <span className="soft">
                    {text.expected} {expected}
                  </span>
                )}
                {got !== undefined && (
                  <span className="soft">
                    {text.got} {got}
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

function summaryOf(rows: readonly TestRow[]): string {
  const text = words.flow;
  const failed = rows.filter(({ hasPassed }) => !hasPassed).length;
  if (rows.length === 0) return text.noTests;
  return failed === 0 ? text.allPassed(rows.length) : text.someFailed(failed, rows.length);
}
