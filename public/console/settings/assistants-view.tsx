// Assistants view: the default assistant of an account and the named ones, each with its prompt, voice and model.

import { type ReactNode, type SubmitEvent, useState } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { momentText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, Card, FormEnd, Problem } from "../view-parts.tsx";
import { EntryForm, type EntryField, formText } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { ListFrame } from "./list-frame.tsx";

const list = request("GET /v1/assistants");
/** Characters of a prompt in the list. */
const promptShownMax = 140;
const text = words.assistants;

type Assistant = ApiAnswer<"GET /v1/assistants">["assistants"][number];
type DefaultAssistant = ApiAnswer<"GET /v1/assistant">;

export function AssistantsView(): ReactNode {
  const answer = useAnswer(list);
  const standard = useAnswer(request("GET /v1/assistant"));
  const [edited, edit] = useState<Assistant>();
  const done = (isChanged: boolean): void => {
    edit(undefined);
    if (isChanged) answer.reload();
  };
  return (
    <ListFrame
      view="assistants"
      request={list}
      answer={answer}
      fields={fieldsOf()}
      label={text.create}
      requestOf={(form) => request("POST /v1/assistants", {}, settingsIn(form))}
    >
      {edited !== undefined && <AssistantForm key={edited.assistant_id} assistant={edited} done={done} />}
      <EntryList
        answer={{ ...answer, body: answer.body?.assistants }}
        empty={[text.emptyTitle, text.empty]}
        remove={{
          request: ({ assistant_id: assistant }) =>
            request("DELETE /v1/assistants/:assistant", { assistant }),
        }}
        entryOf={(assistant) => ({
          id: assistant.assistant_id,
          name: assistant.name,
          facts: factsOf(assistant),
          ways: <Ways assistant={assistant} edit={edit} />,
        })}
      />
      <Answered answer={standard}>
        {(body) => <DefaultForm key={body.system_prompt} assistant={body} />}
      </Answered>
    </ListFrame>
  );
}

function fieldsOf(assistant?: Assistant): readonly EntryField[] {
  return [
    { name: "name", label: text.name, hint: text.nameHint, isNeeded: true, value: assistant?.name ?? "" },
    { name: "voice", label: text.voice, hint: text.voiceHint, value: assistant?.voice ?? "" },
    { name: "model", label: text.model, hint: text.modelHint, value: assistant?.model ?? "" },
    {
      name: "prompt",
      label: text.prompt,
      hint: text.promptHint,
      isLong: true,
      pointer: "/system_prompt",
      codes: ["assistant/invalid"],
      value: assistant?.system_prompt ?? "",
    },
  ];
}

/** Typed settings in the API's form; an empty one is the server's. */
function settingsIn(form: HTMLFormElement) {
  return {
    name: formText(form, "name"),
    voice: formText(form, "voice") || null,
    model: formText(form, "model") || null,
    system_prompt: formText(form, "prompt") || null,
  };
}

function factsOf(assistant: Assistant): readonly (readonly [string, string])[] {
  const { voice, model } = assistant;
  const prompt = assistant.system_prompt ?? "";
  const shown = prompt.length > promptShownMax ? `${prompt.slice(0, promptShownMax)}…` : prompt;
  const tools = Object.keys(assistant.tools ?? {});
  return [
    ["", shown === "" ? text.noPrompt : shown],
    ...(voice === null ? [] : [[text.voice, voice] as const]),
    ...(model === null ? [] : [[text.model, model] as const]),
    ...(tools.length === 0 ? [] : [[text.tools, tools.join(", ")] as const]),
    [text.changed, momentText(assistant.updated_at)],
  ];
}

interface WaysProps {
  readonly assistant: Assistant;
  readonly edit: (assistant: Assistant) => void;
}

function Ways({ assistant, edit }: WaysProps): ReactNode {
  const { name, assistant_id } = assistant;
  const talk = `/test?flow=${encodeURIComponent(assistant_id)}`;
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
  readonly assistant: Assistant;
  readonly done: (isChanged: boolean) => void;
}

function AssistantForm({ assistant, done }: AssistantFormProps): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const submit = async ({ currentTarget: form }: SubmitEvent<HTMLFormElement>): Promise<void> => {
    // Tools have no field here, and are sent back unchanged.
    const body = { ...settingsIn(form), tools: assistant.tools };
    const change = request("PUT /v1/assistants/:assistant", { assistant: assistant.assistant_id }, body);
    if (await act.run(async () => void (await api.ask(change)))) done(true);
  };
  return (
    <section aria-label={text.editing(assistant.name)}>
      <EntryForm fields={fieldsOf(assistant)} label={words.saveChanges} act={act} submit={submit}>
        <button type="button" className="quiet" onClick={() => done(false)}>
          {words.cancel}
        </button>
      </EntryForm>
    </section>
  );
}

function DefaultForm({ assistant }: { readonly assistant: DefaultAssistant }): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [prompt, setPrompt] = useState(assistant.system_prompt ?? "");
  const [isSaved, setSaved] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    // The assistant is replaced whole: fields that are not shown here are sent back unchanged.
    const body = { ...assistant, system_prompt: prompt.trim() === "" ? null : prompt };
    setSaved(await run(async () => void (await api.ask(request("PUT /v1/assistant", {}, body)))));
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
