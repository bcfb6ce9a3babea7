// Phone calls: a form for an outgoing call, and the list of them with their outcomes. Numbers are masked, since a list
// is looked at by more people than the one who has called.

import type { ReactNode } from "react";
import { numberOf, textOf } from "../../page/json-answer.ts";
import { maskedNumber } from "../../../src/base/words/masked-number.ts";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { CreationForm } from "../settings/creation-form.tsx";
import { type EntryField, formText } from "../settings/entry-form.tsx";
import { momentText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, Card, Empty, Problem } from "../view-parts.tsx";

const path = "/v1/phone/calls";
const pollMs = 3_000;

export function PhoneCalls({ numbers }: { readonly numbers: unknown }): ReactNode {
  const answer = useAnswer(path, pollMs);
  const text = words.phone.call;
  const all: readonly unknown[] = Array.isArray(numbers) ? numbers : [];
  if (all.length === 0) return undefined;
  const choices = all.map(
    (number) => [textOf(number, "number_id") ?? "", textOf(number, "label") ?? ""] as const,
  );
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
          requestOf={(form) => ({
            method: "POST",
            path,
            body: {
              number_id: formText(form, "number"),
              to: formText(form, "to"),
            },
          })}
          made={answer.reload}
        />
      </Card>
      <Card title={text.listTitle}>
        <Answered answer={answer}>
          {(body) => <CallList calls={Array.isArray(body) ? body : []} changed={answer.reload} />}
        </Answered>
      </Card>
    </>
  );
}

interface CallListProps {
  readonly calls: readonly unknown[];
  readonly changed: () => void;
}

function CallList({ calls, changed }: CallListProps): ReactNode {
  const { call, callStates, outcomes } = words.phone;
  const { api } = useConsole();
  const { problem, run } = useAct();
  const cancel = async (id: string): Promise<void> => {
    const request = { method: "DELETE", path: `${path}/${encodeURIComponent(id)}` } as const;
    if (await run(async () => void (await api.ask(request)))) changed();
  };
  if (calls.length === 0) return <Empty title={call.none} text={call.noneAbout} />;
  return (
    <>
      <Problem problem={problem} />
      <ul className="entries">
        {calls.map((each) => {
          const id = textOf(each, "call_id") ?? "";
          const to = maskedNumber(textOf(each, "to") ?? "");
          const session = textOf(each, "session_id");
          const state = callStates[textOf(each, "state") ?? ""];
          const outcome = outcomes[textOf(each, "outcome") ?? ""];
          return (
            <li key={id}>
              <div className="entry-head">
                <b>→ {to}</b>
                <span className="soft">{[state, outcome].filter(Boolean).join(", ")}</span>
                <span className="soft">{momentText(numberOf(each, "created_at") ?? 0)}</span>
                {session !== undefined && (
                  <a href={addressOf("calls", { id: session })}>{words.views.calls}</a>
                )}
                {textOf(each, "state") === "waiting" && (
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
