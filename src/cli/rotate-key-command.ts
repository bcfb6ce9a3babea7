// Command `rotate-key`: replaces the master key. Provider keys, secrets and hooks are sealed again, files are handed
// over to the next key, and every login ends.

import { lockDirectory } from "../../db/directory-lock.ts";
import { StoreError } from "../../db/open-refusal.ts";
import type { NodeStore } from "../../db/port/node-store.ts";
import type { SealedPlace } from "../../db/port/seal-store.ts";
import { wallClock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import {
  adoptKey,
  deriveKey,
  fingerprintOf,
  newMasterKey,
  openMasterKey,
  prepareKey,
} from "../cloud/master-key.ts";
import type { MasterKey, KeyPurpose } from "../cloud/master-key.ts";
import { placeOfHook } from "../hooks/account-hooks.ts";
import { placeOfKey } from "../cloud/account-providers.ts";
import { placeOfSecret } from "../cloud/account-secrets.ts";
import { placeOfParties, placeOfPhone } from "../cloud/phone/phone-seal.ts";
import { entryOf } from "../cloud/audit-trail.ts";
import { placeOfSubjects } from "../cloud/subject-index.ts";
import { Vault } from "../cloud/vault.ts";
import type { Config } from "../config.ts";
import { S3Files } from "../files/s3-files.ts";
import { fileKey, SealedFiles } from "../files/sealed-files.ts";
import { FilesError } from "../files/stored-files.ts";
import { configOrSay } from "./command-config.ts";
import { operator } from "./audit/operator.ts";
import { openBeside, orSay, placeOf } from "./stored-data.ts";
import { misuse } from "./mistakes/misuse.ts";

export async function rotateKey(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    console.error(misuse("rotate-key", args));
    return 2;
  }
  const config = configOrSay({ unseals: true });
  return config === undefined ? 1 : await orSay(config, () => rotate(config));
}

async function rotate(config: Config): Promise<number> {
  const { masterKey: given, newMasterKey: wanted } = config;
  if (given !== undefined && wanted === undefined) {
    throw new Fault("config/invalid", "MASTER_KEY is set. Set NEW_MASTER_KEY to its successor as well.");
  }
  using store = await openBeside(config);
  // A running server would keep sealing with the old key.
  const directory = config.database === undefined ? placeOf(config).directory : undefined;
  using _lock = directory === undefined ? undefined : lockDirectory(directory);
  if (directory === undefined) await refuseBesideNodes(store.nodes);
  const from = await openMasterKey(store.seals, { directory: directory ?? "the database", given });
  const to = wanted ?? newMasterKey();
  const inFile = given === undefined ? directory : undefined;
  // First: it may fail, and its result is usable only with the next key.
  await filesOf(config, from)
    ?.handOver(fileKey(deriveKey(to, "files")))
    .catch(kept);
  if (inFile !== undefined) prepareKey(inFile, to);
  const vaults = (purpose: KeyPurpose) => ({ from: vaultOf(from, purpose), to: vaultOf(to, purpose) });
  const [keys, secrets] = [vaults("provider-keys"), vaults("secrets")];
  const sealed = await store.seals.resealAll({
    fingerprint: fingerprintOf(to),
    auditKeys: { from: deriveKey(from, "audit"), to: deriveKey(to, "audit") },
    entries: [entryOf(operator(), { at: wallClock.wall(), action: "master-key.rotated" })],
    reseal: (bytes, at) => {
      const [vault, place] = [at.type === "key" ? keys : secrets, placeIn(at)];
      return vault.to.seal(vault.from.open(bytes, place), place);
    },
  });
  if (inFile !== undefined) adoptKey(inFile);
  const next =
    inFile !== undefined
      ? ""
      : " From now on, start the server with MASTER_KEY set to the value of NEW_MASTER_KEY.";
  console.log(
    `The master key was replaced: ${sealed.key} provider keys and ${sealed.secret + sealed.hook + sealed.number} secrets ` +
      `re-encrypted, all logins ended.${next}`,
  );
  return 0;
}

/** Undefined where files lie in DATA_DIR, as they are. */
function filesOf({ files: place }: Config, master: MasterKey): SealedFiles | undefined {
  return (
    place && new SealedFiles(new S3Files({ place, clock: wallClock }), fileKey(deriveKey(master, "files")))
  );
}

function kept(error: unknown): never {
  if (!(error instanceof FilesError)) throw error;
  const why = `Files at FILES_URL cannot be re-encrypted: ${error.message}.`;
  throw new Fault(
    "storage/unavailable",
    `${why} Nothing was changed. Try again when the command doctor reports FILES_URL as working.`,
    {
      cause: error,
    },
  );
}

/** A node with a longer silence is gone, or about to be given up. */
const silentMsMax = 60_000;

async function refuseBesideNodes(nodes: NodeStore): Promise<void> {
  const all = await nodes.list(wallClock.wall());
  const running = all.filter(({ state, silentMs }) => state !== "gone" && silentMs < silentMsMax);
  if (running.length === 0) return;
  const ids = running.map(({ id }) => id).join(", ");
  throw new StoreError(
    `Servers run on this database or did within the last minute (${ids}). Stop all of them first.`,
  );
}

function placeIn(at: SealedPlace): string {
  switch (at.type) {
    case "key":
      return placeOfKey(at);
    case "secret":
      return placeOfSecret(at);
    case "hook":
      return placeOfHook(at);
    case "number":
    case "phone-call":
      return placeOfPhone(at);
    case "parties":
      return placeOfParties(at.id);
    case "subjects":
      return placeOfSubjects;
  }
}

function vaultOf(master: MasterKey, purpose: KeyPurpose): Vault {
  return new Vault(deriveKey(master, purpose));
}
