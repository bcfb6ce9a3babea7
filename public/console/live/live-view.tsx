// Live view: the running calls on all nodes of the server, and one of them with the actions for it. Both update by
// themselves.

import type { ReactNode } from "react";
import { request } from "../../page/api-request.ts";
import { CallTable, flowText } from "../calls/call-table.tsx";
import { SaidLines } from "../calls/said-lines.tsx";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { durationText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { Answered, ApiCall, Card, Empty, ViewHead } from "../view-parts.tsx";
import { SupervisionPanel } from "./supervision-panel.tsx";

const running = request("GET /v1/calls", { status: "running", limit: 200 });
const pollMs = 1_500;

export function LiveView(): ReactNode {
  const answer = useAnswer(running, pollMs);
  return (
    <>
      <ViewHead title={words.views.live} subtitle={words.subtitles.live} />
      <Answered answer={answer}>
        {({ calls }) => (
          <div className="card list">
            {calls.length === 0 ? (
              <Empty title={words.live.none} text={words.live.noneAbout}>
                <a className="button primary" href="/test">
                  {words.live.talk}
                </a>
              </Empty>
            ) : (
              <CallTable calls={calls} view="live" />
            )}
          </div>
        )}
      </Answered>
      <ApiCall request={running} />
    </>
  );
}

export function LiveCallView({ callId }: { readonly callId: string }): ReactNode {
  const whole = request("GET /v1/calls/:call_id", { call_id: callId });
  const answer = useAnswer(whole, pollMs);
  const { body } = answer;
  const isOver = body?.status === "ended";
  return (
    <>
      <p className="back">
        <a href={addressOf("live")}>← {words.live.back}</a>
      </p>
      <ViewHead title={body === undefined ? words.call.one : flowText(body)} subtitle={callId}>
        {body !== undefined && <span className="soft time">{durationText(body.duration_ms)}</span>}
      </ViewHead>
      <Answered answer={answer}>
        {(call) => (
          <div className="columns">
            <SaidLines call={call} isLive={!isOver} loaded={undefined} />
            {isOver ? (
              <Card title={words.live.over}>
                <a className="button" href={addressOf("calls", { id: callId })}>
                  {words.live.record}
                </a>
              </Card>
            ) : (
              <SupervisionPanel callId={callId} />
            )}
          </div>
        )}
      </Answered>
      <ApiCall request={whole} />
    </>
  );
}
