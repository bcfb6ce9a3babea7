// Provider try: sends a small request to a provider, and shows its answer or the reason of a failure.

import { type ReactNode, useState } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { playSound } from "../../page/play-sound.ts";
import { words } from "../console-words.ts";
import { latencyText } from "../shown-figures.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Problem } from "../view-parts.tsx";
import type { ProviderKind } from "./settings-change.ts";

export function ProviderTry({ kind }: { readonly kind: ProviderKind }): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [answer, setAnswer] = useState<ApiAnswer<"POST /v1/providers/try">>();
  const text = words.providers;
  const attempt = (): Promise<boolean> =>
    run(async () => {
      setAnswer(undefined);
      setAnswer(await api.ask(request("POST /v1/providers/try", {}, { kind })));
    });
  const wav = answer?.wav_base64 ?? undefined;
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
      <p role="status" className={answer?.ok !== false ? "soft" : "mood bad"}>
        {isBusy && text.trying}
        {answer !== undefined && (
          <>
            {answer.ok ? text.works(latencyText(answer.first_ms ?? answer.took_ms)) : text.worksNot}{" "}
            {answer.says}
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
