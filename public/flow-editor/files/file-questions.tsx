// File dialogs: renders the open dialog about the flow as a whole, one at a time.

import { type ReactNode, useState } from "react";
import { Dialog, opensFocused } from "../dialog.tsx";
import { ConflictQuestion } from "./conflict-question.tsx";
import { type Question, useFiles, useFilesState } from "./files.ts";
import { OpenQuestion } from "./open-question.tsx";
import { SignInQuestion } from "./sign-in-question.tsx";

export function Questions(): ReactNode {
  const { question } = useFilesState();
  if (question === undefined) return null;
  switch (question.about) {
    case "open":
      return <OpenQuestion />;
    case "sign-in":
      return <SignInQuestion next={question.next} />;
    case "name":
      return <NameQuestion key={question.given} question={question} />;
    case "discard":
      return <DiscardQuestion next={question.next} />;
    case "draft":
      return <DraftQuestion question={question} />;
    case "conflict":
      return <ConflictQuestion question={question} />;
  }
}

/** As the server allows. */
const nameCharsMax = 200;

function NameQuestion({ question }: { readonly question: Extract<Question, { about: "name" }> }): ReactNode {
  const { ask } = useFiles();
  const [name, setName] = useState(question.given);
  const close = (): void => ask(undefined);
  return (
    <Dialog title="Name of the flow" close={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          close();
          question.next(name.trim());
        }}
      >
        <label>
          Name
          <input
            type="text"
            value={name}
            maxLength={nameCharsMax}
            required
            pattern=".*\S.*"
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <div className="answers">
          <button type="submit" className="primary">
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function DiscardQuestion({ next }: { readonly next: () => void }): ReactNode {
  const { ask } = useFiles();
  const close = (): void => ask(undefined);
  return (
    <Dialog title="Leave what is not saved?" close={close}>
      <p>The flow in the editor has changes that are saved nowhere. They would be lost.</p>
      <div className="answers">
        <button
          type="button"
          onClick={() => {
            close();
            next();
          }}
        >
          Leave them
        </button>
        <button type="button" className="primary" ref={opensFocused} onClick={close}>
          Stay here
        </button>
      </div>
    </Dialog>
  );
}

function DraftQuestion({
  question,
}: {
  readonly question: Extract<Question, { about: "draft" }>;
}): ReactNode {
  const { ask } = useFiles();
  const close = (): void => ask(undefined);
  return (
    <Dialog title="Save it as a draft?" close={close}>
      <p dir="auto">{question.why}</p>
      <p>A draft keeps everything as it is. It cannot take calls until its errors are mended.</p>
      <div className="answers">
        <button
          type="button"
          className="primary"
          ref={opensFocused}
          onClick={() => {
            close();
            question.next();
          }}
        >
          Save as draft
        </button>
        <button type="button" onClick={close}>
          Not now
        </button>
      </div>
    </Dialog>
  );
}
