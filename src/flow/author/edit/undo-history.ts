// Undo history: undo and redo over whole documents. Edits that belong together, such as the letters of a word, are
// one step.

import type { FlowDocument } from "./edited-document.ts";

export interface EditHistory {
  /** Oldest first. */
  readonly past: readonly HistoryEntry[];
  readonly present: FlowDocument;
  /** The next redo is the last entry. */
  readonly future: readonly HistoryEntry[];
}

export interface HistoryEntry {
  /** In `past` the document before the step, in `future` the one after it. */
  readonly document: FlowDocument;
  /** Description of the step. */
  readonly label: string;
  readonly mergeKey?: string;
  readonly atMs: number;
}

export interface EditStep {
  readonly label: string;
  /** Immediately consecutive steps with the same key are one: letters, places of a drag, digits of a field. */
  readonly mergeKey?: string;
  readonly atMs: number;
}

/** Edits with a longer pause between them are separate steps. */
const mergeMs = 1_000;
const stepsMax = 5_000;
/** Bytes of all kept texts and positions, at two bytes per UTF-16 unit. */
const historyBytesMax = 48 * 1_024 * 1_024;
/** About the size of one position. */
const placeBytes = 64;

export function newHistory(document: FlowDocument): EditHistory {
  return { past: [], present: document, future: [] };
}

/** Adds a step to this document. Drops the oldest steps beyond the limit. */
export function withStep(history: EditHistory, document: FlowDocument, step: EditStep): EditHistory {
  const { past, present } = history;
  if (document.text === present.text && document.layout === present.layout) return history;
  const last = past.at(-1);
  if (last !== undefined && isOneStep(history, last, step)) {
    return { past: [...past.slice(0, -1), { ...last, atMs: step.atMs }], present: document, future: [] };
  }
  const { label, mergeKey, atMs } = step;
  const entry: HistoryEntry = {
    document: present,
    label,
    atMs,
    ...(mergeKey === undefined ? {} : { mergeKey }),
  };
  return { past: bounded([...past, entry]), present: document, future: [] };
}

function isOneStep({ future }: EditHistory, last: HistoryEntry, { mergeKey, atMs }: EditStep): boolean {
  const isSame = mergeKey !== undefined && mergeKey === last.mergeKey;
  return isSame && future.length === 0 && Math.abs(atMs - last.atMs) <= mergeMs;
}

/** Unchanged if there is nothing to undo. */
export function undone({ past, present, future }: EditHistory): EditHistory {
  const last = past.at(-1);
  if (last === undefined) return { past, present, future };
  return {
    past: past.slice(0, -1),
    present: last.document,
    future: [...future, closed(last, present)],
  };
}

/** Unchanged if there is nothing to redo. */
export function redone({ past, present, future }: EditHistory): EditHistory {
  const next = future.at(-1);
  if (next === undefined) return { past, present, future };
  return {
    past: [...past, closed(next, present)],
    present: next.document,
    future: future.slice(0, -1),
  };
}

/** A step undone and redone is closed: later edits do not merge into it. */
function closed({ label, atMs }: HistoryEntry, document: FlowDocument): HistoryEntry {
  return { document, label, atMs };
}

function bounded(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  let bytes = 0;
  let first = entries.length;
  while (first > 0 && entries.length - first < stepsMax) {
    bytes += bytesOf(entries[first - 1], entries[first]);
    if (bytes > historyBytesMax) break;
    first -= 1;
  }
  // The last step can always be undone.
  return entries.slice(Math.min(first, entries.length - 1));
}

/** Bytes of an entry, without parts shared with the next one. */
function bytesOf(entry: HistoryEntry | undefined, next: HistoryEntry | undefined): number {
  if (entry === undefined) return 0;
  const { text, layout } = entry.document;
  const textBytes = text === next?.document.text ? 0 : 2 * text.length;
  const layoutBytes = layout === next?.document.layout ? 0 : placeBytes * Object.keys(layout).length;
  return textBytes + layoutBytes;
}
