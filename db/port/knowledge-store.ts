// Knowledge store: the sources of an account's bases, cut into passages, with what each is found by. It says which
// passages have a word; which of them is best is counted elsewhere, so that all stores answer alike. Each operation is
// one transaction.

export type SourceKind = "text" | "markdown" | "html" | "csv";

export interface BaseKey {
  readonly accountId: string;
  /** Its name. */
  readonly base: string;
}

export interface SourceKey extends BaseKey {
  readonly id: string;
}

export interface SearchedSources extends BaseKey {
  /** Only these, by the address or, of what has none, by the title. */
  readonly sources?: readonly string[] | undefined;
}

export interface NewSource extends SourceKey {
  readonly kind: SourceKind;
  readonly title: string;
  /** Where it was fetched. */
  readonly url: string | null;
  /** How many it will have. */
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
  /** False while it is being added, or removed: it is not searched then. */
  readonly isReady: boolean;
  readonly createdAt: number;
}

export interface SourceLimits {
  /** In one base. */
  readonly sourcesMax: number;
  readonly basesMax: number;
  /** Limit over all bases of the account. */
  readonly passagesMax: number;
}

export interface StoredPassage {
  readonly title: string;
  readonly text: string;
  /** Questions of an answer. */
  readonly questions: readonly string[] | null;
}

/** Some passages of a source, and by term where it stands in those of its slice. */
export interface PassageSlice {
  /** Counts from 0. One slice may come in several parts. */
  readonly slice: number;
  /** The place of the first passage in the slice; 0 unless given. */
  readonly from?: number;
  readonly passages: readonly StoredPassage[];
  readonly terms: readonly (readonly [term: string, postings: Uint8Array])[];
  /** By how many terms the source has more with this part. */
  readonly termCount: number;
}

export interface SlicePlace {
  readonly sourceId: string;
  readonly slice: number;
}

export interface PassagePlace extends SlicePlace {
  /** In the slice, from 0. */
  readonly place: number;
}

export interface BasePostings {
  /** Passages of the whole base. */
  readonly passages: number;
  readonly terms: number;
  readonly rows: readonly (SlicePlace & { readonly term: string; readonly postings: Uint8Array })[];
}

export interface KnowledgeStore {
  /** The first limit that it would exceed; undefined: it is there, and waits for its slices. */
  begin(source: NewSource, limits: SourceLimits): Promise<keyof SourceLimits | undefined>;
  /** False when the source has been removed meanwhile. */
  extend(key: SourceKey, slice: PassageSlice): Promise<boolean>;
  /** From now on it is searched. Undefined when it has been removed meanwhile. */
  finish(key: SourceKey): Promise<StoredSource | undefined>;
  /** Oldest first; without a base, of all bases. */
  list(accountId: string, base: string | undefined): Promise<readonly StoredSource[]>;
  /**
   * Ends searches in it and deletes it slice by slice. `more`: a part of it is gone, and the rest goes when
   * this is called again, so that no transaction takes long. Works on a full disk, too.
   */
  remove(key: SourceKey): Promise<"missing" | "more" | "gone">;
  /** Where these terms stand, in the sources that are ready. */
  postings(of: SearchedSources, terms: readonly string[]): Promise<BasePostings>;
  /** In the order of the places; one that is gone is left out. */
  passages(
    accountId: string,
    places: readonly PassagePlace[],
  ): Promise<readonly (PassagePlace & { readonly passage: StoredPassage })[]>;
}
