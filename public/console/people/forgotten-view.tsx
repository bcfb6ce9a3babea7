// Forgotten view: has an address for a new password mailed to whoever has forgotten theirs. It says the same of every
// email, as the server does.

import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import type { PageAccess } from "../../page/page-access.ts";
import { words } from "../console-words.ts";
import { EntranceField } from "../entrance-field.tsx";

interface ForgottenProps {
  readonly access: PageAccess;
  /** What was typed already. */
  readonly email: string;
  readonly back: () => void;
}

export function ForgottenView({ access, email: typed, back }: ForgottenProps): ReactNode {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone.
  useEffect(() => (isAsked ? title.current?.focus() : email.current?.select()), [isAsked]);
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const found = await access.mailPassword(email.current?.value.trim() ?? "");
    setBusy(false);
    setProblem(found);
    if (found === undefined) setAsked(true);
    else email.current?.select();
  };
  const text = words.signIn;
  return (
    <main id="content" tabIndex={-1} className="entrance">
      <section className="card sign-in" aria-labelledby="forgotten-title">
        <form
          noValidate
          aria-labelledby="forgotten-title"
          aria-busy={isBusy}
          onSubmit={(event) => void submit(event)}
        >
          <h1 id="forgotten-title" tabIndex={-1} ref={title}>
            {isAsked ? text.mailedTitle : text.forgottenTitle}
          </h1>
          <p className="hint">{isAsked ? text.mailed : text.forgotten}</p>
          {!isAsked && (
            <EntranceField
              id="email"
              label={text.email}
              problem={problem}
              ref={email}
              defaultValue={typed}
              type="text"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={320}
            />
          )}
          <div className="sign-in-ways">
            {!isAsked && (
              <button type="submit" className="primary">
                {text.mailMe}
              </button>
            )}
            <button type="button" onClick={back}>
              {text.back}
            </button>
          </div>
        </form>
      </section>
    </main>
  );
}
