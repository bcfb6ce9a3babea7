// Reset view: sets a password that was forgotten, with the address that the owner made.

import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import type { PageAccess } from "../../page/page-access.ts";
import { words } from "../console-words.ts";
import type { OneTimeLink } from "../one-time-link.ts";

interface ResetProps {
  readonly access: PageAccess;
  readonly link: OneTimeLink;
  readonly entered: () => void;
}

export function ResetView({ access, link, entered }: ResetProps): ReactNode {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const found = await access.reset({ link: link.token, password: password.current?.value ?? "" });
    setBusy(false);
    setProblem(found);
    if (found === undefined) entered();
    else password.current?.select();
  };
  const text = words.signIn;
  return (
    <main id="content" tabIndex={-1} className="entrance">
      <section className="card sign-in" aria-labelledby="reset-title">
        <form
          noValidate
          aria-labelledby="reset-title"
          aria-busy={isBusy}
          onSubmit={(event) => void submit(event)}
        >
          <h1 id="reset-title">{text.resetTitle}</h1>
          <p className="hint">{text.reset}</p>
          <div className="field">
            <label htmlFor="password">{text.newPassword}</label>
            <input
              id="password"
              ref={password}
              type="password"
              autoComplete="new-password"
              aria-invalid={problem !== undefined}
              aria-describedby="password-problem"
            />
            <p className="problem" id="password-problem" role="alert">
              {problem}
            </p>
          </div>
          <div className="sign-in-ways">
            <button type="submit" className="primary">
              {text.setPassword}
            </button>
          </div>
        </form>
      </section>
    </main>
  );
}
