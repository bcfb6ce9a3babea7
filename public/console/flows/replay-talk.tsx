// Replay talk: one recorded call on its own revision and on the tried one, side by side, with the first difference
// marked. A button makes a flow test of it.

import { Fragment, type ReactNode, useEffect, useState } from "react";
import { CallTest } from "../calls/call-test.tsx";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Problem } from "../view-parts.tsx";
import { type ReplayRow, replayRowIn, type TalkTurn } from "./replay-run.ts";

interface TalkProps {
  readonly path: string;
  readonly flowId: string;
  readonly row: ReplayRow;
  readonly revision: number;
}

export function ReplayTalk({ path, flowId, row: { id }, revision }: TalkProps): ReactNode {
  const { api } = useConsole();
  const { problem, run } = useAct();
  const [row, setRow] = useState<ReplayRow>();
  const text = words.replay;
  useEffect(() => {
    const request = { method: "POST", path: `${path}/replay/${id}`, body: { revision } } as const;
    void run(async () => setRow(replayRowIn(await api.ask(request))));
    // Once for each call and revision.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [api, path, id, revision]);
  return (
    <div className="replay-talk">
      <Problem problem={problem} />
      {row === undefined && problem === undefined && <p className="soft">{words.loading}</p>}
      {row !== undefined && <Pair row={row} tried={revision} />}
      <p>
        <a href={addressOf("calls", { id })}>{text.whole}</a>
      </p>
      <CallTest call={{ id, flowId }} />
    </div>
  );
}

function Pair({ row, tried }: { readonly row: ReplayRow; readonly tried: number }): ReactNode {
  const { before, after, firstDifference, fromRecord, unsaid, hasStandIns, missesModel, revision } = row;
  const text = words.replay;
  if (before === undefined || after === undefined) return null;
  const count = Math.max(before.talk.length, after.talk.length);
  return (
    <>
      {fromRecord !== undefined && (
        <p className="soft">
          {text.recorded} {fromRecord.recorded} {text.replayed} {fromRecord.replayed}
        </p>
      )}
      <div className="talk-pair" role="region" aria-label={text.both(revision, tried)} tabIndex={0}>
        <b>{text.old(revision)}</b>
        <b>{text.now(tried)}</b>
        {Array.from({ length: count }, (_, at) => (
          <Fragment key={at}>
            <Turn turn={before.talk[at]} isFirst={at === firstDifference} />
            <Turn turn={after.talk[at]} isFirst={at === firstDifference} />
          </Fragment>
        ))}
        <p className="soft">{before.told}</p>
        <p className="soft">{after.told}</p>
      </div>
      {unsaid.length > 0 && (
        <p className="soft">
          {text.unsaid} {unsaid.join(" / ")}
        </p>
      )}
      {hasStandIns && <p className="soft">{text.standIns}</p>}
      {missesModel && <p className="soft">{text.missesModel}</p>}
    </>
  );
}

function Turn({
  turn,
  isFirst,
}: {
  readonly turn: TalkTurn | undefined;
  readonly isFirst: boolean;
}): ReactNode {
  const text = words.replay;
  return (
    <div className="talk-turn" data-differs={isFirst}>
      {isFirst && <span className="tag">{text.first}</span>}
      {turn?.caller !== undefined && (
        <p>
          <span className="soft">{text.caller}</span> {turn.caller}
        </p>
      )}
      {turn !== undefined && turn.agent !== "" && (
        <p>
          <span className="soft">{text.agent}</span> {turn.agent}
        </p>
      )}
    </div>
  );
}
