// Phone store: numbers at which an account answers and calls, and its outgoing calls. Numbers and passwords are
// sealed. Each operation is one transaction, with its audit entries.

import type { AuditDraft } from "./audit-store.ts";

/** State of a number, as reported by its node. */
export type NumberPhase = "registering" | "registered" | "refused" | "away";

export interface NumberSettings {
  readonly label: string;
  /** Kind of PBX, which selects help pages. */
  readonly kind: string;
  /** Registrar, extension, login and password. */
  readonly sealed: Buffer;
  /** Id of a flow or an assistant; null: the default assistant answers. */
  readonly flowId: string | null;
  /** Prefixes of numbers that it may call; empty: it makes no calls. */
  readonly dials: readonly string[];
  readonly callsMax: number;
}

export interface NewNumber extends NumberSettings {
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: number;
}

export interface NumberRow extends NewNumber {
  /** Number of the version, which rises with each change. */
  readonly revision: number;
  /** Null: no report of a node yet. */
  readonly phase: NumberPhase | null;
  /** Reason for not being registered. */
  readonly problem: string | null;
  readonly stateAt: number | null;
}

export interface NumberKey {
  readonly accountId: string;
  readonly id: string;
}

export interface NumberState {
  readonly id: string;
  readonly phase: NumberPhase;
  readonly problem: string | null;
  readonly at: number;
}

/** `waiting`: for its time, its turn or its next attempt. */
export type PhoneCallState = "waiting" | "dialling" | "ringing" | "talking" | "ended";

/** Fields that only the calling node changes. */
export interface PhoneCallProgress {
  readonly state: PhoneCallState;
  /** Result of the call, or of its last attempt. */
  readonly outcome: string | null;
  readonly answeredBy: string | null;
  /** Session of the last attempt. */
  readonly sessionId: string | null;
  readonly attempts: number;
  /** Earliest time of dialling. */
  readonly nextAt: number;
  readonly endedAt: number | null;
}

export interface NewPhoneCall {
  readonly id: string;
  readonly accountId: string;
  readonly numberId: string;
  /** Id of a flow or an assistant; null: the default assistant speaks. */
  readonly flowId: string | null;
  readonly keyId: string | null;
  readonly subjectHash: string | null;
  /** Number to call, and the context of the call. */
  readonly sealed: Buffer;
  readonly voicemail: string;
  readonly ringMs: number;
  readonly attemptsMax: number;
  readonly retryMs: number;
  readonly nextAt: number;
  /** Time after which no attempt begins. */
  readonly untilAt: number;
  readonly createdAt: number;
}

export interface PhoneCallRow extends NewPhoneCall, PhoneCallProgress {}

export interface PhoneStore {
  /** False when the account has `numbersMax` numbers. */
  addNumber(number: NewNumber, numbersMax: number, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Newest first. */
  numbers(accountId: string): Promise<readonly NumberRow[]>;
  /** Numbers of all open accounts. */
  everyNumber(): Promise<readonly NumberRow[]>;
  number(key: NumberKey): Promise<NumberRow | undefined>;
  /** An absent field stays. False if the account has no number of that id. */
  changeNumber(
    key: NumberKey,
    set: Partial<NumberSettings>,
    entries?: readonly AuditDraft[],
  ): Promise<boolean>;
  /** Removes the number with its calls. False as for `changeNumber`. */
  removeNumber(key: NumberKey, entries?: readonly AuditDraft[]): Promise<boolean>;
  noteNumber(state: NumberState): Promise<void>;
  /** False if the number has `waitingMax` unfinished calls. */
  addCall(call: NewPhoneCall, waitingMax: number, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Newest first. */
  calls(accountId: string, limit: number): Promise<readonly PhoneCallRow[]>;
  call(key: NumberKey): Promise<PhoneCallRow | undefined>;
  /** Due calls of a number, in order. */
  dueCalls(due: {
    readonly numberId: string;
    readonly at: number;
    readonly limit: number;
  }): Promise<readonly PhoneCallRow[]>;
  /** False if the call must still be waiting and is not: then nothing is changed, and no entry is written. */
  changeCall(
    key: NumberKey,
    set: Partial<PhoneCallProgress>,
    only?: { readonly isWaiting: true; readonly entries?: readonly AuditDraft[] },
  ): Promise<boolean>;
  /** Ends the calls that a dead node was dialling. */
  endLost(lost: { readonly numberId: string; readonly at: number }): Promise<void>;
  /** Deletes a subject's finished and waiting calls and returns their number. */
  forgetSubject(of: { readonly accountId: string; readonly subjectHash: string }): Promise<number>;
}
