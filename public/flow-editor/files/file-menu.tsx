// File menu: the flow's name, whether it is saved, and the commands for the flow as a whole.

import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { type Editor, useEditor, useEditorState } from "../state/editor.ts";
import { type EditorState, isUnsaved } from "../state/editor-state.ts";
import { download } from "../../page/download.ts";
import { fileNameOf } from "./file-name.ts";
import { useFiles, useFilesState } from "./files.ts";
import { flowName } from "./flow-name.ts";
import { FileDialogView } from "./file-questions.tsx";
import { callAddress } from "./test-page-address.ts";

export function FileMenu(): ReactNode {
  const files = useFiles();
  const { busy } = useFilesState();
  const origin = useEditorState((state) => state.origin);
  const unsaved = useEditorState(isUnsaved);
  useSaveKeys();
  return (
    <div className="file-menu">
      <p className="flow-name">
        <bdi>{useEditorState(titleOf)}</bdi> <span className="hint">{statusOf(origin.kind, unsaved)}</span>
      </p>
      <button type="button" onClick={() => files.showDialog({ about: "open" })}>
        Open…
      </button>
      <button
        type="button"
        className={unsaved ? "primary" : ""}
        // A `disabled` button would lose the focus.
        aria-disabled={busy ? true : undefined}
        aria-keyshortcuts="Control+S"
        onClick={() => {
          if (!busy) void files.save();
        }}
      >
        {busy ? "Saving…" : "Save"}
      </button>
      <More />
      <FileDialogView />
    </div>
  );
}

function titleOf({ origin, history }: EditorState): string {
  if (origin.kind === "stored") return origin.name;
  return origin.kind === "file" ? origin.name : flowName(history.present.text);
}

function statusOf(kind: EditorState["origin"]["kind"], unsaved: boolean): string {
  if (unsaved) return "not saved";
  return { new: "new", example: "example", file: "from a file", stored: "saved" }[kind];
}

/** A menu below its button, which closes after a choice and on any click or focus outside of it. */
function More(): ReactNode {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const items = useMenuItems();
  useOutsideEvent(place, () => setOpen(false));
  return (
    <div
      className="more"
      ref={place}
      onKeyDown={({ key }) => {
        if (key === "Escape") setOpen(false);
      }}
    >
      <button type="button" aria-expanded={open} aria-controls="more-ways" onClick={() => setOpen(!open)}>
        More
      </button>
      <ul id="more-ways" hidden={!open}>
        {items.map(([label, act]) => (
          <li key={label}>
            <button
              type="button"
              className="row"
              onClick={() => {
                setOpen(false);
                act();
              }}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

type MenuItem = readonly [label: string, act: () => void];

function useMenuItems(): readonly MenuItem[] {
  const files = useFiles();
  const editor = useEditor();
  const stored = useEditorState(({ origin }) => (origin.kind === "stored" ? origin : undefined));
  const call = useEditorState(({ origin }) => callAddress(origin));
  const { signedInAs } = useFilesState();
  const document = () => editor.read().history.present;
  const name = (): string => titleOf(editor.read());
  const storedItems: readonly MenuItem[] =
    stored === undefined
      ? []
      : [
          ["Rename…", files.rename],
          ["Delete", () => files.remove(stored.flowId, stored.name)],
        ];
  return [
    // Opens in the same tab, which is signed in.
    ...(call === undefined ? [] : [["Call flow", () => location.assign(call)] as const]),
    ["Save as draft", () => void files.save(true)],
    ["Save a copy…", files.saveCopy],
    ...storedItems,
    [
      "Download YAML",
      () => {
        const content = new Blob([document().text], { type: "application/yaml" });
        download(content, fileNameOf(name(), ".flow.yaml"));
      },
    ],
    ["Export as SVG…", () => void exportPicture(editor, "svg")],
    ["Export as PNG…", () => void exportPicture(editor, "png")],
    signedInAs === undefined
      ? ["Sign in…", () => files.showDialog({ about: "sign-in", next: () => undefined })]
      : [`Sign out ${signedInAs}`, files.signOut],
  ];
}

/** The drawing code is loaded on first use. */
async function exportPicture(editor: Editor, kind: "svg" | "png"): Promise<void> {
  const name = titleOf(editor.read());
  try {
    const { svgPicture, pngPicture } = await import("./export-picture.ts");
    const picture = kind === "svg" ? svgPicture(editor, name) : await pngPicture(editor, name);
    download(picture, fileNameOf(name, `.${kind}`));
  } catch (error) {
    editor.dispatch({
      type: "notify",
      message: { tone: "failed", text: `The export failed. ${(error as Error).message}` },
    });
  }
}

/** Calls `act` on each click or focus outside of an element. */
function useOutsideEvent(place: RefObject<HTMLElement | null>, act: () => void): void {
  useEffect(() => {
    const look = ({ target }: Event): void => {
      if (!(target instanceof Node) || place.current?.contains(target) !== true) act();
    };
    addEventListener("pointerdown", look);
    addEventListener("focusin", look);
    return () => {
      removeEventListener("pointerdown", look);
      removeEventListener("focusin", look);
    };
  });
}

/** Control+S and Control+O, as in other programs; with Command on a Mac. */
function useSaveKeys(): void {
  const files = useFiles();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key !== "s" && event.key !== "o") return;
      event.preventDefault();
      if (event.key === "s") void files.save();
      else files.showDialog({ about: "open" });
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [files]);
}
