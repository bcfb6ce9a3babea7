// Assistants view: the default assistant of an account and those with a name, each with its prompt, voice and model.

import { type ReactNode, type SubmitEvent, useState } from "react";
import { listOf, numberOf, textOf, valueOf } from "../../page/json-answer.ts";
import { words } from "../console-words.ts";
import { momentText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, Card, FormEnd, Problem } from "../view-parts.tsx";
import { EntryForm, type EntryField, formText } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { ListFrame } from "./list-frame.tsx";

const path = "/v1/assistants";
const defaultPath = "/v1/assistant";
/** Characters of a prompt in the list. */
const promptShownMax = 140;
const text = words.assistants;

export function AssistantsView(): ReactNode {
  const answer = useAnswer(path);
  const standard = useAnswer(defaultPath);
  const [edited, edit] = useState<unknown>();
  const done = (isChanged: boolean): void => {
    edit(undefined);
    if (isChanged) answer.reload();
  };
  return (
    <ListFrame
      view="assistants"
      path={path}
      answer={answer}
      fields={fieldsOf()}
      label={text.create}
      requestOf={(form) => ({ method: "POST", path, body: settingsIn(form) })}
    >
      {edited !== undefined && (
        <AssistantForm key={textOf(edited, "assistant_id")} assistant={edited} done={done} />
      )}
      <EntryList
        answer={{
          ...answer,
          body: answer.body === undefined ? undefined : listOf(answer.body, "assistants"),
        }}
        empty={[text.emptyTitle, text.empty]}
        remove={{ path: pathOf }}
        entryOf={(assistant) => ({
          id: textOf(assistant, "assistant_id") ?? "",
          name: textOf(assistant, "name") ?? "",
          facts: factsOf(assistant),
          ways: <Ways assistant={assistant} edit={edit} />,
        })}
      />
      <Answered answer={standard}>
        {(body) => <DefaultForm key={textOf(body, "system_prompt")} assistant={body} />}
      </Answered>
    </ListFrame>
  );
}

const pathOf = (assistant: unknown): string => `${path}/${textOf(assistant, "assistant_id")}`;

function fieldsOf(assistant?: unknown): readonly EntryField[] {
  const value = (name: string): string => textOf(assistant, name) ?? "";
  return [
    { name: "name", label: text.name, hint: text.nameHint, isNeeded: true, value: value("name") },
    { name: "voice", label: text.voice, hint: text.voiceHint, value: value("voice") },
    { name: "model", label: text.model, hint: text.modelHint, value: value("model") },
    {
      name: "prompt",
      label: text.prompt,
      hint: text.promptHint,
      isLong: true,
      pointer: "/system_prompt",
      codes: ["assistant/invalid"],
      value: value("system_prompt"),
    },
  ];
}

/** Typed settings as the API takes them; an empty one is the deployment's. */
function settingsIn(form: HTMLFormElement) {
  return {
    name: formText(form, "name"),
    voice: formText(form, "voice") || null,
    model: formText(form, "model") || null,
    system_prompt: formText(form, "prompt") || null,
  };
}

function factsOf(assistant: unknown): readonly (readonly [string, string])[] {
  const prompt = textOf(assistant, "system_prompt") ?? "";
  const shown = prompt.length > promptShownMax ? `${prompt.slice(0, promptShownMax)}…` : prompt;
  const [voice, model] = [textOf(assistant, "voice"), textOf(assistant, "model")];
  const tools = Object.keys(valueOf(assistant, "tools") ?? {});
  return [
    ["", shown === "" ? text.noPrompt : shown],
    ...(voice === undefined ? [] : [[text.voice, voice] as const]),
    ...(model === undefined ? [] : [[text.model, model] as const]),
    ...(tools.length === 0 ? [] : [[text.tools, tools.join(", ")] as const]),
    [text.changed, momentText(numberOf(assistant, "updated_at") ?? NaN)],
  ];
}

interface WaysProps {
  readonly assistant: unknown;
  readonly edit: (assistant: unknown) => void;
}

function Ways({ assistant, edit }: WaysProps): ReactNode {
  const name = textOf(assistant, "name") ?? "";
  const talk = `/test?flow=${encodeURIComponent(textOf(assistant, "assistant_id") ?? "")}`;
  return (
    <>
      <a className="button quiet" href={talk} aria-label={`${text.talk}: ${name}`}>
        {text.talk}
      </a>
      <button
        type="button"
        className="quiet"
        aria-label={`${text.edit}: ${name}`}
        onClick={() => edit(assistant)}
      >
        {text.edit}
      </button>
    </>
  );
}

interface AssistantFormProps {
  readonly assistant: unknown;
  readonly done: (isChanged: boolean) => void;
}

function AssistantForm({ assistant, done }: AssistantFormProps): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const submit = async ({ currentTarget: form }: SubmitEvent<HTMLFormElement>): Promise<void> => {
    // Tools have no field here, and are sent back unchanged.
    const body = { ...settingsIn(form), tools: valueOf(assistant, "tools") ?? null };
    const request = { method: "PUT", path: pathOf(assistant), body } as const;
    if (await act.run(async () => void (await api.ask(request)))) done(true);
  };
  return (
    <section aria-label={text.editing(textOf(assistant, "name") ?? "")}>
      <EntryForm fields={fieldsOf(assistant)} label={words.saveChanges} act={act} submit={submit}>
        <button type="button" className="quiet" onClick={() => done(false)}>
          {words.cancel}
        </button>
      </EntryForm>
    </section>
  );
}

function DefaultForm({ assistant }: { readonly assistant: unknown }): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [prompt, setPrompt] = useState(textOf(assistant, "system_prompt") ?? "");
  const [isSaved, setSaved] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    // The assistant is replaced whole: fields that are not shown here are sent back unchanged.
    const body = { ...(assistant as object), system_prompt: prompt.trim() === "" ? null : prompt };
    setSaved(await run(async () => void (await api.ask({ method: "PUT", path: defaultPath, body }))));
  };
  return (
    <Card title={text.standard} about={text.standardAbout} className="assistant">
      <form className="form" onSubmit={(event) => void submit(event)}>
        <label className="field">
          <span>{text.prompt}</span>
          <textarea
            rows={5}
            value={prompt}
            onChange={({ currentTarget }) => setPrompt(currentTarget.value)}
          />
        </label>
        <Problem problem={problem} />
        <FormEnd isBusy={isBusy} isSaved={isSaved} />
      </form>
    </Card>
  );
}
