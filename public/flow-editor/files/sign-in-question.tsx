// Sign-in dialog: asks for an account when a command needs one, then runs the command.

import { type ReactNode, useState } from "react";
import type { Objection } from "../../page/page-access.ts";
import { Dialog } from "../dialog.tsx";
import { useFiles } from "./files.ts";

export function SignInQuestion({ next }: { readonly next: () => void }): ReactNode {
  const { ask, enter } = useFiles();
  const [objection, setObjection] = useState<Objection>({});
  const [busy, setBusy] = useState(false);
  const answer = async (form: HTMLFormElement, way: "login" | "signup"): Promise<void> => {
    const given = new FormData(form);
    const [email, password] = [textIn(given, "email").trim(), textIn(given, "password")];
    setBusy(true);
    const objected = await enter(way, { email, password });
    setBusy(false);
    setObjection(objected ?? {});
    if (objected !== undefined) return;
    ask(undefined);
    next();
  };
  return (
    <Dialog title="Sign in" close={() => ask(undefined)}>
      <p>This needs an account of this server. The editor works on examples and files without one.</p>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          const { submitter } = event.nativeEvent as SubmitEvent;
          const way =
            submitter instanceof HTMLButtonElement && submitter.value === "signup" ? "signup" : "login";
          void answer(event.currentTarget, way);
        }}
      >
        <Field name="email" label="Email" type="text" problem={objection.email} />
        <Field name="password" label="Password" type="password" problem={objection.password} />
        <p className="problem" role="alert">
          {objection.form}
        </p>
        <div className="answers">
          <button type="submit" className="primary" value="login" aria-disabled={busy ? true : undefined}>
            Sign in
          </button>
          <button type="submit" value="signup" aria-disabled={busy ? true : undefined}>
            Create account
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldProps {
  readonly name: "email" | "password";
  readonly label: string;
  readonly type: "text" | "password";
  readonly problem: string | undefined;
}

function Field({ name, label, type, problem }: FieldProps): ReactNode {
  return (
    <label>
      {label}
      <input
        name={name}
        type={type}
        autoComplete={name === "email" ? "username" : "current-password"}
        inputMode={name === "email" ? "email" : "text"}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={320}
        aria-invalid={problem !== undefined}
        aria-describedby={`${name}-problem`}
      />
      <span className="problem" id={`${name}-problem`}>
        {problem}
      </span>
    </label>
  );
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
