// Sign-in dialog: asks for an account when a command needs one, then runs the command.

import { type ReactNode, useState } from "react";
import type { SignInErrors } from "../../page/page-access.ts";
import { Dialog } from "../dialog.tsx";
import { useFiles } from "./files.ts";

export function SignInDialog({ next }: { readonly next: () => void }): ReactNode {
  const { showDialog, enter } = useFiles();
  const [errors, setErrors] = useState<SignInErrors>({});
  const [busy, setBusy] = useState(false);
  const answer = async (form: HTMLFormElement, action: "login" | "signup"): Promise<void> => {
    const given = new FormData(form);
    const [email, password] = [textIn(given, "email").trim(), textIn(given, "password")];
    setBusy(true);
    const stay = given.get("stay") === null ? "session" : "month";
    const signInErrors = await enter(action, { email, password, stay });
    setBusy(false);
    setErrors(signInErrors ?? {});
    if (signInErrors !== undefined) return;
    showDialog(undefined);
    next();
  };
  return (
    <Dialog title="Sign in" close={() => showDialog(undefined)}>
      <p>Saving flows needs an account on this server. Without one, you can edit examples and files.</p>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          const { submitter } = event.nativeEvent as SubmitEvent;
          const action =
            submitter instanceof HTMLButtonElement && submitter.value === "signup" ? "signup" : "login";
          void answer(event.currentTarget, action);
        }}
      >
        <Field name="email" label="Email" type="text" problem={errors.email} />
        <Field name="password" label="Password" type="password" problem={errors.password} />
        <label className="stay">
          <input type="checkbox" name="stay" /> Stay signed in for 30 days
        </label>
        <p className="problem" role="alert">
          {errors.form}
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
