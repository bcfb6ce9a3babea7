// Call view: all that is known of one call. A running call updates by itself.

import { type ReactNode, useEffect, useState } from "react";
import { numberOf, textOf, listOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { callIn, type CallEntry } from "./call-entry.ts";
import { whatWentWrong } from "./call-trouble.ts";
import { type CallRecord, recordIn } from "./call-record.ts";
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
  const path = `/v1/calls/${callId}`;
  const [isOver, setOver] = useState(false);
  const answer = useAnswer(path, isOver ? undefined : pollMs);
  const status = textOf(answer.body, "status");
  useEffect(() => setOver(status === "ended"), [status]);
  return (
    <>
      <p className="back">
        <a href={addressOf("calls")}>← {words.call.back}</a>
      </p>
      {/* There before the answer is: it is where those stand who came here by a link. */}
      <ViewHead
        title={answer.body === undefined ? words.call.one : flowText(callIn(answer.body))}
        subtitle={callId}
      >
        {status === "ended" && <Deletion callId={callId} />}
        {status === "running" && (
          <a className="button" href={addressOf("live", { id: callId })}>
            {words.live.open}
          </a>
        )}
      </ViewHead>
      <Answered answer={answer}>
        {(body) => <Call call={callIn(body)} record={recordIn(body)} reload={answer.reload} />}
      </Answered>
      <ApiCall request={get(path)} />
    </>
  );
}

interface CallProps {
  readonly call: CallEntry;
  readonly record: CallRecord;
  readonly reload: () => void;
}

function Call({ call, record, reload }: CallProps): ReactNode {
  const [loaded, setLoaded] = useState<LoadedRecording>();
  useEffect(() => () => loaded?.player.close(), [loaded]);
  const isOver = call.status === "ended";
  // An assistant has no picture and no tests.
  const flowId = isAssistantId(call.flowId ?? "") ? undefined : call.flowId;
  const recording = useAnswer(isOver ? `/v1/sessions/${call.id}/recording?format=json` : undefined);
  const way = recording.body === undefined ? undefined : wayIn(recording.body);
  return (
    <>
      <Facts call={call} />
      <Wrong call={call} record={record} />
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
          <SaidLines record={record} isLive={!isOver} loaded={loaded} />
          <TurnTable record={record} />
          {flowId !== undefined && <FlowPicture flowId={flowId} way={way} />}
        </div>
        <div className="stack">
          <NoteForm call={call} saved={reload} />
          {record.summary !== undefined && (
            <Card title={words.call.summary}>
              <p>{record.summary}</p>
            </Card>
          )}
          <Variables record={record} way={way} />
          <Tools record={record} />
          <DeliveryView callId={call.id} />
          <Ledger callId={call.id} isOver={isOver} />
          {isOver && flowId !== undefined && <CallTest call={call} />}
        </div>
      </div>
    </>
  );
}

function Wrong({ call, record }: Pick<CallProps, "call" | "record">): ReactNode {
  const sentences = whatWentWrong(call, record);
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

function Facts({ call }: { readonly call: CallEntry }): ReactNode {
  const { facts } = words.call;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [facts.end, <Mood key="mood" call={call} />],
    [facts.outcome, call.outcome ?? "–"],
    [facts.when, momentText(call.createdAt)],
    [facts.duration, durationText(call.durationMs)],
    [facts.p95, latencyText(call.latencyP95Ms)],
    [facts.transport, call.transport ?? "–"],
    [facts.number, call.number === undefined ? numberText(call) : `${numberText(call)[0]} ${call.number}`],
    [facts.cost, moneyText(call.costCents)],
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
  record,
  way,
}: {
  readonly record: CallRecord;
  readonly way: FlowWay | undefined;
}): ReactNode {
  const rows = [
    ...record.variables,
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

function Tools({ record: { tools } }: { readonly record: CallRecord }): ReactNode {
  if (tools.length === 0) return null;
  return (
    <Card title={words.call.tools}>
      <dl className="pairs">
        {tools.map((tool, at) => (
          <div key={`${at} ${tool.name}`}>
            <dt>
              <code>{tool.name}</code> <span className="soft">{durationText(tool.atSeconds * 1_000)}</span>
            </dt>
            <dd>
              {latencyText(tool.seconds * 1_000)}{" "}
              <span className={`mood ${tool.isOk ? "good" : "bad"}`}>
                {tool.isOk ? words.call.toolOk : tool.failure}
              </span>{" "}
              {tool.isExample && <span className="tag">{words.call.example}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Ledger({ callId, isOver }: { readonly callId: string; readonly isOver: boolean }): ReactNode {
  // Asked anew when the call ends: then what was held is settled.
  const answer = useAnswer(`/v1/calls/${callId}/ledger${isOver ? "" : "?"}`);
  const entries = listOf(answer.body, "entries");
  if (entries.length === 0) return null;
  return (
    <Card title={words.call.ledger}>
      <dl className="pairs">
        {entries.map((entry) => {
          const kind = textOf(entry, "kind") ?? "";
          return (
            <div key={numberOf(entry, "id")}>
              <dt>
                {words.call.ledgerKinds[kind] ?? kind}{" "}
                <span className="soft">{momentText(textOf(entry, "at") ?? "")}</span>
              </dt>
              <dd>{moneyText(numberOf(entry, "cents") ?? 0)}</dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}

function Deletion({ callId }: { readonly callId: string }): ReactNode {
  const { api } = useConsole();
  const { problem, run } = useAct();
  const remove = (): Promise<boolean> =>
    run(async () => {
      await api.ask({ method: "DELETE", path: `/v1/sessions/${callId}` });
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
