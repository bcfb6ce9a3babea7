// Calls view: the calls of the account, narrowed down by filters that stand in the address, page by page, and as a
// file. Live ones update by themselves.

import { type ReactNode, useState } from "react";
import { listOf, textOf } from "../../page/json-answer.ts";
import { download } from "../../page/download.ts";
import { get } from "../api-request.ts";
import { callIn, callsPath, type CallEntry, filtersOf } from "./call-entry.ts";
import { CallFilters } from "./call-filters.tsx";
import { CallTable } from "./call-table.tsx";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, ApiCall, Empty, Problem, ViewHead } from "../view-parts.tsx";

const pageLimit = 50;
const pollMs = 3_000;

export function CallsView({ query }: { readonly query: URLSearchParams }): ReactNode {
  const filters = filtersOf(query);
  const path = callsPath(filters, { limit: pageLimit });
  return (
    <>
      <ViewHead title={words.views.calls} subtitle={words.subtitles.calls}>
        <Exports filters={filters} />
      </ViewHead>
      <CallFilters filters={filters} />
      {/* Other filters are another list: what was read of the last one goes. */}
      <CallList key={path} path={path} filters={filters} />
      <ApiCall request={get(path)} />
    </>
  );
}

function CallList({
  path,
  filters,
}: {
  readonly path: string;
  readonly filters: URLSearchParams;
}): ReactNode {
  const { api } = useConsole();
  const first = useAnswer(path, pollMs);
  const [older, setOlder] = useState<{ calls: readonly CallEntry[]; cursor: string | undefined }>();
  const { problem, run } = useAct();
  return (
    <Answered answer={first}>
      {(body) => {
        const calls = listOf(body, "calls").map(callIn);
        // New calls move the last of the first page into the earlier pages.
        const seen = new Set(calls.map(({ id }) => id));
        calls.push(...(older?.calls ?? []).filter(({ id }) => !seen.has(id)));
        const cursor = older === undefined ? textOf(body, "next_cursor") : older.cursor;
        if (calls.length === 0) return <NoCalls isFiltered={filters.size > 0} />;
        const more = (from: string): Promise<boolean> =>
          run(async () => {
            const page = await api.ask(get(callsPath(filters, { limit: pageLimit, cursor: from })));
            const read = [...(older?.calls ?? []), ...listOf(page, "calls").map(callIn)];
            setOlder({
              calls: older === undefined ? [...calls, ...read] : read,
              cursor: textOf(page, "next_cursor"),
            });
          });
        return (
          <>
            <p className="soft count" role="status">
              {words.calls.count(calls.length, cursor !== undefined)}
            </p>
            <div className="card list">
              <CallTable calls={calls} />
            </div>
            <Problem problem={problem} />
            {cursor !== undefined && (
              <button type="button" className="older" onClick={() => void more(cursor)}>
                {words.calls.older}
              </button>
            )}
          </>
        );
      }}
    </Answered>
  );
}

function NoCalls({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  const text = words.calls;
  return (
    <div className="card">
      {isFiltered ? (
        <Empty title={text.noneTitle} text={text.none}>
          <a className="button" href={addressOf("calls")}>
            {text.clear}
          </a>
        </Empty>
      ) : (
        <Empty title={text.emptyTitle} text={text.empty}>
          <a className="button primary" href="/test">
            {text.talk}
          </a>
        </Empty>
      )}
    </div>
  );
}

function Exports({ filters }: { readonly filters: URLSearchParams }): ReactNode {
  const { api } = useConsole();
  const { problem, run } = useAct();
  const save = (format: "csv" | "jsonl"): Promise<boolean> =>
    run(async () => {
      const answer = await api.send(get(callsPath(filters, { format })));
      download(await answer.blob(), `calls.${format}`);
    });
  return (
    <div role="group" aria-label={words.calls.exportLabel} className="exports">
      <button type="button" className="quiet" onClick={() => void save("csv")}>
        {words.calls.csv}
      </button>
      <button type="button" className="quiet" onClick={() => void save("jsonl")}>
        {words.calls.jsonl}
      </button>
      <Problem problem={problem} />
    </div>
  );
}
