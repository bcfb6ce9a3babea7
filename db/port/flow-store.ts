// Flow store: texts of flows with their revisions, and the revisions of other flows that each of them needs. Each
// operation is one transaction, in which the audit entry that it is given is appended, if it did what that says.

import type { AuditDraft } from "./audit-store.ts";
import type { FlowLayout } from "./stored-rows.ts";

export interface FlowRef {
  readonly flowId: string;
  /** Counts from 1. */
  readonly revision: number;
}

/** By the ids in documents: those that it names itself, and those that they name. */
export type FlowLinks = ReadonlyMap<string, FlowRef>;

export interface FlowHead {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
}

export interface ListedFlow extends FlowHead {
  /** Id in its newest document; null: it is not known yet. */
  readonly documentId: string | null;
}

export interface StoredFlow extends FlowHead {
  readonly accountId: string;
  readonly source: string;
  /** Null until an editor has said where it shows the nodes. */
  readonly layout: FlowLayout | null;
  /** Counts from 1. */
  readonly revision: number;
  /** The revision that calls get; null: the newest. */
  readonly published: number | null;
  readonly updatedAt: number;
}

/** A revision that is kept. */
export interface FlowRevision {
  readonly revision: number;
  readonly createdAt: number;
  /** How long its text is, in characters. */
  readonly chars: number;
}

/** Without an account: that of any account. */
export interface OwnedFlow {
  readonly accountId: string | undefined;
  readonly flowId: string;
}

export interface FlowKey {
  readonly accountId: string;
  readonly flowId: string;
  /** The change is made only if the flow still is at one of these; `undefined` makes it anyway. */
  readonly revisions?: readonly number[] | undefined;
}

/** A text that has been read. */
export interface FlowText {
  readonly source: string;
  /** Id in the document; empty when it does not. */
  readonly documentId: string;
  readonly links: FlowLinks;
}

export interface NewFlow extends FlowText {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly layout: FlowLayout | null;
  readonly at: number;
}

/** undefined: unchanged. */
export interface FlowChange extends FlowText {
  readonly name?: string | undefined;
  readonly layout?: FlowLayout | undefined;
  /** Without a layout: new names of nodes by their old ones, so that the stored layout stays in use. */
  readonly renames?: Readonly<Record<string, string>> | undefined;
  readonly at: number;
  /** Entry for the new revision, whose number is added. */
  readonly entry?: AuditDraft | undefined;
}

/**
 * The layout that a change leaves, of the one that is stored when it is made: a layout makes no revision. Undefined:
 * the stored one stays as it is.
 */
export function layoutAfter(
  stored: FlowLayout | null,
  { layout, renames }: Pick<FlowChange, "layout" | "renames">,
): FlowLayout | undefined {
  if (layout !== undefined || stored === null || renames === undefined) return layout;
  const names = new Map(Object.entries(renames));
  return Object.fromEntries(Object.entries(stored).map(([id, place]) => [names.get(id) ?? id, place]));
}

/** Audit entry of a change, completed with its revision. */
export function withRevision(entry: AuditDraft | undefined, revision: number): readonly AuditDraft[] {
  return entry === undefined ? [] : [{ ...entry, details: { ...entry.details, revision } }];
}

/** Why a flow was not changed: it is not the account's, or it is at another revision. */
export type FlowRefusal = "missing" | { readonly atRevision: number };

export interface FlowStore {
  /** As its first revision. Undefined when the account has `flowsMax` flows. */
  add(flow: NewFlow, flowsMax: number, entry?: AuditDraft): Promise<StoredFlow | undefined>;
  /** Newest first. */
  list(accountId: string): Promise<readonly ListedFlow[]>;
  /** At its newest revision. */
  find(key: OwnedFlow): Promise<StoredFlow | undefined>;
  /** At the revision that calls get. */
  live(key: OwnedFlow): Promise<StoredFlow | undefined>;
  /** Newest first. Empty also for another account's. */
  revisions(key: FlowKey): Promise<readonly FlowRevision[]>;
  /** From now on calls get this revision; null: the newest, whichever that is. `gone`: it is not kept. */
  publish(
    key: FlowKey,
    revision: number | null,
    entry?: AuditDraft,
  ): Promise<FlowRefusal | "gone" | undefined>;
  /**
   * A change that changes nothing, or only the layout, makes no revision; one that links other revisions of other flows
   * does. The last `revisionsKept` stay, the one that is published, and those that other flows need. A revision is an audit entry.
   */
  change(key: FlowKey, change: FlowChange, revisionsKept: number): Promise<StoredFlow | FlowRefusal>;
  /** With all its revisions; undefined when that is done. Works on a full disk, too. */
  remove(key: FlowKey, entry?: AuditDraft): Promise<FlowRefusal | undefined>;
  /** The account's flow that calls itself so in its document, as calls get it; the last changed, if several do. */
  newest(accountId: string, documentId: string): Promise<(FlowRef & { readonly source: string }) | undefined>;
  /** Undefined when it has been deleted. */
  text(of: FlowRef): Promise<string | undefined>;
  links(of: FlowRef): Promise<FlowLinks>;
  /** A fixed link stays. Does nothing for a revision that is gone. */
  fixLinks(of: FlowRef, links: FlowLinks): Promise<void>;
}
