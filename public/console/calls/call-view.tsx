// Call view: all data of one call. A running call updates by itself.

import { type ReactNode, useEffect, useState } from "react";
import { request } from "../../page/api-request.ts";
import { otherNumber } from "./call-entry.ts";
import { whatWentWrong } from "./call-trouble.ts";
import { type CallRecord, valuesOf } from "./call-record.ts";
import { flowText, Mood, numberText } from "./call-table.tsx";
import { CallTest } from "./call-test.tsx";
import { addressOf } from "../console-address.ts";
import { isAssistantId } from "../../page/flow-list.ts";
import { words } from "../console-words.ts";
import { DeliveryView } from "./delivery-view.tsx";
import { FlowPicture } from "./flow-picture.tsx";
import { type FlowWay, wayIn } from "./flow-way.ts";
import { NoteForm } from "./note-form.tsx";
import { type LoadedRecording, RecordingView } from "./recording-view.tsx";
import { durationText, latencyText, moneyText, momentText } from "../shown-figures.ts";
import { SaidLines } from "./said-lines.tsx";
import { TurnTable } from "./turn-table.tsx";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, ApiCall, Card, ConfirmButton, Problem, ViewHead } from "../view-parts.tsx";

const pollMs = 2_000;

export function CallView({ callId }: { readonly callId: string }): ReactNode {
  const shown = request("GET /v1/calls/:call_id", { call_id: callId });
  const [isOver, setOver] = useState(false);
  const answer = useAnswer(shown, isOver ? undefined : pollMs);
  const status = answer.body?.status;
  useEffect(() => setOver(status === "ended"), [status]);
  return (
    <>
      <p className="back">
        <a href={addressOf("calls")}>← {words.call.back}</a>
      </p>
      {/* There before the answer is: it is where those stand who came here by a link. */}
      <ViewHead title={answer.body === undefined ? words.call.one : flowText(answer.body)} subtitle={callId}>
        {status === "ended" && <Deletion callId={callId} />}
        {status === "running" && (
          <a className="button" href={addressOf("live", { id: callId })}>
            {words.live.open}
          </a>
        )}
      </ViewHead>
      <Answered answer={answer}>{(call) => <Call call={call} reload={answer.reload} />}</Answered>
      <ApiCall request={shown} />
    </>
  );
}

interface CallProps {
  readonly call: CallRecord;
  readonly reload: () => void;
}

function Call({ call, reload }: CallProps): ReactNode {
  const [loaded, setLoaded] = useState<LoadedRecording>();
  useEffect(() => () => loaded?.player.close(), [loaded]);
  const isOver = call.status === "ended";
  // An assistant has no picture and no tests.
  const flowId = isAssistantId(call.flow_id ?? "") ? null : call.flow_id;
  const recording = useAnswer(
    isOver
      ? request("GET /v1/sessions/:session_id/recording", { session_id: call.id, format: "json" })
      : undefined,
  );
  const way = recording.body === undefined ? undefined : wayIn(recording.body);
  return (
    <>
      <Facts call={call} />
      <Wrong call={call} />
      <div className="columns">
        <div className="stack">
          {isOver && (
            <RecordingView
              callId={call.id}
              isRecorded={recording.problem?.code !== "session/not-recorded"}
              loaded={loaded}
              onLoad={setLoaded}
            />
          )}
          <SaidLines call={call} isLive={!isOver} loaded={loaded} />
          <TurnTable call={call} />
          {flowId !== null && <FlowPicture flowId={flowId} way={way} />}
        </div>
        <div className="stack">
          <NoteForm call={call} saved={reload} />
          {call.on_end?.summary !== undefined && call.on_end.summary !== null && (
            <Card title={words.call.summary}>
              <p>{call.on_end.summary}</p>
            </Card>
          )}
          <Variables call={call} way={way} />
          <Tools call={call} />
          <DeliveryView callId={call.id} />
          <Ledger callId={call.id} isOver={isOver} />
          {isOver && flowId !== null && <CallTest call={call} />}
        </div>
      </div>
    </>
  );
}

function Wrong({ call }: Pick<CallProps, "call">): ReactNode {
  const sentences = whatWentWrong(call);
  if (sentences.length === 0) return null;
  return (
    <Card title={words.call.wrong.title} className="wrong">
      <ul className="hindrances">
        {sentences.map((sentence, at) => (
          <li key={`${at} ${sentence}`}>{sentence}</li>
        ))}
      </ul>
    </Card>
  );
}

function Facts({ call }: { readonly call: CallRecord }): ReactNode {
  const { facts } = words.call;
  const number = otherNumber(call);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [facts.end, <Mood key="mood" call={call} />],
    [facts.outcome, call.outcome ?? "–"],
    [facts.when, momentText(call.created_at)],
    [facts.duration, durationText(call.duration_ms)],
    [facts.p95, latencyText(call.latency_p95_ms)],
    [facts.transport, call.transport ?? "–"],
    [facts.number, number === null ? numberText(call) : `${numberText(call)[0]} ${number}`],
    [facts.cost, moneyText(call.cost_cents)],
  ];
  return (
    <dl className="card facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Variables({
  call,
  way,
}: {
  readonly call: CallRecord;
  readonly way: FlowWay | undefined;
}): ReactNode {
  const rows = [
    ...valuesOf(call),
    ...(way?.variables ?? []).map(([name, value]) => ["flow", name, value] as const),
  ];
  if (rows.length === 0) return null;
  return (
    <Card title={words.call.variables}>
      <dl className="pairs">
        {rows.map(([source, name, value]) => (
          <div key={`${source} ${name}`}>
            <dt>
              <code>{name}</code> <span className="soft">{words.call.sources[source]}</span>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Tools({ call: { tools } }: Pick<CallProps, "call">): ReactNode {
  if (tools.length === 0) return null;
  return (
    <Card title={words.call.tools}>
      <dl className="pairs">
        {tools.map((tool, at) => (
          <div key={`${at} ${tool.name}`}>
            <dt>
              <code>{tool.name}</code> <span className="soft">{durationText(tool.at_secs * 1_000)}</span>
            </dt>
            <dd>
              {latencyText(tool.seconds * 1_000)}{" "}
              <span className={`mood ${tool.ok ? "good" : "bad"}`}>
                {tool.ok ? words.call.toolOk : tool.failure}
              </span>{" "}
              {tool.example === true && <span className="tag">{words.call.example}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Ledger({ callId, isOver }: { readonly callId: string; readonly isOver: boolean }): ReactNode {
  // Requested again when the call ends: then its hold is settled.
  const asked = request("GET /v1/calls/:call_id/ledger", { call_id: callId });
  const answer = useAnswer(isOver ? asked : { ...asked, path: `${asked.path}?` });
  const entries = answer.body?.entries ?? [];
  if (entries.length === 0) return null;
  return (
    <Card title={words.call.ledger}>
      <dl className="pairs">
        {entries.map(({ id, kind, at, cents }) => (
          <div key={id}>
            <dt>
              {words.call.ledgerKinds[kind] ?? kind} <span className="soft">{momentText(at)}</span>
            </dt>
            <dd>{moneyText(cents)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Deletion({ callId }: { readonly callId: string }): ReactNode {
  const { api } = useConsole();
  const { problem, run } = useAct();
  const remove = (): Promise<boolean> =>
    run(async () => {
      await api.ask(request("DELETE /v1/sessions/:session_id", { session_id: callId }));
      location.hash = addressOf("calls");
    });
  return (
    <>
      <Problem problem={problem} />
      <ConfirmButton
        label={words.delete}
        confirm={words.deleteForGood}
        why={words.call.reallyDelete}
        act={() => void remove()}
      />
    </>
  );
}
