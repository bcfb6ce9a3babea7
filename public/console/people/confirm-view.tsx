// Confirm view: confirms the email of an account, with a one-time link from a mail. It waits for a press, because
// programs that scan mails also open their links.

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PageAccess } from "../../page/page-access.ts";
import { words } from "../console-words.ts";
import { EntranceCard } from "../entrance-card.tsx";
import type { OneTimeLink } from "../one-time-link.ts";

interface ConfirmProps {
  readonly access: PageAccess;
  readonly link: OneTimeLink;
  readonly done: () => void;
}

export function ConfirmView({ access, link, done }: ConfirmProps): ReactNode {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isConfirmed, setConfirmed] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  // The focused element is gone.
  useEffect(() => {
    if (isConfirmed) title.current?.focus();
  }, [isConfirmed]);
  const submit = async (): Promise<void> => {
    setBusy(true);
    const refusal = await access.confirm(link.token);
    setBusy(false);
    setProblem(refusal);
    setConfirmed(refusal === undefined);
  };
  const text = words.signIn;
  return (
    <EntranceCard
      title={isConfirmed ? text.confirmedTitle : text.confirmTitle}
      hint={isConfirmed ? text.confirmed : text.confirm}
      titleRef={title}
      isBusy={isBusy}
      submit={submit}
    >
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div className="sign-in-ways">
        {!isConfirmed && (
          <button type="submit" className="primary">
            {text.confirmIt}
          </button>
        )}
        <button type="button" onClick={done}>
          {text.toConsole}
        </button>
      </div>
    </EntranceCard>
  );
}
