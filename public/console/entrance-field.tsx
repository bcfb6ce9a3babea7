// Entrance field: one input of the forms before a sign-in, with its problem below.

import type { ComponentProps, ReactNode } from "react";

interface EntranceFieldProps extends ComponentProps<"input"> {
  readonly id: string;
  readonly label: string;
  readonly problem: string | undefined;
}

export function EntranceField({ label, problem, ...input }: EntranceFieldProps): ReactNode {
  const problemId = `${input.id}-problem`;
  return (
    <div className="field">
      <label htmlFor={input.id}>{label}</label>
      <input {...input} aria-invalid={problem !== undefined} aria-describedby={problemId} />
      <p className="problem" id={problemId} role="alert">
        {problem}
      </p>
    </div>
  );
}

/** The email of an account. */
export function EmailField(props: EntranceFieldProps): ReactNode {
  return (
    <EntranceField
      {...props}
      type="text"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={320}
    />
  );
}
