// Replay card: tries a revision on the recorded calls of its flow, page by page, until a person stops it.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { momentText } from "../shown-figures.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Card, Problem } from "../view-parts.tsx";
import type { Revisions } from "./flow-view.tsx";
import { ReplayResults } from "./replay-results.tsx";
import { type ReplayRow, shareDone } from "./replay-run.ts";

/** Calls of one run: more would fill the page's memory. */
const callsMax = 10_000;
const callsPerPage = 200;
const dayMs = 86_400_000;
const periods = [1, 7, 30] as const;

interface ReplayProps {
  readonly flowId: string;
  readonly known: Revisions;
  /** Chosen by another card; undefined: the newest. */
  readonly revision: number | undefined;
  readonly choose: (revision: number) => void;
}

interface Run {
  readonly revision: number;
  readonly rows: readonly ReplayRow[];
  readonly state: "running" | "done" | "stopped" | "most";
  readonly fromMs: number;
  readonly toMs: number;
}

export function ReplayCard({ flowId, known, revision, choose }: ReplayProps): ReactNode {
  const [days, setDays] = useState<number>(7);
  const { run, problem, isBusy, start, stop } = useReplay(flowId);
  const chosen = revision ?? known.newest_revision;
  const text = words.replay;
  return (
    <Card title={text.title} about={text.about} className="replay-card">
      <div className="filter-row">
        <label className="filter">
          <span>{text.revision}</span>
          <select
            value={chosen}
            disabled={isBusy}
            onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
          >
            {known.revisions.map(({ revision: number }) => (
              <option key={number} value={number}>
                {number}
              </option>
            ))}
          </select>
        </label>
        <label className="filter">
          <span>{text.since}</span>
          <select
            value={days}
            disabled={isBusy}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          >
            {periods.map((each) => (
              <option key={each} value={each}>
                {text.periods[each]}
              </option>
            ))}
          </select>
        </label>
        {isBusy ? (
          <button type="button" onClick={stop}>
            {text.stop}
          </button>
        ) : (
          <button type="button" onClick={() => void start(chosen, days)}>
            {text.try}
          </button>
        )}
      </div>
      {run !== undefined && <Progress run={run} />}
      <Problem problem={problem} />
      {run !== undefined && run.rows.length > 0 && (
        <ReplayResults flowId={flowId} rows={run.rows} revision={run.revision} />
      )}
    </Card>
  );
}

function Progress({ run: { rows, state, fromMs, toMs } }: { readonly run: Run }): ReactNode {
  const text = words.replay;
  const last = rows.at(-1)?.created_at;
  const count = rows.length;
  return (
    <>
      {state === "running" && (
        <progress aria-label={text.progress} value={shareDone(last, { fromMs, toMs })} />
      )}
      <p role="status" className="soft">
        {state === "running"
          ? text.running(count, last === undefined ? "" : momentText(last))
          : text[state](count)}
      </p>
    </>
  );
}

function useReplay(flowId: string) {
  const { api } = useConsole();
  const { isBusy, problem, run: act } = useAct();
  const [run, setRun] = useState<Run>();
  const over = useRef<AbortController>(undefined);
  useEffect(() => () => over.current?.abort(), []);
  const start = (revision: number, days: number): Promise<boolean> =>
    act(async () => {
      const control = new AbortController();
      over.current = control;
      const toMs = Date.now();
      const fromMs = toMs - days * dayMs;
      const range = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
      let rows: readonly ReplayRow[] = [];
      const tell = (state: Run["state"]): void => setRun({ revision, rows, state, fromMs, toMs });
      tell("running");
      let cursor: string | undefined;
      try {
        do {
          const body = { revision, ...range, limit: callsPerPage, ...(cursor !== undefined && { cursor }) };
          const asked = request("POST /v1/flows/:flow_id/replay", { flow_id: flowId }, body);
          const page = await api.ask(asked, control.signal);
          rows = [...rows, ...page.calls];
          cursor = page.next_cursor ?? undefined;
          tell("running");
        } while (cursor !== undefined && rows.length < callsMax);
        tell(cursor === undefined ? "done" : "most");
      } catch (error) {
        tell("stopped");
        if (!control.signal.aborted) throw error;
      }
    });
  return { run, problem, isBusy, start, stop: () => over.current?.abort() };
}
