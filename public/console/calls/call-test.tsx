// Call test: a test of the flow that repeats the caller's words in this call, to be added to the flow's tests.

import { type ReactNode, useState } from "react";
import { request } from "../../page/api-request.ts";
import type { CallEntry } from "./call-entry.ts";
import { words } from "../console-words.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Card, Problem } from "../view-parts.tsx";

interface TestProps {
  readonly call: Pick<CallEntry, "id" | "flow_id">;
}

export function CallTest({ call: { id, flow_id: flowId } }: TestProps): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [yaml, setYaml] = useState<string>();
  const text = words.call;
  const make = (): Promise<boolean> =>
    run(async () => setYaml((await api.ask(request("GET /v1/calls/:call_id/test", { call_id: id }))).yaml));
  return (
    <Card title={text.testTitle} about={text.testAbout}>
      {yaml === undefined ? (
        <button type="button" disabled={isBusy} onClick={() => void make()}>
          {text.test}
        </button>
      ) : (
        <pre className="yaml" tabIndex={0} role="region" aria-label={text.testText}>
          {yaml}
        </pre>
      )}
      {yaml !== undefined && flowId !== null && (
        <p>
          <a href={`/flow-editor?flow=${encodeURIComponent(flowId)}`}>{text.openEditor}</a>
        </p>
      )}
      <Problem problem={problem} />
    </Card>
  );
}
