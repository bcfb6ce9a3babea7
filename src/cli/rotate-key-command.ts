// Command `rotate-key`: puts another master key in place. Provider keys, secrets and hooks are sealed anew, and every
// login ends.

import { lockDirectory } from "../../db/directory-lock.ts";
import { openBeside } from "../../db/open-database.ts";
import { Fault } from "../base/fault.ts";
import {
  adoptKey,
  deriveKey,
  newMasterKey,
  openMasterKey,
  prepareKey,
  writeFingerprint,
} from "../cloud/master-key.ts";
import type { MasterKey, KeyPurpose } from "../cloud/master-key.ts";
import { resealHooks } from "../cloud/account-hooks.ts";
import { resealKeys } from "../cloud/account-providers.ts";
import { resealSecrets } from "../cloud/account-secrets.ts";
import { Vault } from "../cloud/vault.ts";
import type { Config } from "../config.ts";
import { configOrSay } from "./command-config.ts";
import { orSay, placeOf } from "./stored-data.ts";
import { invocation } from "./invocation.ts";

export function rotateKey(args: readonly string[]): number {
  if (args.length > 0) {
    console.error(`Usage: ${invocation} rotate-key`);
    return 2;
  }
  const config = configOrSay();
  return config === undefined ? 1 : orSay(config, () => rotate(config));
}

function rotate(config: Config): number {
  const { masterKey: given, newMasterKey: wanted } = config;
  if (given !== undefined && wanted === undefined) {
    throw new Fault(
      "config/invalid",
      "MASTER_KEY is set, so its successor has to be known: set NEW_MASTER_KEY as well.",
    );
  }
  const place = placeOf(config);
  using data = openBeside(place);
  // A server that runs would go on sealing with the key that is about to end.
  using _lock = lockDirectory(place.directory);
  const from = openMasterKey(data.db, { directory: place.directory, given });
  const to = wanted ?? newMasterKey();
  const inFile = given === undefined;
  if (inFile) prepareKey(place.directory, to);
  const vaults = (purpose: KeyPurpose) => ({ from: vaultOf(from, purpose), to: vaultOf(to, purpose) });
  const sealed = data.db.transaction(
    (tx) => {
      writeFingerprint(tx, to);
      return {
        keys: resealKeys(tx, vaults("provider-keys")),
        secrets: resealSecrets(tx, vaults("secrets")) + resealHooks(tx, vaults("secrets")),
      };
    },
    { behavior: "immediate" },
  );
  if (inFile) adoptKey(place.directory);
  const next = inFile ? "" : " Start the server with NEW_MASTER_KEY's value as MASTER_KEY from now on.";
  console.log(
    `The master key is another one: ${sealed.keys} provider keys and ${sealed.secrets} secrets sealed anew, ` +
      `all logins ended.${next}`,
  );
  return 0;
}

function vaultOf(master: MasterKey, purpose: KeyPurpose): Vault {
  return new Vault(deriveKey(master, purpose));
}
