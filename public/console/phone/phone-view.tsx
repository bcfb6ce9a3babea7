// Phone view: numbers of an account with the state of their registrations, and outgoing calls.

import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { listOf, textOf } from "../../page/json-answer.ts";
import { type AgentChoices, useAgents } from "../agent-choices.ts";
import { words } from "../console-words.ts";
import { ListFrame } from "../settings/list-frame.tsx";
import { EntryForm } from "../settings/entry-form.tsx";
import { EntryList } from "../settings/entry-list.tsx";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { numberFields, numberIn } from "./number-fields.ts";
import { PhoneCalls } from "./phone-calls.tsx";

const path = "/v1/phone/numbers";
const pollMs = 3_000;
const pathOf = (number: unknown): string => `${path}/${textOf(number, "number_id") ?? ""}`;

export function PhoneView(): ReactNode {
  const answer = useAnswer(path, pollMs);
  const choices = useAgents();
  const [kind, choose] = useState("fritzbox");
  const [edited, edit] = useState<unknown>();
  const text = words.phone;
  const nameOf = (flowId: string | undefined): string =>
    choices.find(([id]) => id === flowId)?.[1] ?? flowId ?? text.assistant;
  const done = (isChanged: boolean): void => {
    edit(undefined);
    if (isChanged) answer.reload();
  };
  return (
    <ListFrame
      view="phone"
      path={path}
      answer={answer}
      above={<KindField kind={kind} choose={choose} />}
      fields={numberFields(kind, choices)}
      label={text.connect}
      requestOf={(form) => ({ method: "POST", path, body: numberIn(form, kind) })}
    >
      {edited !== undefined && (
        <NumberForm key={textOf(edited, "number_id")} number={edited} flows={choices} done={done} />
      )}
      <EntryList
        answer={answer}
        empty={[text.emptyTitle, text.empty]}
        remove={{ label: text.disconnect, confirm: text.disconnectForGood, path: pathOf }}
        entryOf={(number) => ({
          id: textOf(number, "number_id") ?? "",
          name: textOf(number, "label") ?? "",
          facts: [
            ["", `${textOf(number, "user")}@${textOf(number, "registrar")}`],
            ["", text.states[textOf(number, "state") ?? ""] ?? ""],
            [text.flow, nameOf(textOf(number, "flow_id"))],
            ...(listOf(number, "dials").length === 0
              ? []
              : [[text.dials, listOf(number, "dials").join(", ")] as const]),
          ],
          more: <p className="soft small">{textOf(number, "problem")}</p>,
          ways: (
            <button type="button" onClick={() => edit(number)}>
              {text.change}
            </button>
          ),
        })}
      />
      <PhoneCalls numbers={answer.body} />
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
    <div className="card entry-form">
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
    </div>
  );
}

interface NumberFormProps {
  readonly number: unknown;
  readonly flows: AgentChoices;
  readonly done: (isChanged: boolean) => void;
}

function NumberForm({ number, flows, done }: NumberFormProps): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const kind = textOf(number, "kind") ?? "other";
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const body = numberIn(event.currentTarget, kind);
    const isSaved = await act.run(
      async () => void (await api.ask({ method: "PATCH", path: pathOf(number), body })),
    );
    if (isSaved) done(true);
  };
  return (
    <EntryForm fields={numberFields(kind, flows, number)} label={words.phone.save} act={act} submit={submit}>
      <button type="button" onClick={() => done(false)}>
        {words.phone.cancel}
      </button>
    </EntryForm>
  );
}
