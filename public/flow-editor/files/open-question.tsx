// Open dialog: chooses a flow of the account, a built-in one, a file or a new one.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Dialog } from "../dialog.tsx";
import type { FlowListItem } from "../../page/flow-list.ts";
import { listBuiltInFlows } from "./built-in-flows.ts";
import { useFiles, useFilesState } from "./files.ts";

/** The parser's limit for a flow, in UTF-16 units; a file may have four bytes of UTF-8 for each. */
const flowFileCharsMax = 256 * 1_024;

export function OpenDialog(): ReactNode {
  const files = useFiles();
  const close = (): void => files.showDialog(undefined);
  const pick = (open: () => void): void => {
    close();
    open();
  };
  return (
    <Dialog title="Open a flow" close={close}>
      <div className="answers">
        <button type="button" onClick={() => pick(files.startNew)}>
          New empty flow
        </button>
        <FileChooser close={close} />
      </div>
      <h3>Built-in examples</h3>
      <ul className="flow-list">
        {listBuiltInFlows().map(({ id, name, description }) => (
          <li key={id} className="example">
            <button
              type="button"
              className="row"
              aria-describedby={`about-${id}`}
              onClick={() => pick(() => void files.openExample(id))}
            >
              {name}
            </button>
            <p id={`about-${id}`}>{description}</p>
          </li>
        ))}
      </ul>
      <h3>Your flows</h3>
      <OwnFlows pick={pick} />
    </Dialog>
  );
}

function FileChooser({ close }: { readonly close: () => void }): ReactNode {
  const files = useFiles();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > 4 * flowFileCharsMax)
      return setProblem("The file is larger than 256 KiB, the limit of a flow.");
    const text = await file.text();
    close();
    const document = { text, layout: {} };
    files.replace(document, { kind: "file", name: file.name }, document);
  };
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        From a file…
      </button>
      <input
        ref={input}
        type="file"
        accept=".yaml,.yml,application/yaml"
        aria-label="File of a flow"
        hidden
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <span className="problem" role="alert">
        {problem}
      </span>
    </>
  );
}

function OwnFlows({ pick }: { readonly pick: (open: () => void) => void }): ReactNode {
  const files = useFiles();
  const { signedInAs, leaving } = useFilesState();
  const [answer, setAnswer] = useState<readonly FlowListItem[] | string | undefined>();
  useEffect(() => {
    if (files.token === undefined) return;
    let isGone = false;
    void files.api.list().then((list) => {
      if (!isGone) setAnswer("refused" in list ? list.refused : list);
    });
    return () => {
      isGone = true;
    };
  }, [files, signedInAs]);
  if (files.token === undefined) {
    return (
      <p>
        <button
          type="button"
          onClick={() =>
            files.showDialog({ about: "sign-in", next: () => files.showDialog({ about: "open" }) })
          }
        >
          Sign in
        </button>{" "}
        to see them.
      </p>
    );
  }
  if (answer === undefined) return <p role="status">Loading…</p>;
  if (typeof answer === "string") return <p role="alert">{answer}</p>;
  if (answer.length === 0) return <p>No flows yet. Saved flows are listed here.</p>;
  return (
    <ul className="flow-list">
      {answer.map((flow) => (
        <OwnFlow key={flow.id} flow={flow} isLeaving={leaving.has(flow.id)} pick={pick} />
      ))}
    </ul>
  );
}

interface OwnFlowProps {
  readonly flow: FlowListItem;
  readonly isLeaving: boolean;
  readonly pick: (open: () => void) => void;
}

function OwnFlow({ flow: { id: flowId, name, created_at }, isLeaving, pick }: OwnFlowProps): ReactNode {
  const files = useFiles();
  if (isLeaving) {
    return (
      <li className="leaving">
        <s dir="auto">{name}</s> is being deleted.
        <button type="button" onClick={() => files.keepFlow(flowId)}>
          Undo
        </button>
      </li>
    );
  }
  return (
    <li>
      <button type="button" className="row" onClick={() => pick(() => void files.openStored(flowId))}>
        <bdi>{name}</bdi>
        <time dateTime={new Date(created_at * 1_000).toISOString()}>
          {new Date(created_at * 1_000).toLocaleDateString()}
        </time>
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={`Delete ${name}`}
        onClick={() => files.remove(flowId, name)}
      >
        Delete
      </button>
    </li>
  );
}
