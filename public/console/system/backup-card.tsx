// Backup card: the time of the last backup, and a button that starts one.

import type { ReactNode } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { countText, momentText } from "../shown-figures.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { ApiCall, Card, Problem } from "../view-parts.tsx";

export type System = ApiAnswer<"GET /v1/system">;

interface BackupProps {
  readonly system: System;
  /** Called when a backup starts: the shown data is outdated. */
  readonly begun: () => void;
}

const bytesPerMib = 1_024 ** 2;
const beginning = request("POST /v1/system/backup");

export function BackupCard({ system, begun }: BackupProps): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const text = words.system;
  const { can_start, running_since: since, failed_at, failure } = system.backup;
  const start = async (): Promise<void> => {
    if (await run(async () => void (await api.ask(beginning)))) begun();
  };
  if (!can_start)
    return (
      <Card title={text.backups} about={system.store === "postgres" ? text.ownBackups : text.nothingKept}>
        <p>
          {text.backup} <code>{system.backup_command}</code>
        </p>
      </Card>
    );
  return (
    <Card title={text.backups} about={text.backupsAbout}>
      <div className="form">
        <p role="status">
          {since === null ? <LastBackup system={system} /> : text.making(momentText(since))}
        </p>
        {failure !== null && (
          <div className="trouble" role="alert">
            <p>
              <b>{text.backupFailed(momentText(failed_at ?? Number.NaN))}</b> {failure}
            </p>
          </div>
        )}
        <Problem problem={problem} />
        <div className="form-end">
          <button
            type="button"
            className="primary"
            disabled={isBusy || since !== null}
            onClick={() => void start()}
          >
            {text.backUpNow}
          </button>
          <span className="soft">
            {text.backup} <code>{system.backup_command}</code>
          </span>
        </div>
        <ApiCall request={beginning} />
      </div>
    </Card>
  );
}

function LastBackup({ system: { last_backup: backup } }: { readonly system: System }): ReactNode {
  const text = words.system;
  if (backup === null) return text.noBackup;
  const size = text.size(countText(backup.bytes / bytesPerMib));
  return (
    <>
      {text.lastBackup(momentText(backup.made_at), size)} <code>{backup.place}</code>
    </>
  );
}
