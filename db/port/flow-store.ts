// Flow store: texts of flows with their revisions, and the revisions of other flows that each needs. Each operation
// is one transaction, which also appends its audit entry if it succeeded.

import type { AuditDraft } from "./audit-store.ts";
import type { FlowLayout } from "./stored-rows.ts";

export interface FlowRef {
  readonly flowId: string;
  /** Number of the revision, from 1. */
  readonly revision: number;
}

/** Revisions by document id: the flow's own, and those of flows that it names. */
export type FlowLinks = ReadonlyMap<string, FlowRef>;

export interface FlowHead {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
}

export interface ListedFlow extends FlowHead {
  /** Id in the flow's newest document; null: not known yet. */
  readonly documentId: string | null;
}

export interface StoredFlow extends FlowHead {
  readonly accountId: string;
  readonly source: string;
  /** Null until an editor has stored the places of nodes. */
  readonly layout: FlowLayout | null;
  /** Number of the newest revision, from 1. */
  readonly revision: number;
  /** Revision for calls; null: the newest. */
  readonly published: number | null;
  readonly updatedAt: number;
}

/** Stored revision. */
export interface FlowRevision {
  readonly revision: number;
  readonly createdAt: number;
  /** Length of the revision's text, in characters. */
  readonly chars: number;
}

/** Flow of an account; without one, of any account. */
export interface OwnedFlow {
  readonly accountId: string | undefined;
  readonly flowId: string;
}

export interface FlowKey {
  readonly accountId: string;
  readonly flowId: string;
  /** The change is made only if the flow is still at one of these revisions; `undefined` makes it anyway. */
  readonly revisions?: readonly number[] | undefined;
}

/** Figures of the last calls of a revision. */
export interface FlowContract extends FlowRef {
  readonly name: string;
  readonly contract: string;
}

/** Parsed text. */
export interface FlowText {
  readonly source: string;
  /** Id in the document; empty if it has none. */
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
  /** Without a layout: new node names by their old ones, so that the stored layout stays valid. */
  readonly renames?: Readonly<Record<string, string>> | undefined;
  readonly at: number;
  /** Entry for the new revision, whose number is added. */
  readonly entry?: AuditDraft | undefined;
}

/**
 * Layout after a change, from the one stored at that time: a layout makes no revision. Undefined: the stored one is
 * unchanged.
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

/** Why a flow was not changed: the account does not own it, or it is at another revision. */
export type FlowRefusal = "missing" | { readonly atRevision: number };

export interface FlowStore {
  /** Adds the flow with its first revision. Undefined if the account has `flowsMax` flows. */
  add(flow: NewFlow, flowsMax: number, entry?: AuditDraft): Promise<StoredFlow | undefined>;
  /** Newest first. */
  list(accountId: string): Promise<readonly ListedFlow[]>;
  /** Flow at its newest revision. */
  find(key: OwnedFlow): Promise<StoredFlow | undefined>;
  /** Flow at the revision for calls. */
  live(key: OwnedFlow): Promise<StoredFlow | undefined>;
  /** Newest first. Empty also for another account's flow. */
  revisions(key: FlowKey): Promise<readonly FlowRevision[]>;
  /** Gives calls this revision from now on; null: always the newest. `gone`: the revision is deleted. */
  publish(
    key: FlowKey,
    revision: number | null,
    entry?: AuditDraft,
  ): Promise<FlowRefusal | "gone" | undefined>;
  /**
   * A change without effect, or of the layout only, makes no revision; one that links other revisions of other flows
   * does. The last `revisionsKept` stay, also the published one, and those needed by other flows. A revision is an
   * audit entry.
   */
  change(key: FlowKey, change: FlowChange, revisionsKept: number): Promise<StoredFlow | FlowRefusal>;
  /** Removes the flow with all its revisions; undefined: done. Works on a full disk too. */
  remove(key: FlowKey, entry?: AuditDraft): Promise<FlowRefusal | undefined>;
  /** The account's flow with this document id, as calls get it; the last changed of several. */
  newest(accountId: string, documentId: string): Promise<(FlowRef & { readonly source: string }) | undefined>;
  /** Undefined if the revision was deleted. */
  text(of: FlowRef): Promise<string | undefined>;
  links(of: FlowRef): Promise<FlowLinks>;
  /** Fixes links; a fixed link stays. No effect on a deleted revision. */
  fixLinks(of: FlowRef, links: FlowLinks): Promise<void>;
  /** Figures of the last calls of a revision; null: there are no figures yet. Undefined: the revision is gone. */
  contract(of: FlowRef): Promise<string | null | undefined>;
  /** Writes the figures if they still are `before`. False: another call has changed them, or the revision is gone. */
  putContract(of: FlowRef, before: string | null, after: string): Promise<boolean>;
  /** Figures of the revisions that calls get, except texts with this ending. The ending contains no `%` and no `_`. */
  contracts(accountId: string, ending: string): Promise<readonly FlowContract[]>;
}
