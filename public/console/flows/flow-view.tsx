// Flow view: the revisions of a flow with the calls of each, what was changed between two, which one calls get, recorded
// calls on another one, and its tests.

import { type ReactNode, useState } from "react";
import { textOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { countText, moneyText, momentText } from "../shown-figures.ts";
import { type Act, useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, ApiCall, Card, ConfirmButton, Problem, ViewHead } from "../view-parts.tsx";
import { ContractCard } from "./contract-card.tsx";
import { DiffView } from "./diff-view.tsx";
import { type Revisions, revisionsIn } from "./flow-revisions.ts";
import { FlowTests } from "./flow-tests-card.tsx";
import { ReplayCard } from "./replay-card.tsx";
import { TableHead } from "../table-head.tsx";

export function FlowView({ flowId }: { readonly flowId: string }): ReactNode {
  const { api } = useConsole();
  const whole = encodeURIComponent(flowId);
  const path = `/v1/flows/${whole}`;
  const flow = useAnswer(path);
  const revisions = useAnswer(`${path}/revisions`);
  const act = useAct();
  const [tried, chooseTried] = useState<number>();
  const [compared, compare] = useState<readonly [from: number, to: number]>();
  const publish = async (revision: number | null): Promise<void> => {
    const request = { method: "PUT", path: `${path}/live`, body: { revision } } as const;
    if (await act.run(async () => void (await api.ask(request)))) revisions.reload();
  };
  return (
    <>
      <p className="back">
        <a href={addressOf("flows")}>← {words.flow.back}</a>
      </p>
      <ViewHead title={textOf(flow.body, "name") ?? words.flow.one} subtitle={flowId}>
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
        {(body) => {
          const flowRevisions = revisionsIn(body);
          return (
            <>
              <LiveCard known={flowRevisions} act={act} publish={publish} />
              <ContractCard path={path} />
              <RevisionTable known={flowRevisions} publish={publish} compare={compare} />
              <ReplayCard
                path={path}
                flowId={flowId}
                known={flowRevisions}
                revision={tried}
                choose={chooseTried}
              />
              {compared !== undefined && (
                <DiffView
                  path={path}
                  revisions={flowRevisions.all.map(({ number }) => number)}
                  from={compared[0]}
                  to={compared[1]}
                  choose={(from, to) => compare([from, to])}
                />
              )}
            </>
          );
        }}
      </Answered>
      <FlowTests path={path} />
      <ApiCall request={get(`${path}/revisions`)} />
    </>
  );
}

interface LiveProps {
  readonly known: Revisions;
  readonly act: Act;
  readonly publish: (revision: number | null) => Promise<void>;
}

function LiveCard({ known: { live, newest, followsNewest }, act, publish }: LiveProps): ReactNode {
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

function RevisionTable({ known: { all, live }, publish, compare }: TableProps): ReactNode {
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
          {all.map(({ number, madeAt, calls, failed, costCents }, at) => (
            <tr key={number}>
              <th scope="row">
                {number} {number === live && <span className="tag">{text.isLive}</span>}
              </th>
              <td>{momentText(madeAt)}</td>
              <td className="number">{countText(calls)}</td>
              <td className="number wide">{countText(failed)}</td>
              <td className="number wide">{moneyText(costCents)}</td>
              <td>
                <span className="entry-ways">
                  {all.length > 1 && (
                    <button
                      type="button"
                      className="quiet"
                      aria-label={text.named(text.compare, number)}
                      onClick={() => compare([all[at + 1]?.number ?? number, number])}
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
