// Inspector panel: the form of the selected node, or of the flow when no node is selected.

import {
  type Dispatch,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { fieldsOf } from "../../../src/flow/author/edit/data-at-path.ts";
import { edit } from "../../../src/flow/author/edit/operation.ts";
import { type Path, pointerOf } from "../../../src/flow/language/source/problem.ts";
import { type Editor, useEditor, useEditorState } from "../state/editor.ts";
import { flowNamesOf } from "../complete/flow-names.ts";
import { parsedTextOf } from "../state/parsed-text.ts";
import type { Selection } from "../state/editor-state.ts";
import { FieldProblems } from "./field-problems.ts";
import { type Form, FormProvider } from "./form.ts";
import { useKeptFocus } from "./keep-focus.ts";
import { NodeForm } from "./node-form.tsx";
import { RecordForm } from "./record-form.tsx";
import { operationForTyping } from "./fields/typed-value.ts";
import { ValueField } from "./fields/value-field.tsx";

export function InspectorPanel(): ReactNode {
  const isShown = useEditorState(({ panel }) => panel === "node" || panel === "canvas");
  return isShown ? <Inspector /> : null;
}

function Inspector(): ReactNode {
  const editor = useEditor();
  const text = useEditorState(({ history }) => history.present.text);
  const selection = useEditorState((state) => state.selection);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const place = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  const parsed = parsedTextOf(text);
  const nodes = fieldsOf(parsed.document.get("nodes"));
  const ids = selectedIn(selection).filter((id) => nodes.has(id));
  const [id] = ids;
  return (
    <div ref={place} onKeyDown={(event) => handleUndoKeys(event, editor)} {...useKeptFocus(place, id ?? "")}>
      {!parsed.isCurrent && <UnparsedNotice />}
      <fieldset className="form-place" disabled={!parsed.isCurrent}>
        {ids.length > 1 ? (
          <SelectedNodes ids={ids} />
        ) : (
          <InspectorForm
            key={id ?? ""}
            id={id}
            opened={opened}
            setOpened={setOpened}
            place={() => place.current}
            wanted={wanted}
          />
        )}
      </fieldset>
    </div>
  );
}

/** A selected edge shows the form of the node that it leaves. */
function selectedIn({ nodes, edge }: Selection): readonly string[] {
  if (nodes.length > 0 || edge === undefined) return nodes;
  return [edge.slice(0, edge.indexOf(":"))];
}

interface InspectorFormProps {
  readonly id: string | undefined;
  readonly opened: ReadonlySet<string>;
  readonly setOpened: Dispatch<SetStateAction<ReadonlySet<string>>>;
  readonly place: () => HTMLElement | null;
  /** JSON pointer of the field to focus once it is rendered. */
  readonly wanted: RefObject<string | undefined>;
}

/** The form of one node, or of the flow. Fields that were added and not filled are dropped with it. */
function InspectorForm({ id, opened, setOpened, place, wanted }: InspectorFormProps): ReactNode {
  const editor = useEditor();
  const text = useEditorState(({ history }) => history.present.text);
  const checked = useEditorState((state) => state.checked);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const parsed = parsedTextOf(text);
  const { document } = parsed;
  const { dispatch } = editor;
  // In a layout effect, so that the focus moves before the next key press.
  useLayoutEffect(() => {
    const pointer = wanted.current;
    wanted.current = undefined;
    if (pointer !== undefined) focusIn(place(), pointer);
  });
  const form: Form = {
    parsed,
    document,
    names: flowNamesOf(document),
    problems: new FieldProblems(checked?.problems ?? []),
    kept,
    opened,
    Value: ValueField,
    dispatch,
    type(path, value) {
      const operation = operationForTyping(document, path, value);
      dispatch({ type: "edit", operation, mergeKey: `form ${pointerOf(path)}` });
    },
    attempt(operation) {
      const done = edit(editor.read().history.present, operation);
      if ("refused" in done) return done.refused;
      dispatch({ type: "edit", operation });
      return undefined;
    },
    edit: (operation) => dispatch({ type: "edit", operation }),
    keep: (path, isKept) => setKept((now) => changed(now, pointersOf(path), isKept)),
    open: (path, isOpen) => setOpened((now) => changed(now, [pointerOf(path)], isOpen)),
    focus(path) {
      wanted.current = pointerOf(path);
      redraw();
    },
  };
  return (
    <FormProvider value={form}>
      {id === undefined ? <FlowForm form={form} /> : <NodeForm id={id} />}
    </FormProvider>
  );
}

function FlowForm({ form: { document } }: { readonly form: Form }): ReactNode {
  return (
    <form
      className="inspector"
      tabIndex={-1}
      onSubmit={(event) => event.preventDefault()}
      aria-label="The flow"
    >
      <header className="form-head">
        <div className="form-title">
          <h2>The flow</h2>
          <p className="help">Select a node to edit it.</p>
        </div>
      </header>
      <RecordForm place="flow" path={[]} value={document} without={["voice_flow", "nodes"]} />
    </form>
  );
}

/** Pointers to keep for a path: for a list item also that of its list. */
function pointersOf(path: Path): readonly string[] {
  const isItem = typeof path.at(-1) === "number";
  return isItem ? [pointerOf(path), pointerOf(path.slice(0, -1))] : [pointerOf(path)];
}

function changed(set: ReadonlySet<string>, all: readonly string[], isIn: boolean): ReadonlySet<string> {
  const now = new Set(set);
  for (const each of all) {
    if (isIn) now.add(each);
    else now.delete(each);
  }
  return now;
}

function focusIn(place: HTMLElement | null, pointer: string): void {
  const match = place?.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`);
  match?.querySelector<HTMLElement>("input, textarea, select, button")?.focus();
  match?.scrollIntoView({ block: "nearest" });
}

/** Undo and redo use the editor's one history, because the browser's history of a field knows only a part. */
function handleUndoKeys(event: KeyboardEvent, { dispatch }: Editor): void {
  const { key, ctrlKey, metaKey, shiftKey } = event;
  if (!(ctrlKey || metaKey) || event.defaultPrevented) return;
  const letter = key.toLowerCase();
  if (letter !== "z" && letter !== "y") return;
  event.preventDefault();
  event.stopPropagation();
  dispatch({ type: letter === "y" || shiftKey ? "redo" : "undo" });
}

function UnparsedNotice(): ReactNode {
  const { dispatch } = useEditor();
  const first = useEditorState(({ checked }) =>
    checked?.problems.find(({ severity }) => severity === "error"),
  );
  return (
    <div className="notice" role="status">
      <p>The YAML has an error. Correct it there, or undo. The form shows the last valid version.</p>
      {first !== undefined && (
        <button
          type="button"
          className="link"
          onClick={() =>
            dispatch({ type: "show-text", position: { line: first.line, column: first.column } })
          }
        >
          Line {first.line}: {first.message}
        </button>
      )}
    </div>
  );
}

function SelectedNodes({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const { dispatch } = useEditor();
  return (
    <section className="inspector" aria-label="Selected nodes">
      <header className="form-head">
        <div className="form-title">
          <h2>{ids.length} nodes</h2>
          <p className="help">Choose one to edit it.</p>
        </div>
      </header>
      <ul className="several">
        {ids.map((id) => (
          <li key={id}>
            <button
              type="button"
              className="small"
              dir="auto"
              onClick={() => dispatch({ type: "select", selection: { nodes: [id] } })}
            >
              {id}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
