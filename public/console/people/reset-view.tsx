// Reset view: replaces a forgotten password, with a one-time link from the owner or a mail.

import { type ReactNode, useRef, useState } from "react";
import type { PageAccess } from "../../page/page-access.ts";
import { words } from "../console-words.ts";
import { EntranceCard } from "../entrance-card.tsx";
import { EntranceField } from "../entrance-field.tsx";
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
  const submit = async (): Promise<void> => {
    setBusy(true);
    const refusal = await access.reset({ link: link.token, password: password.current?.value ?? "" });
    setBusy(false);
    setProblem(refusal);
    if (refusal === undefined) entered();
    else password.current?.select();
  };
  const text = words.signIn;
  return (
    <EntranceCard title={text.resetTitle} hint={text.reset} isBusy={isBusy} submit={submit}>
      <EntranceField
        id="password"
        label={text.newPassword}
        problem={problem}
        ref={password}
        type="password"
        autoComplete="new-password"
      />
      <div className="sign-in-ways">
        <button type="submit" className="primary">
          {text.setPassword}
        </button>
      </div>
    </EntranceCard>
  );
}
