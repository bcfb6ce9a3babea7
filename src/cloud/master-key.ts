// Master key: the one key from which all others are derived, given by the operator, or made once and stored beside
// the data.

import { hkdfSync, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { keyName as fileName } from "../../db/data-loss.ts";
import { inMemory } from "../../db/in-memory.ts";
import type { SealStore } from "../../db/port/seal-store.ts";
import { Fault } from "../base/fault.ts";
import { Secret } from "../base/secret.ts";

/** 32 bytes, written in hexadecimal. */
export type MasterKey = Secret;

export interface MasterKeySource {
  readonly directory: string;
  /** Key from the environment; overrides the file. */
  readonly given: MasterKey | undefined;
}

/** A rotation's key before the data is known to be written with it. */
const nextName = "master.key.next";
/** Key for backups from before a rotation. */
const formerName = "master.key.former";

/** Purpose of a derived key: a leaked one reveals nothing about another. */
export type KeyPurpose =
  | "access-tokens"
  | "provider-keys"
  | "secrets"
  | "snapshots"
  | "files"
  | "fingerprint"
  | "audit"
  | "rates"
  | "nodes"
  | "letters"
  | "succession";

export function deriveKey(master: MasterKey, purpose: KeyPurpose): Uint8Array {
  const bytes = Buffer.from(master.reveal(), "hex");
  return new Uint8Array(hkdfSync("sha256", bytes, "", `voice-flow/${purpose}`, 32));
}

export function newMasterKey(): MasterKey {
  return new Secret(randomBytes(32).toString("hex"));
}

/** File of the master key, unless the environment gives the key. */
export function keyFileIn(directory: string): string {
  return join(directory, fileName);
}

/** Key before the data is opened; undefined: none yet. */
export function knownMasterKey({ directory, given }: MasterKeySource): MasterKey | undefined {
  return given ?? (directory === inMemory ? undefined : readKeyFile(keyFileIn(directory)));
}

/** Finds or makes the key, and refuses one other than the data's. */
export async function openMasterKey(
  seals: Pick<SealStore, "fingerprint" | "setFingerprint">,
  { directory, given }: MasterKeySource,
): Promise<MasterKey> {
  const stored = await seals.fingerprint();
  const problem = keyProblem(stored, { directory, given });
  if (problem !== undefined) throw new Fault("config/invalid", problem);
  const master = given ?? readKey(directory, stored);
  if (master === undefined) {
    const made = newMasterKey();
    if (directory !== inMemory) writeKey(keyFileIn(directory), made);
    await seals.setFingerprint(fingerprintOf(made));
    return made;
  }
  if (stored === undefined) await seals.setFingerprint(fingerprintOf(master));
  return master;
}

/** Why data with this key fingerprint cannot be opened with the present keys, as a sentence; undefined: it can. */
export function keyProblem(stored: string | undefined, source: MasterKeySource): string | undefined {
  if (stored === undefined || keyWith(stored, source) !== undefined) return undefined;
  const { directory, given } = source;
  if (given !== undefined)
    return `MASTER_KEY is not the key that the data in ${directory} was written with: set the right one.`;
  if (keysIn(source).length === 0)
    return `The master key of the data in ${directory} is missing: put ${fileName} back, or set MASTER_KEY.`;
  return (
    `${fileName} is not the key that the data in ${directory} was written with: put the right one back. ` +
    `After rotate-key, the previous key is in ${formerName}.`
  );
}

/** Changes no file, also after a crash of a rotation. */
export function keyWith(fingerprint: string, source: MasterKeySource): MasterKey | undefined {
  return keysIn(source).find((key) => fingerprintOf(key) === fingerprint);
}

function keysIn({ directory, given }: MasterKeySource): readonly MasterKey[] {
  if (given !== undefined) return [given];
  const paths = directory === inMemory ? [] : [keyFileIn(directory), join(directory, nextName)];
  return paths.flatMap((path) => readKeyFile(path) ?? []);
}

/** For data sealed before, without access to it: makes none, and cannot verify the key. */
export function existingMasterKey({ directory, given }: MasterKeySource): MasterKey {
  const master = given ?? readKeyFile(keyFileIn(directory));
  if (master !== undefined) return master;
  throw new Fault("config/invalid", `There is no ${keyFileIn(directory)}: put it back, or set MASTER_KEY.`);
}

/** Before the data is written with the next key: from here on either key can be found again. */
export function prepareKey(directory: string, next: MasterKey): void {
  writeKey(join(directory, nextName), next);
}

/** After the transaction that writes the data with the next key; the next start completes it after a crash. */
export function adoptKey(directory: string): void {
  const current = keyFileIn(directory);
  if (existsSync(current)) renameSync(current, join(directory, formerName));
  renameSync(join(directory, nextName), current);
  flush(directory);
}

function readKey(directory: string, stored: string | undefined): MasterKey | undefined {
  if (directory === inMemory) return undefined;
  const next = readKeyFile(join(directory, nextName));
  if (next !== undefined) {
    if (stored === fingerprintOf(next)) adoptKey(directory);
    else rmSync(join(directory, nextName));
  }
  return readKeyFile(keyFileIn(directory));
}

function readKeyFile(path: string): MasterKey | undefined {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8").trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return new Secret(text.toLowerCase());
  throw new Fault("config/invalid", `${path} does not hold 64 hexadecimal digits: put the right file back.`);
}

/** Under another name first, so that a crash leaves the whole key or none. */
function writeKey(path: string, master: MasterKey): void {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  const file = openSync(part, "wx", 0o600);
  writeSync(file, `${master.reveal()}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(part, path);
  flush(dirname(path));
}

/** A power cut must not undo the name of a file that the data relies on. */
function flush(directory: string): void {
  const handle = openSync(directory, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/** Identifies the data's key without revealing anything of it. */
export function fingerprintOf(master: MasterKey): string {
  return Buffer.from(deriveKey(master, "fingerprint")).toString("hex");
}
