// Name field: renames something that other places refer to. The new name is applied everywhere when the field is
// left, or not at all.

import { type ReactNode, useId, useState } from "react";

interface NameFieldProps {
  readonly name: string;
  readonly label: string;
  readonly className?: string;
  /** Returns why the name is refused; undefined when it was applied. */
  readonly rename: (to: string) => string | undefined;
}

export function NameField({ name, label, className = "", rename }: NameFieldProps): ReactNode {
  const id = useId();
  const [typing, setTyping] = useState<{
    readonly text: string;
    readonly over: string;
    readonly why?: string;
  }>();
  const current = typing?.over === name ? typing : undefined;
  const why = current?.why;
  const commit = (): void => {
    const to = current?.text.trim() ?? name;
    if (to === name) return setTyping(undefined);
    const refusal = to === "" ? "Enter a name." : rename(to);
    setTyping(refusal === undefined ? undefined : { text: to, over: name, why: refusal });
  };
  return (
    <span className={`name-line ${className}`}>
      <input
        id={id}
        type="text"
        dir="auto"
        className="code"
        spellCheck={false}
        autoComplete="off"
        aria-label={label}
        aria-describedby={why === undefined ? undefined : `${id}-why`}
        aria-invalid={why === undefined ? undefined : true}
        value={current?.text ?? name}
        onChange={({ target }) => setTyping({ text: target.value, over: name })}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
          if (event.key !== "Escape" || typing === undefined) return;
          event.preventDefault();
          setTyping(undefined);
        }}
      />
      {why !== undefined && (
        <span className="field-problem" id={`${id}-why`} role="alert">
          {why}
        </span>
      )}
    </span>
  );
}
