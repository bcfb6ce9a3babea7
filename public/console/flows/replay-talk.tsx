// Replay talk: one recorded call on its own revision and on the tried one, side by side, with the first difference
// marked. A button makes a flow test of it.

import { Fragment, type ReactNode, useEffect, useState } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { CallTest } from "../calls/call-test.tsx";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Problem } from "../view-parts.tsx";

interface TalkProps {
  readonly flowId: string;
  readonly callId: string;
  readonly revision: number;
}

type ReplayedCall = ApiAnswer<"POST /v1/flows/:flow_id/replay/:call_id">;
type TalkTurn = NonNullable<ReplayedCall["before"]>["talk"][number];

export function ReplayTalk({ flowId, callId: id, revision }: TalkProps): ReactNode {
  const { api } = useConsole();
  const { problem, run } = useAct();
  const [row, setRow] = useState<ReplayedCall>();
  const text = words.replay;
  useEffect(() => {
    const asked = request(
      "POST /v1/flows/:flow_id/replay/:call_id",
      { flow_id: flowId, call_id: id },
      { revision },
    );
    void run(async () => setRow(await api.ask(asked)));
    // Once for each call and revision.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [api, flowId, id, revision]);
  return (
    <div className="replay-talk">
      <Problem problem={problem} />
      {row === undefined && problem === undefined && <p className="soft">{words.loading}</p>}
      {row !== undefined && <Pair row={row} tried={revision} />}
      <p>
        <a href={addressOf("calls", { id })}>{text.whole}</a>
      </p>
      <CallTest call={{ id, flow_id: flowId }} />
    </div>
  );
}

function Pair({ row, tried }: { readonly row: ReplayedCall; readonly tried: number }): ReactNode {
  const { before, after, first_difference: firstDifference, from_record: fromRecord, unsaid } = row;
  const revision = row.revision ?? undefined;
  const text = words.replay;
  if (before === null || after === null) return null;
  const count = Math.max(before.talk.length, after.talk.length);
  return (
    <>
      {fromRecord !== null && (
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
      {row.stand_ins > 0 && <p className="soft">{text.standIns}</p>}
      {row.misses_model && <p className="soft">{text.missesModel}</p>}
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
      {turn !== undefined && turn.caller !== null && (
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
