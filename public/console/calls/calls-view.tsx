// Calls view: the calls of the account, narrowed by filters in the address, page by page, and as a file. Running calls
// update by themselves.

import type { ReactNode } from "react";
import { download } from "../../page/download.ts";
import { callsRequest, filtersOf } from "./call-entry.ts";
import { CallFilters } from "./call-filters.tsx";
import { CallTable } from "./call-table.tsx";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { useAct, useAnswer, useConsole, usePages } from "../use-answer.ts";
import { Answered, ApiCall, Empty, Problem, ViewHead } from "../view-parts.tsx";

const pageLimit = 50;
const pollMs = 3_000;

export function CallsView({ query }: { readonly query: URLSearchParams }): ReactNode {
  const filters = filtersOf(query);
  const shown = callsRequest(filters, { limit: pageLimit });
  return (
    <>
      <ViewHead title={words.views.calls} subtitle={words.subtitles.calls}>
        <Exports filters={filters} />
      </ViewHead>
      <CallFilters filters={filters} />
      {/* Other filters are another list: what was read of the last one goes. */}
      <CallList key={shown.path} filters={filters} />
      <ApiCall request={shown} />
    </>
  );
}

function CallList({ filters }: { readonly filters: URLSearchParams }): ReactNode {
  const first = useAnswer(callsRequest(filters, { limit: pageLimit }), pollMs);
  const { pages, cursor, problem, more } = usePages(first.body, (cursor) =>
    callsRequest(filters, { limit: pageLimit, cursor }),
  );
  return (
    <Answered answer={first}>
      {(body) => {
        // New calls push the last entries of the first page into the earlier pages.
        const all = [body, ...pages].flatMap(({ calls }) => calls);
        const calls = [...new Map(all.toReversed().map((call) => [call.id, call])).values()].toReversed();
        if (calls.length === 0) return <NoCalls isFiltered={filters.size > 0} />;
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
              <button type="button" className="older" onClick={() => void more()}>
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
      const answer = await api.send(callsRequest(filters, { format }));
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
