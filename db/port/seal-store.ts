// Seal store: which master key the data is sealed with, and how all of it is sealed anew.

import type { AuditDraft, SealKeys } from "./audit-store.ts";
import type { ProviderKind } from "./stored-rows.ts";

/** Where a sealed value lies. */
export type SealedPlace =
  | {
      readonly type: "key";
      readonly accountId: string;
      readonly kind: ProviderKind;
      readonly provider: string;
    }
  | { readonly type: "secret"; readonly accountId: string; readonly name: string }
  | { readonly type: "hook"; readonly accountId: string; readonly id: string }
  | { readonly type: "number"; readonly accountId: string; readonly id: string }
  | { readonly type: "phone-call"; readonly accountId: string; readonly id: string }
  /** Numbers of a session. */
  | { readonly type: "parties"; readonly id: string }
  /** The key of the index by which the sessions of a subject are found. */
  | { readonly type: "subjects" };

export interface ResealOrder {
  /** Fingerprint of the new sealing key. */
  readonly fingerprint: string;
  /** Without waiting for anything: it runs in the transaction. */
  readonly reseal: (sealed: Uint8Array, place: SealedPlace) => Uint8Array;
  /** By which the audit log is sealed; absent: it is not. */
  readonly auditKeys?: SealKeys;
  /** Audit entries of the change. */
  readonly entries?: readonly AuditDraft[];
}

export interface SealStore {
  /** Fingerprint of the sealing key; undefined: nothing is sealed yet. */
  fingerprint(): Promise<string | undefined>;
  setFingerprint(fingerprint: string): Promise<void>;
  /** The key of the index of subjects, which this one becomes when there is none. */
  subjectKey(sealed: Uint8Array): Promise<Uint8Array>;
  /** Everything and the fingerprint, or nothing. Answers how many values of each type there were. */
  resealAll(resealing: ResealOrder): Promise<Readonly<Record<SealedPlace["type"], number>>>;
}
