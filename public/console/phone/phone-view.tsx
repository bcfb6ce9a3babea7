// Phone view: numbers of an account with the state of their registrations, and outgoing calls.

import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { request } from "../../page/api-request.ts";
import { type AgentChoices, useAgents } from "../agent-choices.ts";
import { words } from "../console-words.ts";
import { ListFrame } from "../settings/list-frame.tsx";
import { EntryForm } from "../settings/entry-form.tsx";
import { EntryList } from "../settings/entry-list.tsx";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { numberFields, numberIn, type PhoneNumber } from "./number-fields.ts";
import { PhoneCalls } from "./phone-calls.tsx";

const list = request("GET /v1/phone/numbers");
const pollMs = 3_000;

export function PhoneView(): ReactNode {
  const answer = useAnswer(list, pollMs);
  const choices = useAgents();
  const [kind, choose] = useState("fritzbox");
  const [edited, edit] = useState<PhoneNumber>();
  const text = words.phone;
  const nameOf = (flowId: string | null): string =>
    choices.find(([id]) => id === flowId)?.[1] ?? flowId ?? text.assistant;
  const done = (isChanged: boolean): void => {
    edit(undefined);
    if (isChanged) answer.reload();
  };
  return (
    <ListFrame
      view="phone"
      request={list}
      answer={answer}
      above={<KindField kind={kind} choose={choose} />}
      fields={numberFields(kind, choices)}
      label={text.connect}
      requestOf={(form) => request("POST /v1/phone/numbers", {}, numberIn(form, kind))}
    >
      {edited !== undefined && (
        <NumberForm key={edited.number_id} number={edited} flows={choices} done={done} />
      )}
      <EntryList
        answer={answer}
        empty={[text.emptyTitle, text.empty]}
        remove={{
          label: text.disconnect,
          confirm: text.disconnectForGood,
          request: ({ number_id }) => request("DELETE /v1/phone/numbers/:number_id", { number_id }),
        }}
        entryOf={(number) => ({
          id: number.number_id,
          name: number.label,
          facts: [
            ["", `${number.user}@${number.registrar}`],
            ["", text.states[number.state] ?? ""],
            [text.flow, nameOf(number.flow_id)],
            ...(number.dials.length === 0 ? [] : [[text.dials, number.dials.join(", ")] as const]),
          ],
          more: <p className="entry-more problem">{number.problem}</p>,
          ways: (
            <button type="button" className="quiet" onClick={() => edit(number)}>
              {text.change}
            </button>
          ),
        })}
      />
      <PhoneCalls numbers={answer.body ?? []} />
    </ListFrame>
  );
}

function KindField({
  kind,
  choose,
}: {
  readonly kind: string;
  readonly choose: (kind: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.phone.kind}</label>
      <select id={id} value={kind} onChange={(event) => choose(event.currentTarget.value)}>
        {Object.entries(words.phone.pbxes).map(([value, { title }]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

interface NumberFormProps {
  readonly number: PhoneNumber;
  readonly flows: AgentChoices;
  readonly done: (isChanged: boolean) => void;
}

function NumberForm({ number, flows, done }: NumberFormProps): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const { kind, number_id } = number;
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const body = numberIn(event.currentTarget, kind);
    const change = request("PATCH /v1/phone/numbers/:number_id", { number_id }, body);
    if (await act.run(async () => void (await api.ask(change)))) done(true);
  };
  return (
    <EntryForm fields={numberFields(kind, flows, number)} label={words.phone.save} act={act} submit={submit}>
      <button type="button" className="quiet" onClick={() => done(false)}>
        {words.phone.cancel}
      </button>
    </EntryForm>
  );
}
