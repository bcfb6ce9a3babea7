// Editor state: the state of the flow editor and its reducer. Pure: no page, no network, no clock.

import type { FlowDocument } from "../../../src/flow/author/edit/edited-document.ts";
import {
  type EditHistory,
  newHistory,
  withStep,
  redone,
  undone,
} from "../../../src/flow/author/edit/undo-history.ts";
import { draftOf } from "../../../src/flow/author/edit/document-draft.ts";
import { idFollowing } from "../../../src/flow/author/edit/id-of-name.ts";
import { edit, type EditResult, type Operation } from "../../../src/flow/author/edit/operation.ts";
import type { Problem } from "../../../src/flow/language/source/problem.ts";
import type { Coverage } from "../../../src/flow/author/testing/coverage.ts";
import type { Origin } from "./flow-origin.ts";

/** The panel beside the canvas; on small screens instead of it. */
export type Panel = "canvas" | "node" | "text" | "try" | "tests";

export interface Selection {
  readonly nodes: readonly string[];
  /** An edge's id, as in the graph. */
  readonly edge?: string;
}

/**
 * A position of the text to scroll to. Each request is a new object, so that the same position can be shown again.
 */
export interface TextPosition {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

export interface Message {
  readonly tone: "said" | "failed";
  readonly text: string;
  /** A link beside the message, to another page. */
  readonly link?: { readonly label: string; readonly address: string };
  /** A button beside the message, and its action. */
  readonly action?: { readonly label: string; readonly event: EditorEvent };
}

export interface EditorState {
  readonly history: EditHistory;
  readonly origin: Origin;
  /** The document as stored at its origin; a difference from it is unsaved work. */
  readonly stored: FlowDocument | undefined;
  readonly selection: Selection;
  readonly panel: Panel;
  /** The last check's problems and the text they belong to, which may be older than the present one. */
  readonly checked: { readonly text: string; readonly problems: readonly Problem[] } | undefined;
  /** The position that the text panel should show. */
  readonly shownPosition: TextPosition | undefined;
  /** The node at which the tried conversation is. */
  readonly playing: string | undefined;
  /** Coverage of the last test run, and the text it belongs to. */
  readonly coverage: { readonly text: string; readonly coverage: Coverage } | undefined;
  readonly message: Message | undefined;
}

export type EditorEvent =
  /** Edits with the same `mergeKey` in a row are one step of undo. */
  | {
      readonly type: "edit";
      readonly operation: Operation;
      readonly atMs: number;
      readonly mergeKey?: string;
    }
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  | { readonly type: "select"; readonly selection: Selection }
  | { readonly type: "show"; readonly panel: Panel }
  /** Opens the text panel at a position. */
  | { readonly type: "show-text"; readonly position: TextPosition }
  | { readonly type: "checked"; readonly text: string; readonly problems: readonly Problem[] }
  /** Opens another flow with an empty undo history. `stored` is the document as stored at its origin. */
  | {
      readonly type: "open";
      readonly document: FlowDocument;
      readonly origin: Origin;
      readonly stored: FlowDocument | undefined;
    }
  /** `document` is what was written, which may be older than the present one. */
  | { readonly type: "saved"; readonly document: FlowDocument; readonly origin: Origin }
  | { readonly type: "playing"; readonly node: string | undefined }
  | { readonly type: "covered"; readonly text: string; readonly coverage: Coverage }
  | { readonly type: "notify"; readonly message: Message | undefined };

const noSelection: Selection = { nodes: [] };

/** The initial state for a document. */
export function opened(
  document: FlowDocument,
  origin: Origin,
  stored: FlowDocument | undefined,
): EditorState {
  return {
    history: newHistory(document),
    origin,
    stored,
    selection: noSelection,
    panel: "node",
    checked: undefined,
    shownPosition: undefined,
    playing: undefined,
    coverage: undefined,
    message: undefined,
  };
}

/** The reducer. */
export function step(state: EditorState, event: EditorEvent): EditorState {
  switch (event.type) {
    case "edit":
      return edited(state, event);
    case "undo":
      return moved(state, undone(state.history));
    case "redo":
      return moved(state, redone(state.history));
    case "select":
      return { ...state, selection: event.selection };
    case "show":
      return { ...state, panel: event.panel };
    case "show-text":
      return { ...state, panel: "text", shownPosition: { ...event.position } };
    case "checked":
      return { ...state, checked: { text: event.text, problems: event.problems } };
    case "open":
      return { ...opened(event.document, event.origin, event.stored), panel: state.panel };
    case "saved":
      return { ...state, stored: event.document, origin: event.origin };
    case "playing":
      return { ...state, playing: event.node };
    case "covered":
      return { ...state, coverage: { text: event.text, coverage: event.coverage } };
    case "notify":
      return { ...state, message: event.message };
  }
}

function edited(
  state: EditorState,
  { operation, atMs, mergeKey }: Extract<EditorEvent, { type: "edit" }>,
): EditorState {
  const done = editedWithId(state, operation);
  if ("refused" in done) return { ...state, message: { tone: "failed", text: done.refused } };
  const history = withStep(state.history, done.document, {
    label: operation.op,
    atMs,
    ...(mergeKey === undefined ? {} : { mergeKey }),
  });
  return {
    ...moved(state, history),
    ...(done.selected === undefined ? {} : { selection: { nodes: done.selected } }),
  };
}

/** The id of a new flow follows its name. After the flow was saved somewhere, others may refer to it by its id. */
function editedWithId({ history, origin }: EditorState, operation: Operation): EditResult {
  const done = edit(history.present, operation);
  if (origin.kind !== "new" || operation.op !== "set" || operation.pointer !== "/name") return done;
  const before = draftOf(history.present);
  const after = "refused" in done ? done : draftOf(done.document);
  if ("refused" in done || "refused" in before || "refused" in after) return done;
  const id = idFollowing(before.data, after.data.get("name"));
  return id === undefined ? done : edit(done.document, { op: "set", pointer: "/id", value: id });
}

/** Changes the document and removes the message, which was about the old one. */
function moved(state: EditorState, history: EditHistory): EditorState {
  return history === state.history ? state : { ...state, history, message: undefined };
}

/** Whether text or positions differ from the stored document. */
export function isUnsaved({ history, stored }: EditorState): boolean {
  const { present } = history;
  return stored === undefined || stored.text !== present.text || !isSamePlaces(stored.layout, present.layout);
}

function isSamePlaces(a: FlowDocument["layout"], b: FlowDocument["layout"]): boolean {
  if (a === b) return true;
  const ids = Object.keys(a);
  if (ids.length !== Object.keys(b).length) return false;
  return ids.every((id) => a[id]?.[0] === b[id]?.[0] && a[id]?.[1] === b[id]?.[1]);
}
