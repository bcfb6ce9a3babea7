// Backup card: when the last backup was made, and a button that has the server make one.

import type { ReactNode } from "react";
import { numberOf, textOf, valueOf } from "../../page/json-answer.ts";
import type { ApiRequest } from "../api-request.ts";
import { words } from "../console-words.ts";
import { countText, momentText } from "../shown-figures.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { ApiCall, Card, Problem } from "../view-parts.tsx";

interface BackupProps {
  readonly system: unknown;
  /** Something has begun: the shown data is old. */
  readonly begun: () => void;
}

const bytesPerMib = 1_024 ** 2;
const request: ApiRequest = { method: "POST", path: "/v1/system/backup" };

export function BackupCard({ system, begun }: BackupProps): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const text = words.system;
  const backup = valueOf(system, "backup");
  const since = runningSince(system);
  const failure = textOf(backup, "failure");
  const start = async (): Promise<void> => {
    if (await run(async () => void (await api.ask(request)))) begun();
  };
  if (valueOf(backup, "can_start") !== true)
    return (
      <Card
        title={text.backups}
        about={textOf(system, "store") === "postgres" ? text.ownBackups : text.nothingKept}
      >
        <p>
          {text.backup} <code>{textOf(system, "backup_command")}</code>
        </p>
      </Card>
    );
  return (
    <Card title={text.backups} about={text.backupsAbout}>
      <div className="form">
        <p role="status">
          {since === undefined ? <LastBackup system={system} /> : text.making(momentText(since))}
        </p>
        {failure !== undefined && (
          <div className="trouble" role="alert">
            <p>
              <b>{text.backupFailed(momentText(numberOf(backup, "failed_at") ?? Number.NaN))}</b> {failure}
            </p>
          </div>
        )}
        <Problem problem={problem} />
        <div className="form-end">
          <button
            type="button"
            className="primary"
            disabled={isBusy || since !== undefined}
            onClick={() => void start()}
          >
            {text.backUpNow}
          </button>
          <span className="soft">
            {text.backup} <code>{textOf(system, "backup_command")}</code>
          </span>
        </div>
        <ApiCall request={request} />
      </div>
    </Card>
  );
}

/** In seconds of the Unix epoch; undefined: none is being made. */
export function runningSince(system: unknown): number | undefined {
  return numberOf(valueOf(system, "backup"), "running_since");
}

function LastBackup({ system }: { readonly system: unknown }): ReactNode {
  const text = words.system;
  const backup = valueOf(system, "last_backup");
  const madeAt = numberOf(backup, "made_at");
  if (madeAt === undefined) return text.noBackup;
  const size = text.size(countText((numberOf(backup, "bytes") ?? 0) / bytesPerMib));
  return (
    <>
      {text.lastBackup(momentText(madeAt), size)} <code>{textOf(backup, "place")}</code>
    </>
  );
}
