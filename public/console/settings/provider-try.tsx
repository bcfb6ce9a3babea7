// Provider try: asks a provider for something small, and shows what it answered or why it did not.

import { type ReactNode, useState } from "react";
import { numberOf, textOf, valueOf } from "../../page/json-answer.ts";
import { playSound } from "../../page/play-sound.ts";
import { words } from "../console-words.ts";
import { latencyText } from "../shown-figures.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Problem } from "../view-parts.tsx";
import type { ProviderKind } from "./settings-change.ts";

export function ProviderTry({ kind }: { readonly kind: ProviderKind }): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [answer, setAnswer] = useState<unknown>();
  const text = words.providers;
  const attempt = (): Promise<boolean> =>
    run(async () => {
      setAnswer(undefined);
      setAnswer(await api.ask({ method: "POST", path: "/v1/providers/try", body: { kind } }));
    });
  const isOk = valueOf(answer, "ok") === true;
  const wav = textOf(answer, "wav_base64");
  const took = numberOf(answer, "first_ms") ?? numberOf(answer, "took_ms");
  return (
    <div className="provider-try">
      <div className="form-end">
        <button
          type="button"
          disabled={isBusy}
          aria-describedby={`${kind}-try`}
          onClick={() => void attempt()}
        >
          {text.try[kind]}
        </button>
        <span className="soft small" id={`${kind}-try`}>
          {text.tryAbout}
        </span>
      </div>
      <p role="status" className={isOk || answer === undefined ? "soft" : "mood bad"}>
        {isBusy && text.trying}
        {answer !== undefined && (
          <>
            {isOk ? text.works(latencyText(took)) : text.worksNot} {textOf(answer, "says")}
          </>
        )}
      </p>
      {wav !== undefined && (
        <button type="button" className="quiet" onClick={() => void play(wav)}>
          {text.hear}
        </button>
      )}
      <Problem problem={problem} />
    </div>
  );
}

async function play(base64: string): Promise<void> {
  await playSound(Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0).buffer);
}
