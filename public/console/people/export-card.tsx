// Export card: a button that downloads all data of the account as one file.

import type { ReactNode } from "react";
import { download } from "../../page/download.ts";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { ApiCall, Card, Problem } from "../view-parts.tsx";

const whole = request("GET /v1/account/export");

export function ExportCard(): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const text = words.export;
  const save = (asked = whole): Promise<boolean> =>
    run(async () => download(await (await api.send(asked)).blob(), "account.zip"));
  return (
    <Card title={text.title} about={text.about}>
      <p>
        <button type="button" disabled={isBusy} onClick={() => void save()}>
          {text.make}
        </button>{" "}
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void save(request("GET /v1/account/export", { recordings: true }))}
        >
          {text.withRecordings}
        </button>
      </p>
      <p role="status">{isBusy && text.making}</p>
      <Problem problem={problem} />
      <ApiCall request={whole} />
    </Card>
  );
}
