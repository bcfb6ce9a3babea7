// Sounds card: the recordings that flows play in place of the voice. They are uploaded, played and deleted here.

import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { EntryList } from "../settings/entry-list.tsx";
import { durationText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { FormProblem, Problem } from "../view-parts.tsx";

export function SoundsCard(): ReactNode {
  const answer = useAnswer(request("GET /v1/sounds"));
  const text = words.sounds;
  return (
    <section className="stack" aria-label={text.title}>
      <div>
        <h2>{text.title}</h2>
        <p className="soft small">{text.about}</p>
      </div>
      <UploadForm uploaded={answer.reload} />
      <EntryList
        answer={answer}
        empty={[text.emptyTitle, text.empty]}
        remove={{ request: ({ name }) => request("DELETE /v1/sounds/:name", { name }) }}
        entryOf={({ name, seconds }) => ({
          id: name,
          name,
          facts: [["", durationText(1_000 * seconds)]],
          ways: <PlayButton name={name} />,
        })}
      />
    </section>
  );
}

function UploadForm({ uploaded }: { readonly uploaded: () => void }): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const [file, choose] = useState<File>();
  const id = useId();
  const text = words.sounds;
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (file === undefined) return;
    const upload = { ...request("PUT /v1/sounds/:name", { name: file.name }), file };
    if (!(await act.run(async () => void (await api.ask(upload))))) return;
    form.reset();
    choose(undefined);
    uploaded();
  };
  return (
    <form className="card entry-form" onSubmit={(event) => void submit(event)}>
      <div className="field">
        <label htmlFor={id}>{text.file}</label>
        <input
          id={id}
          type="file"
          accept=".wav,audio/wav"
          required
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
        <span className="soft small" id={`${id}-hint`}>
          {file === undefined ? text.fileHint : text.named(file.name)}
        </span>
      </div>
      <FormProblem problem={act.problem} pointers={[]} />
      <div className="form-end">
        <button type="submit" disabled={act.isBusy}>
          {text.upload}
        </button>
      </div>
    </form>
  );
}

/** Plays the sound as callers hear it. */
function PlayButton({ name }: { readonly name: string }): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const context = useRef<AudioContext>(undefined);
  const [isPlaying, setPlaying] = useState(false);
  const stop = (): void => {
    void context.current?.close();
    context.current = undefined;
    setPlaying(false);
  };
  useEffect(() => () => void context.current?.close(), []);
  const play = (): Promise<boolean> =>
    run(async () => {
      const opened = new AudioContext();
      context.current = opened;
      const bytes = await (await api.send(request("GET /v1/sounds/:name", { name }))).arrayBuffer();
      const source = new AudioBufferSourceNode(opened, { buffer: await opened.decodeAudioData(bytes) });
      source.connect(opened.destination);
      source.addEventListener("ended", stop);
      source.start();
      setPlaying(true);
    });
  const label = isPlaying ? words.sounds.stop : words.sounds.play;
  return (
    <>
      <button
        type="button"
        className="quiet"
        disabled={isBusy}
        aria-label={`${label}: ${name}`}
        onClick={() => (isPlaying ? stop() : void play())}
      >
        {label}
      </button>
      <Problem problem={problem} />
    </>
  );
}
