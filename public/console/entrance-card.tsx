// Entrance card: the frame of the forms before a sign-in, with their title and one sentence about it.

import type { ReactNode, Ref } from "react";

interface EntranceCardProps {
  readonly title: string;
  /** Explanation of the form. */
  readonly hint: string;
  readonly isBusy: boolean;
  /** `by`: the value of the button that was pressed. */
  readonly submit: (by: string | undefined) => Promise<void>;
  /** Gives the title the focus, after the focused element disappeared. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

const titleId = "entrance-title";

export function EntranceCard({
  title,
  hint,
  isBusy,
  submit,
  titleRef,
  children,
}: EntranceCardProps): ReactNode {
  return (
    <main id="content" tabIndex={-1} className="entrance">
      <section className="card sign-in" aria-labelledby={titleId}>
        <form
          noValidate
          aria-labelledby={titleId}
          aria-busy={isBusy}
          onSubmit={(event) => {
            event.preventDefault();
            const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
            // A second press has no effect.
            if (!isBusy) void submit(submitter instanceof HTMLButtonElement ? submitter.value : undefined);
          }}
        >
          <h1 id={titleId} tabIndex={-1} ref={titleRef}>
            {title}
          </h1>
          <p className="hint">{hint}</p>
          {children}
        </form>
      </section>
    </main>
  );
}
