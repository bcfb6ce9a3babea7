// Phone calls: a form for an outgoing call, and the list of calls with their outcomes. Numbers are masked, because more
// people see the list than the caller expects.

import type { ReactNode } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { maskedNumber } from "../../../src/base/words/masked-number.ts";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { CreationForm } from "../settings/creation-form.tsx";
import { type EntryField, formText } from "../settings/entry-form.tsx";
import type { PhoneNumber } from "./number-fields.ts";
import { momentText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, Card, Empty, Problem } from "../view-parts.tsx";

const pollMs = 3_000;

export function PhoneCalls({ numbers }: { readonly numbers: readonly PhoneNumber[] }): ReactNode {
  const answer = useAnswer(request("GET /v1/phone/calls"), pollMs);
  const text = words.phone.call;
  if (numbers.length === 0) return undefined;
  const choices = numbers.map(({ number_id, label }) => [number_id, label] as const);
  const fields: readonly EntryField[] = [
    {
      name: "number",
      label: text.number,
      isNeeded: true,
      pointer: "/number_id",
      choices,
      codes: ["phone/not-found"],
    },
    {
      name: "to",
      label: text.to,
      isNeeded: true,
      hint: text.toHint,
      codes: ["phone/not-allowed"],
    },
  ];
  return (
    <>
      <Card title={text.title} about={text.about}>
        <CreationForm
          head={(button) => button}
          fields={fields}
          label={text.start}
          requestOf={(form) =>
            request(
              "POST /v1/phone/calls",
              {},
              { number_id: formText(form, "number"), to: formText(form, "to") },
            )
          }
          made={answer.reload}
        />
      </Card>
      <Card title={text.listTitle}>
        <Answered answer={answer}>{(calls) => <CallList calls={calls} changed={answer.reload} />}</Answered>
      </Card>
    </>
  );
}

interface CallListProps {
  readonly calls: ApiAnswer<"GET /v1/phone/calls">;
  readonly changed: () => void;
}

function CallList({ calls, changed }: CallListProps): ReactNode {
  const { call, callStates, outcomes } = words.phone;
  const { api } = useConsole();
  const { problem, run } = useAct();
  const cancel = async (id: string): Promise<void> => {
    const removal = request("DELETE /v1/phone/calls/:call_id", { call_id: id });
    if (await run(async () => void (await api.ask(removal)))) changed();
  };
  if (calls.length === 0) return <Empty title={call.none} text={call.noneAbout} />;
  return (
    <>
      <Problem problem={problem} />
      <ul className="entries">
        {calls.map((each) => {
          const { call_id: id, session_id: session } = each;
          const to = maskedNumber(each.to);
          const state = callStates[each.state];
          const outcome = outcomes[each.outcome ?? ""];
          return (
            <li key={id}>
              <div className="entry-head">
                <b>→ {to}</b>
                <span className="soft">{[state, outcome].filter(Boolean).join(", ")}</span>
                <span className="soft">{momentText(each.created_at)}</span>
                {session !== null && <a href={addressOf("calls", { id: session })}>{words.views.calls}</a>}
                {each.state === "waiting" && (
                  <button
                    type="button"
                    aria-label={`${call.takeBack}: ${to}`}
                    onClick={() => void cancel(id)}
                  >
                    {call.takeBack}
                  </button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
