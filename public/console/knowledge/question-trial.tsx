// Question trial: sends a question to a base, and shows the flow's answer and the passages it is based on.

import { type ReactNode, useId, useState } from "react";
import { type ApiAnswer, type ApiRequest, request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { formText } from "../settings/entry-form.tsx";
import { useAct, useConsole } from "../use-answer.ts";
import { ApiCall, Card, Problem } from "../view-parts.tsx";

interface Trial {
  readonly request: ApiRequest;
  readonly answer: ApiAnswer<"POST /v1/knowledge/:base/try">;
}

export function QuestionTrial({ bases }: { readonly bases: readonly string[] }): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [trial, setTrial] = useState<Trial>();
  const id = useId();
  const text = words.knowledge;
  const ask = (form: HTMLFormElement): Promise<boolean> => {
    const asked = request(
      "POST /v1/knowledge/:base/try",
      { base: formText(form, "base") },
      { question: formText(form, "question"), language: formText(form, "language") },
    );
    return run(async () => setTrial({ request: asked, answer: await api.ask(asked) }));
  };
  return (
    <Card title={text.tryTitle}>
      <form
        className="filter-row"
        onSubmit={(event) => {
          event.preventDefault();
          void ask(event.currentTarget);
        }}
      >
        <label className="filter">
          <span>{text.base}</span>
          <select name="base">
            {bases.map((base) => (
              <option key={base}>{base}</option>
            ))}
          </select>
        </label>
        <label className="filter filter-q" htmlFor={id}>
          <span>{text.question}</span>
          <input
            type="text"
            id={id}
            name="question"
            required
            maxLength={1_000}
            placeholder={text.questionHint}
          />
        </label>
        <label className="filter">
          <span>{text.language}</span>
          <input type="text" name="language" defaultValue="en" required maxLength={35} />
        </label>
        <button type="submit" className="primary" disabled={isBusy}>
          {text.ask}
        </button>
      </form>
      <Problem problem={problem} />
      {trial !== undefined && <Found {...trial} />}
    </Card>
  );
}

function Found({ request, answer: { answer, passages } }: Trial): ReactNode {
  const text = words.knowledge;
  return (
    <div className="stack trial" role="status">
      <p className="once">
        <b>{text.answer}.</b> {answer ?? text.noAnswer}
      </p>
      {passages.length > 0 && (
        <ol className="entries" aria-label={text.found}>
          {passages.map((passage, n) => (
            <li key={n}>
              <div className="entry-head">
                {passage.title && <b>{passage.title}</b>}
                <span className="soft">{text.covers(Math.round(100 * passage.covers))}</span>
                <p className="entry-more">{passage.text}</p>
              </div>
            </li>
          ))}
        </ol>
      )}
      <ApiCall request={request} />
    </div>
  );
}
