// Flows view: the flows of the account, with links to edit, call and watch each.

import type { ReactNode } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { momentText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { SoundsCard } from "./sounds-card.tsx";
import { Answered, ApiCall, ConfirmButton, Empty, Problem, ViewHead } from "../view-parts.tsx";

const list = request("GET /v1/flows");

export function FlowsView(): ReactNode {
  const answer = useAnswer(list);
  const text = words.flows;
  return (
    <>
      <ViewHead title={words.views.flows} subtitle={words.subtitles.flows}>
        <a className="button primary" href="/flow-editor">
          {text.new}
        </a>
      </ViewHead>
      <Answered answer={answer}>
        {(flows) => (
          <div className="card list">
            {flows.length === 0 ? (
              <Empty title={text.emptyTitle} text={text.empty} />
            ) : (
              <ul className="entries">
                {flows.map((flow) => (
                  <FlowItem key={flow.id} flow={flow} removed={answer.reload} />
                ))}
              </ul>
            )}
          </div>
        )}
      </Answered>
      <SoundsCard />
      <ApiCall request={list} />
    </>
  );
}

function FlowItem({
  flow,
  removed,
}: {
  readonly flow: ApiAnswer<"GET /v1/flows">[number];
  readonly removed: () => void;
}): ReactNode {
  const { api } = useConsole();
  const { problem, run } = useAct();
  const { id: flowId, name, created_at } = flow;
  const text = words.flows;
  const whole = encodeURIComponent(flowId);
  const remove = async (): Promise<void> => {
    const removal = request("DELETE /v1/flows/:flow_id", { flow_id: flowId });
    if (await run(async () => void (await api.ask(removal)))) removed();
  };
  const named = (label: string): string => `${label}: ${name}`;
  return (
    <li>
      <div className="entry-head">
        <b>
          <a href={addressOf("flows", { id: flowId })}>{name}</a>
        </b>
        <span className="soft">
          {text.made} {momentText(created_at)}
        </span>
      </div>
      <div className="entry-ways">
        <a className="button quiet" href={`/flow-editor?flow=${whole}`} aria-label={named(text.edit)}>
          {text.edit}
        </a>
        <a className="button quiet" href={`/test?flow=${whole}`} aria-label={named(text.call)}>
          {text.call}
        </a>
        <a
          className="button quiet"
          href={addressOf("calls", { query: new URLSearchParams({ flow_id: flowId }) })}
          aria-label={named(text.calls)}
        >
          {text.calls}
        </a>
        <ConfirmButton
          label={words.delete}
          confirm={words.deleteForGood}
          of={name}
          act={() => void remove()}
        />
      </div>
      <Problem problem={problem} />
    </li>
  );
}
