// Providers view: who recognises, speaks and thinks for an account, with which model and whose key, and the assistant.

import { type ReactNode, type SubmitEvent, useState } from "react";
import { textOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { words } from "../console-words.ts";
import { formText } from "./entry-form.tsx";
import { ProviderTry } from "./provider-try.tsx";
import { type ProviderKind, providersOf, settingsChange } from "./settings-change.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, ApiCall, Card, FormEnd, Problem, ViewHead } from "../view-parts.tsx";

const path = "/v1/providers";
const assistantPath = "/v1/assistant";

export function ProvidersView(): ReactNode {
  const settings = useAnswer(path);
  const catalog = useAnswer(`${path}/catalog`);
  const assistant = useAnswer(assistantPath);
  return (
    <>
      <ViewHead title={words.views.providers} subtitle={words.subtitles.providers}>
        <a className="button" href="/test">
          {words.providers.tryIt}
        </a>
      </ViewHead>
      <Answered answer={settings}>
        {(body) => (
          <div className="cards">
            {(["stt", "tts", "llm"] as const).map((kind) => (
              <KindForm
                key={kind}
                kind={kind}
                settings={body}
                catalog={catalog.body}
                saved={settings.reload}
              />
            ))}
          </div>
        )}
      </Answered>
      <Answered answer={assistant}>
        {(body) => <AssistantForm key={textOf(body, "system_prompt")} assistant={body} />}
      </Answered>
      <ApiCall request={get(path)} />
    </>
  );
}

interface KindProps {
  readonly kind: ProviderKind;
  readonly settings: unknown;
  readonly catalog: unknown;
  readonly saved: () => void;
}

function KindForm({ kind, settings, catalog, saved }: KindProps): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const text = words.providers;
  const current = textOf(settings, `${kind}_provider`) ?? "";
  const [chosen, choose] = useState(current);
  const [isSaved, setSaved] = useState(false);
  const providers = providersOf(kind, catalog);
  const names = [...new Set([current, ...providers.map(({ name }) => name)])];
  const { about = "", models = [] } = providers.find(({ name }) => name === chosen) ?? {};
  const mask = textOf(settings, `${kind}_api_key`);
  const change = async (body: Readonly<Record<string, string | null>>): Promise<boolean> => {
    setSaved(false);
    const isDone = await run(async () => void (await api.ask({ method: "PATCH", path, body })));
    setSaved(isDone);
    if (isDone) saved();
    return isDone;
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = { provider: chosen, model: formText(form, "model"), voice: formText(form, "voice") };
    if (await change(settingsChange(kind, { ...given, key: formText(form, "key") }))) form.reset();
  };
  return (
    <Card title={words.home.kinds[kind]} about={about}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <label className="field">
          <span>{text.provider}</span>
          <select value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {names.map((name) => (
              <option key={name} value={name}>
                {providers.find((each) => each.name === name)?.title ?? name}
              </option>
            ))}
          </select>
        </label>
        <ModelFields kind={kind} settings={settings} models={models} />
        <label className="field">
          <span>{text.key}</span>
          <input name="key" type="password" autoComplete="off" aria-describedby={`${kind}-key`} />
        </label>
        <p className="soft small" id={`${kind}-key`}>
          {mask === undefined ? text.keyOfService : text.keyKept(mask)}
        </p>
        <Problem problem={problem} />
        <FormEnd isBusy={isBusy} isSaved={isSaved}>
          {mask !== undefined && (
            <button
              type="button"
              className="quiet"
              onClick={() => void change({ [`${kind}_api_key`]: null })}
            >
              {text.dropKey}
            </button>
          )}
        </FormEnd>
      </form>
      <ProviderTry kind={kind} />
    </Card>
  );
}

interface ModelProps {
  readonly kind: ProviderKind;
  readonly settings: unknown;
  readonly models: readonly string[];
}

function ModelFields({ kind, settings, models }: ModelProps): ReactNode {
  const text = words.providers;
  const [model, voice] = [textOf(settings, `${kind}_model`) ?? "", textOf(settings, "tts_voice") ?? ""];
  return (
    <>
      <label className="field">
        <span>{text.model}</span>
        <input
          key={model}
          name="model"
          type="text"
          list={`${kind}-models`}
          placeholder={models[0] ?? text.usual}
          defaultValue={model}
        />
        <datalist id={`${kind}-models`}>
          {models.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      </label>
      {kind === "tts" && (
        <label className="field">
          <span>{text.voice}</span>
          <input key={voice} name="voice" type="text" placeholder={text.usual} defaultValue={voice} />
        </label>
      )}
    </>
  );
}

function AssistantForm({ assistant }: { readonly assistant: unknown }): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [prompt, setPrompt] = useState(textOf(assistant, "system_prompt") ?? "");
  const [isSaved, setSaved] = useState(false);
  const text = words.providers;
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    // It is replaced whole: what is not shown here goes back as it came.
    const body = { ...(assistant as object), system_prompt: prompt.trim() === "" ? null : prompt };
    setSaved(await run(async () => void (await api.ask({ method: "PUT", path: assistantPath, body }))));
  };
  return (
    <Card title={text.assistant} about={text.assistantAbout} className="assistant">
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
