// Forgotten-password view: asks for an email, and requests a mail with a link for a new password. The text is the same
// for every email, like the server's answer.

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PageAccess } from "../../page/page-access.ts";
import { words } from "../console-words.ts";
import { EntranceCard } from "../entrance-card.tsx";
import { EmailField } from "../entrance-field.tsx";

interface ForgottenProps {
  readonly access: PageAccess;
  /** Typed email so far. */
  readonly email: string;
  readonly back: () => void;
}

export function ForgottenView({ access, email: typed, back }: ForgottenProps): ReactNode {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // The focused element is gone.
  useEffect(() => (isAsked ? title.current?.focus() : email.current?.select()), [isAsked]);
  const submit = async (): Promise<void> => {
    setBusy(true);
    const refusal = await access.mailPassword(email.current?.value.trim() ?? "");
    setBusy(false);
    setProblem(refusal);
    if (refusal === undefined) setAsked(true);
    else email.current?.select();
  };
  const text = words.signIn;
  return (
    <EntranceCard
      title={isAsked ? text.mailedTitle : text.forgottenTitle}
      hint={isAsked ? text.mailed : text.forgotten}
      titleRef={title}
      isBusy={isBusy}
      submit={submit}
    >
      {!isAsked && (
        <EmailField id="email" label={text.email} problem={problem} ref={email} defaultValue={typed} />
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
    </EntranceCard>
  );
}
