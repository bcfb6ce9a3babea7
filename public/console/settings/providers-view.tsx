// Providers view: recogniser, voice and model of an account, with their keys.

import { type ReactNode, type SubmitEvent, useState } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { formText } from "./entry-form.tsx";
import { ProviderTry } from "./provider-try.tsx";
import { VoiceSampleList } from "./voice-sample-list.tsx";
import { type CatalogProvider, keyOf, type ProviderKind, settingsChange } from "./settings-change.ts";
import { type Act, useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, ApiCall, Card, FieldProblem, FormEnd, FormProblem, ViewHead } from "../view-parts.tsx";

const shown = request("GET /v1/providers");

export function ProvidersView(): ReactNode {
  const settings = useAnswer(shown);
  const standing = useAnswer(request("GET /v1/providers/standing"));
  const catalog = useAnswer(request("GET /v1/providers/catalog"));
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
                standing={standing.body}
                saved={() => {
                  settings.reload();
                  standing.reload();
                }}
              />
            ))}
          </div>
        )}
      </Answered>
      <ApiCall request={shown} />
    </>
  );
}

type Settings = ApiAnswer<"GET /v1/providers">;

interface KindProps {
  readonly kind: ProviderKind;
  readonly settings: Settings;
  readonly catalog: ApiAnswer<"GET /v1/providers/catalog"> | undefined;
  readonly standing: ApiAnswer<"GET /v1/providers/standing"> | undefined;
  readonly saved: () => void;
}

function KindForm({ kind, settings, catalog, standing, saved }: KindProps): ReactNode {
  const text = words.providers;
  const current = settings[`${kind}_provider`];
  const [chosen, choose] = useState(current);
  const { act, change, isSaved, warning } = useChange(saved);
  const providers = catalog?.providers.filter((each) => each.kind === kind) ?? [];
  const names = [...new Set([current, ...providers.map(({ name }) => name)])];
  const named = (name: string) => providers.find((each) => each.name === name);
  const provider = named(chosen);
  const key = provider === undefined ? "services" : keyOf(provider);
  const refusal = standing?.[kind].says ?? "";
  const mask = settings[`${kind}_api_key`] ?? undefined;
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = { provider: chosen, model: formText(form, "model"), voice: formText(form, "voice") };
    if (await change(settingsChange(kind, { ...given, key: formText(form, "key") }))) form.reset();
  };
  return (
    <Card title={words.home.kinds[kind]} about={provider?.about ?? ""}>
      <StateLine state={standing?.[kind].state} />
      <form className="form" onSubmit={(event) => void submit(event)}>
        <label className="field">
          <span>{text.provider}</span>
          <select value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {names.map((name) => (
              <ProviderOption key={name} name={name} provider={named(name)} isChosen={name === current} />
            ))}
          </select>
        </label>
        <FieldProblem id={`${kind}-provider-problem`} problem={act.problem} pointer={`/${kind}_provider`} />
        <ModelFields kind={kind} provider={chosen} settings={settings} models={provider?.models ?? []} />
        <FieldProblem id={`${kind}-model-problem`} problem={act.problem} pointer={`/${kind}_model`} />
        {(key !== "none" || mask !== undefined) && (
          <KeyField kind={kind} problem={act.problem}>
            {mask !== undefined && chosen === current ? text.keyKept(mask) : keyHints[key]}
          </KeyField>
        )}
        <FormProblem
          problem={act.problem}
          pointers={["provider", "model", "api_key"].map((part) => `/${kind}_${part}`)}
        />
        {refusal !== "" && <p className="mood bad">{text.refused(refusal)}</p>}
        {warning !== undefined && <p className="mood bad">{text.warned(warning)}</p>}
        <FormEnd isBusy={act.isBusy} isSaved={isSaved}>
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

const moods = { ready: "good", absent: "", refused: "bad" } as const;

function StateLine({ state }: { readonly state: keyof typeof moods | undefined }): ReactNode {
  if (state === undefined) return null;
  return <p className={`mood state-line ${moods[state]}`}>{words.home.states[state]}</p>;
}

interface ChangeOfProviders {
  readonly act: Act;
  readonly isSaved: boolean;
  /** Reason why the saved model did not answer. */
  readonly warning: string | undefined;
  readonly change: (body: Readonly<Record<string, string | null>>) => Promise<boolean>;
}

function useChange(saved: () => void): ChangeOfProviders {
  const { api } = useConsole();
  const act = useAct();
  const [isSaved, setSaved] = useState(false);
  const [warning, warn] = useState<string>();
  const change: ChangeOfProviders["change"] = async (body) => {
    setSaved(false);
    warn(undefined);
    const isDone = await act.run(async () => {
      const why = (await api.ask(request("PATCH /v1/providers", {}, body))).llm_warning;
      warn(why);
      setSaved(why === undefined);
    });
    if (isDone) saved();
    return isDone;
  };
  return { act, isSaved, warning, change };
}

interface KeyFieldProps {
  readonly kind: ProviderKind;
  readonly problem: Act["problem"];
  /** Whether a key is needed, and which one is used by default. */
  readonly children: ReactNode;
}

function KeyField({ kind, problem, children }: KeyFieldProps): ReactNode {
  const [hint, wrong] = [`${kind}-key`, `${kind}-key-problem`];
  return (
    <>
      <label className="field">
        <span>{words.providers.key}</span>
        <input name="key" type="password" autoComplete="off" aria-describedby={`${hint} ${wrong}`} />
      </label>
      <FieldProblem id={wrong} problem={problem} pointer={`/${kind}_api_key`} />
      <p className="soft small" id={hint}>
        {children}
      </p>
    </>
  );
}

const keyHints: Readonly<Record<ReturnType<typeof keyOf>, string>> = {
  none: words.providers.keyUnused,
  services: words.providers.keyOfService,
  own: words.providers.keyNeeded,
  optional: "",
};

interface OptionProps {
  readonly name: string;
  readonly provider: CatalogProvider | undefined;
  readonly isChosen: boolean;
}

/** Grey if only the operator can enable it; the present choice can be kept. */
function ProviderOption({ name, provider, isChosen }: OptionProps): ReactNode {
  const variable = provider?.operator_sets ?? undefined;
  return (
    <option value={name} disabled={variable !== undefined && !isChosen}>
      {provider?.title ?? name}
      {variable !== undefined && ` (${words.providers.operatorSets(variable)})`}
    </option>
  );
}

interface ModelProps {
  readonly kind: ProviderKind;
  readonly provider: string;
  readonly settings: Settings;
  readonly models: readonly string[];
}

function ModelFields({ kind, provider, settings, models }: ModelProps): ReactNode {
  const text = words.providers;
  const [model, voice] = [settings[`${kind}_model`] ?? "", settings.tts_voice ?? ""];
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
      {kind === "tts" && provider === "builtin" && <VoiceSampleList />}
    </>
  );
}
