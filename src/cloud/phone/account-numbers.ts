// Numbers of an account: extensions of a PBX, or of a SIP trunk, at which its flows answer and call.

import type { NumberKey, NumberRow, NumberSettings } from "../../../db/port/phone-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { Fault } from "../../base/fault.ts";
import { newId } from "../../base/id.ts";
import { registrarAt } from "../../base/registrar-place.ts";
import { type ChangeAuthor, entriesOf } from "../audit-trail.ts";
import type { Vault } from "../vault.ts";
import { dialPrefix } from "../../base/words/dial-prefix.ts";
import { type NumberLogin, openLogin, sealLogin } from "./phone-seal.ts";

export interface NumberRequest extends Omit<NumberSettings, "sealed"> {
  readonly login: NumberLogin;
}

export interface ShownNumber {
  readonly row: NumberRow;
  readonly login: NumberLogin;
}

type Numbers = Pick<Store, "of">;

const numbersMax = 20;

/** Throws `account/limit`, and `request/invalid` for an impossible registration. */
export async function createNumber(
  store: Numbers,
  vault: Vault,
  { accountId, by, at, ...wanted }: NumberRequest & ChangeAuthor & { readonly accountId: string },
): Promise<ShownNumber> {
  const { login: given, ...settings } = wanted;
  const login = checkedLogin(given);
  checkDials(settings.dials);
  const id = newId("num", at);
  const row = {
    ...settings,
    id,
    accountId,
    createdAt: at,
    sealed: sealLogin(vault, { accountId, id }, login),
  };
  const entries = entriesOf({ by, at }, { accountId, action: "number.made", target: id });
  if (!(await store.of(accountId).phone.addNumber(row, numbersMax, entries)))
    throw new Fault("account/limit", `An account has at most ${numbersMax} numbers: delete one first.`);
  return { row: { ...row, revision: 1, phase: null, problem: null, stateAt: null }, login };
}

/** Throws `phone/not-found`, also for another account's. */
async function getNumber(store: Numbers, vault: Vault, key: NumberKey): Promise<ShownNumber> {
  const row = await store.of(key.accountId).phone.number(key);
  if (row === undefined) throw notFound();
  return { row, login: openLogin(vault, row) };
}

/** An absent field stays, including the password. Throws like `createNumber` and `getNumber`. */
export async function changeNumber(
  store: Numbers,
  vault: Vault,
  {
    accountId,
    id,
    by,
    at,
    set,
  }: NumberKey &
    ChangeAuthor & {
      readonly set: Partial<Omit<NumberRequest, "login">> & { readonly login?: Partial<NumberLogin> };
    },
): Promise<ShownNumber> {
  const key = { accountId, id };
  const before = await getNumber(store, vault, key);
  const { login: given, ...settings } = set;
  if (settings.dials !== undefined) checkDials(settings.dials);
  const login = checkedLogin({ ...before.login, ...given });
  const sealed = given === undefined ? {} : { sealed: sealLogin(vault, key, login) };
  const details = { count: Object.keys(set).length };
  const entries = entriesOf({ by, at }, { accountId, action: "number.changed", target: id, details });
  const changed = { ...settings, ...sealed };
  if (!(await store.of(accountId).phone.changeNumber(key, changed, entries))) throw notFound();
  return await getNumber(store, vault, key);
}

/** Throws `phone/not-found`. */
export async function deleteNumber(store: Numbers, key: NumberKey, doing: ChangeAuthor): Promise<void> {
  const { accountId, id: target } = key;
  const entries = entriesOf(doing, { accountId, action: "number.removed", target });
  if (!(await store.of(accountId).phone.removeNumber(key, entries))) throw notFound();
}

function checkedLogin(login: NumberLogin): NumberLogin {
  const registrar = login.registrar.trim().replace(/^sip:/i, "");
  try {
    registrarAt(registrar);
  } catch {
    throw unfit(
      "/registrar",
      "Must be the address of the PBX, such as fritz.box or pbx.example:5060;transport=tcp.",
    );
  }
  const user = login.user.trim();
  if (!/^[\w.+*-]{1,64}$/.test(user))
    throw unfit("/user", "Must be an extension such as 620, without the domain of the PBX.");
  return { ...login, registrar, user, loginName: login.loginName.trim() || user };
}

function checkDials(dials: readonly string[]): void {
  const odd = dials.findIndex((prefix) => !dialPrefix.test(prefix));
  if (odd >= 0) throw unfit(`/dials/${odd}`, "Must be a prefix of numbers, such as +49, 0 or **6.");
}

function notFound(): Fault {
  return new Fault("phone/not-found", "There is no such number: GET /v1/phone/numbers lists them.");
}

export function unfit(pointer: string, detail: string): Fault {
  const message = `The body does not fit its schema at "${pointer}": ${detail}`;
  return new Fault("request/invalid", message, { errors: [{ pointer, detail }] });
}
