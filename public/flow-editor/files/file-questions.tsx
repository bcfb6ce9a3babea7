// File dialogs: renders the open dialog about the flow as a whole, one at a time.

import { type ReactNode, useState } from "react";
import { Dialog, opensFocused } from "../dialog.tsx";
import { ConflictDialog } from "./conflict-question.tsx";
import { type FileDialog, useFiles, useFilesState } from "./files.ts";
import { OpenDialog } from "./open-question.tsx";
import { SignInDialog } from "./sign-in-question.tsx";

export function FileDialogView(): ReactNode {
  const { dialog } = useFilesState();
  if (dialog === undefined) return null;
  switch (dialog.about) {
    case "open":
      return <OpenDialog />;
    case "sign-in":
      return <SignInDialog next={dialog.next} />;
    case "name":
      return <NameDialog key={dialog.given} dialog={dialog} />;
    case "discard":
      return <DiscardDialog next={dialog.next} />;
    case "draft":
      return <DraftDialog dialog={dialog} />;
    case "conflict":
      return <ConflictDialog dialog={dialog} />;
  }
}

/** The server's limit. */
const nameCharsMax = 200;

function NameDialog({ dialog }: { readonly dialog: Extract<FileDialog, { about: "name" }> }): ReactNode {
  const { showDialog } = useFiles();
  const [name, setName] = useState(dialog.given);
  const close = (): void => showDialog(undefined);
  return (
    <Dialog title="Name of the flow" close={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          close();
          dialog.next(name.trim());
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

function DiscardDialog({ next }: { readonly next: () => void }): ReactNode {
  const { showDialog } = useFiles();
  const close = (): void => showDialog(undefined);
  return (
    <Dialog title="Discard unsaved changes?" close={close}>
      <p>The flow in the editor has unsaved changes. They would be lost.</p>
      <div className="answers">
        <button
          type="button"
          onClick={() => {
            close();
            next();
          }}
        >
          Discard changes
        </button>
        <button type="button" className="primary" ref={opensFocused} onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

function DraftDialog({ dialog }: { readonly dialog: Extract<FileDialog, { about: "draft" }> }): ReactNode {
  const { showDialog } = useFiles();
  const close = (): void => showDialog(undefined);
  return (
    <Dialog title="Save as draft?" close={close}>
      <p dir="auto">{dialog.why}</p>
      <p>A draft cannot take calls until its errors are corrected.</p>
      <div className="answers">
        <button
          type="button"
          className="primary"
          ref={opensFocused}
          onClick={() => {
            close();
            dialog.next();
          }}
        >
          Save as draft
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
