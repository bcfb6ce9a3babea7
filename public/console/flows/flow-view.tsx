// Flow view: the revisions of a flow with their numbers of calls, the changes between two, the revision for new calls,
// recorded calls on another revision, and the tests.

import { type ReactNode, useState } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { countText, moneyText, momentText } from "../shown-figures.ts";
import { type Act, useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, ApiCall, Card, ConfirmButton, Problem, ViewHead } from "../view-parts.tsx";
import { ContractCard } from "./contract-card.tsx";
import { DiffView } from "./diff-view.tsx";
import { FlowTests } from "./flow-tests-card.tsx";
import { ReplayCard } from "./replay-card.tsx";
import { TableHead } from "../table-head.tsx";

export function FlowView({ flowId }: { readonly flowId: string }): ReactNode {
  const { api } = useConsole();
  const whole = encodeURIComponent(flowId);
  const list = request("GET /v1/flows/:flow_id/revisions", { flow_id: flowId });
  const flow = useAnswer(request("GET /v1/flows/:flow_id", { flow_id: flowId }));
  const revisions = useAnswer(list);
  const act = useAct();
  const [tried, chooseTried] = useState<number>();
  const [compared, compare] = useState<readonly [from: number, to: number]>();
  const publish = async (revision: number | null): Promise<void> => {
    const change = request("PUT /v1/flows/:flow_id/live", { flow_id: flowId }, { revision });
    if (await act.run(async () => void (await api.ask(change)))) revisions.reload();
  };
  return (
    <>
      <p className="back">
        <a href={addressOf("flows")}>← {words.flow.back}</a>
      </p>
      <ViewHead title={flow.body?.name ?? words.flow.one} subtitle={flowId}>
        <a className="button" href={`/flow-editor?flow=${whole}`}>
          {words.flows.edit}
        </a>
        <a className="button" href={`/test?flow=${whole}`}>
          {words.flows.call}
        </a>
        <a className="button" href={addressOf("calls", { query: new URLSearchParams({ flow_id: flowId }) })}>
          {words.flows.calls}
        </a>
      </ViewHead>
      <Answered answer={revisions}>
        {(body) => (
          <>
            <LiveCard known={body} act={act} publish={publish} />
            <ContractCard flowId={flowId} />
            <RevisionTable known={body} publish={publish} compare={compare} />
            <ReplayCard flowId={flowId} known={body} revision={tried} choose={chooseTried} />
            {compared !== undefined && (
              <DiffView
                flowId={flowId}
                revisions={body.revisions.map(({ revision }) => revision)}
                from={compared[0]}
                to={compared[1]}
                choose={(from, to) => compare([from, to])}
              />
            )}
          </>
        )}
      </Answered>
      <FlowTests flowId={flowId} />
      <ApiCall request={list} />
    </>
  );
}

export type Revisions = ApiAnswer<"GET /v1/flows/:flow_id/revisions">;

interface LiveProps {
  readonly known: Revisions;
  readonly act: Act;
  readonly publish: (revision: number | null) => Promise<void>;
}

function LiveCard({ known, act, publish }: LiveProps): ReactNode {
  const { live_revision: live, newest_revision: newest, follows_newest: followsNewest } = known;
  const text = words.flow;
  return (
    <Card title={text.live} about={text.liveAbout}>
      <p role="status">{followsNewest ? text.follows(live) : text.pinned(live, newest)}</p>
      <div className="form-end onward">
        <button type="button" disabled={act.isBusy} onClick={() => void publish(followsNewest ? live : null)}>
          {followsNewest ? text.hold : text.follow}
        </button>
      </div>
      <Problem problem={act.problem} />
    </Card>
  );
}

interface TableProps {
  readonly known: Revisions;
  readonly publish: LiveProps["publish"];
  readonly compare: (of: readonly [from: number, to: number]) => void;
}

function RevisionTable({
  known: { revisions: all, live_revision: live },
  publish,
  compare,
}: TableProps): ReactNode {
  const text = words.flow;
  return (
    <Card title={text.revisions} about={text.revisionsAbout} className="list">
      <table aria-label={text.revisions} className="revisions">
        <TableHead
          columns={[
            [text.columns.revision],
            [text.columns.made],
            [text.columns.calls, "number"],
            [text.columns.failed, "number wide"],
            [text.columns.cost, "number wide"],
            null,
          ]}
        />
        <tbody>
          {all.map(({ revision: number, created_at, calls, failed, cost_cents }, at) => (
            <tr key={number}>
              <th scope="row">
                {number} {number === live && <span className="tag">{text.isLive}</span>}
              </th>
              <td>{momentText(created_at)}</td>
              <td className="number">{countText(calls)}</td>
              <td className="number wide">{countText(failed)}</td>
              <td className="number wide">{moneyText(cost_cents)}</td>
              <td>
                <span className="entry-ways">
                  {all.length > 1 && (
                    <button
                      type="button"
                      className="quiet"
                      aria-label={text.named(text.compare, number)}
                      onClick={() => compare([all[at + 1]?.revision ?? number, number])}
                    >
                      {text.compare}
                    </button>
                  )}
                  {number > live && (
                    <button
                      type="button"
                      className="quiet"
                      aria-label={text.named(text.publish, number)}
                      onClick={() => void publish(number)}
                    >
                      {text.publish}
                    </button>
                  )}
                  {number < live && (
                    <ConfirmButton
                      label={text.goBack}
                      confirm={text.goBackNow}
                      of={String(number)}
                      act={() => void publish(number)}
                    />
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
