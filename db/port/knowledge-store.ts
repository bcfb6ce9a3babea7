// Knowledge store: the sources of an account's bases, cut into passages, with their search terms. Returns the
// passages with a word; ranking is done elsewhere, so that all stores answer alike. Each operation is one
// transaction.

export type SourceKind = "text" | "markdown" | "html" | "csv";

export interface BaseKey {
  readonly accountId: string;
  /** Name of the base. */
  readonly base: string;
}

export interface SourceKey extends BaseKey {
  readonly id: string;
}

export interface SearchedSources extends BaseKey {
  /** Only these sources, by address or, without one, by title. */
  readonly sources?: readonly string[] | undefined;
}

export interface NewSource extends SourceKey {
  readonly kind: SourceKind;
  readonly title: string;
  /** Address that the source was fetched from. */
  readonly url: string | null;
  /** Final number of its passages. */
  readonly passages: number;
  readonly at: number;
}

export interface StoredSource {
  readonly base: string;
  readonly id: string;
  readonly kind: SourceKind;
  readonly title: string;
  readonly url: string | null;
  readonly passages: number;
  /** False while the source is being added or removed: searches skip it then. */
  readonly isReady: boolean;
  readonly createdAt: number;
}

export interface SourceLimits {
  /** Limit in one base. */
  readonly sourcesMax: number;
  readonly basesMax: number;
  /** Limit over all bases of the account. */
  readonly passagesMax: number;
}

export interface StoredPassage {
  readonly title: string;
  readonly text: string;
  /** Questions that the passage answers. */
  readonly questions: readonly string[] | null;
}

/** Some passages of a source, and the places of each term in the slice. */
export interface PassageSlice {
  /** Counts from 0. One slice may come in several parts. */
  readonly slice: number;
  /** Place of the first passage in the slice; default 0. */
  readonly from?: number;
  readonly passages: readonly StoredPassage[];
  readonly terms: readonly (readonly [term: string, postings: Uint8Array])[];
  /** Terms added to the source by this part. */
  readonly termCount: number;
}

export interface SlicePlace {
  readonly sourceId: string;
  readonly slice: number;
}

export interface PassagePlace extends SlicePlace {
  /** Place in the slice, from 0. */
  readonly place: number;
}

export interface BasePostings {
  /** Number of passages in the whole base. */
  readonly passages: number;
  readonly terms: number;
  readonly rows: readonly (SlicePlace & { readonly term: string; readonly postings: Uint8Array })[];
}

export interface KnowledgeStore {
  /** First limit that the source would exceed; undefined: it is added, and waits for its slices. */
  begin(source: NewSource, limits: SourceLimits): Promise<keyof SourceLimits | undefined>;
  /** False when the source has been removed meanwhile. */
  extend(key: SourceKey, slice: PassageSlice): Promise<boolean>;
  /** Makes the source searchable. Undefined if it was removed meanwhile. */
  finish(key: SourceKey): Promise<StoredSource | undefined>;
  /** Oldest first; without a base, the sources of all bases. */
  list(accountId: string, base: string | undefined): Promise<readonly StoredSource[]>;
  /**
   * Ends searches in the source and deletes it slice by slice. `more`: a part is deleted; call again for the rest, so
   * that no transaction takes long. Works on a full disk too.
   */
  remove(key: SourceKey): Promise<"missing" | "more" | "gone">;
  /** Places of these terms in the ready sources. */
  postings(of: SearchedSources, terms: readonly string[]): Promise<BasePostings>;
  /** Passages in the order of the places; deleted ones are left out. */
  passages(
    accountId: string,
    places: readonly PassagePlace[],
  ): Promise<readonly (PassagePlace & { readonly passage: StoredPassage })[]>;
}
