// Phone seal: sealed fields of a number and of a telephone call, readable by this program alone.

import { Secret } from "../../base/secret.ts";
import type { JsonObject } from "../../../db/port/stored-rows.ts";
import type { Vault } from "../vault.ts";

interface Owned {
  readonly accountId: string;
  readonly id: string;
}

/** Login of this program as an extension of a PBX. */
export interface NumberLogin {
  /** Domain of the PBX, with its port if that is not 5060. */
  readonly registrar: string;
  readonly user: string;
  /** User name of the password, if it is not the extension. */
  readonly loginName: string;
  readonly password: string;
}

/** Numbers of a telephone call; absent: withheld. */
export interface Parties {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface CallTarget {
  readonly to: string;
  readonly context: JsonObject;
  readonly metadata: JsonObject;
}

/** A sealed value moved to another row does not open there. */
export const placeOfPhone = ({ accountId, id }: Owned): string => `${accountId}/phone/${id}`;

/** Additional data for the numbers in the row of a session. */
export const placeOfParties = (sessionId: string): string => `parties/${sessionId}`;

/** Sealed numbers of both sides, in base64. */
export const sealParties = (vault: Pick<Vault, "seal">, sessionId: string, parties: Parties): string =>
  vault.seal(new Secret(JSON.stringify(parties)), placeOfParties(sessionId)).toString("base64");

/** Empty if sealed with another key. */
export function openParties(vault: Pick<Vault, "open">, sessionId: string, sealed: string): Parties {
  try {
    const text = vault.open(Buffer.from(sealed, "base64"), placeOfParties(sessionId)).reveal();
    return JSON.parse(text) as Parties;
  } catch {
    return {};
  }
}

const seal = (vault: Vault, of: Owned, value: object): Buffer =>
  vault.seal(new Secret(JSON.stringify(value)), placeOfPhone(of));
const open = (vault: Vault, of: Owned & { readonly sealed: Uint8Array }): unknown =>
  JSON.parse(vault.open(of.sealed, placeOfPhone(of)).reveal());

export const sealLogin = (vault: Vault, of: Owned, login: NumberLogin): Buffer => seal(vault, of, login);
export const openLogin = (vault: Vault, row: Owned & { readonly sealed: Uint8Array }): NumberLogin =>
  open(vault, row) as NumberLogin;
export const sealTarget = (vault: Vault, of: Owned, target: CallTarget): Buffer => seal(vault, of, target);
export const openTarget = (vault: Vault, row: Owned & { readonly sealed: Uint8Array }): CallTarget =>
  open(vault, row) as CallTarget;
