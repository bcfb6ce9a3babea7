// Vault: seals data that must be readable again (AES-256-GCM). Each value is bound to its place, so that a sealed
// value moved to another account does not open.

import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Secret } from "../base/secret.ts";
import { deriveKey, type MasterKey } from "./master-key.ts";

/** Format version, written first, so that a later format can be recognised. */
const format = 1;
const nonceBytes = 12;
const tagBytes = 16;

export class Vault {
  readonly #key: Uint8Array;

  /** `key` has 32 bytes. */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** `place`: the value's future place; checked, not stored. */
  seal(value: Secret, place: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce).setAAD(Buffer.from(place));
    const text = Buffer.concat([cipher.update(value.reveal(), "utf8"), cipher.final()]);
    return Buffer.concat([Buffer.of(format), nonce, text, cipher.getAuthTag()]);
  }

  /** Throws when the value was sealed with another key, for another place, or has been changed. */
  open(sealed: Uint8Array, place: string): Secret {
    if (sealed[0] !== format) throw new Error("Sealed in an unknown format");
    const nonce = sealed.subarray(1, 1 + nonceBytes);
    const decipher = createDecipheriv("aes-256-gcm", this.#key, nonce)
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(-tagBytes));
    const text = decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes));
    return new Secret(Buffer.concat([text, decipher.final()]).toString("utf8"));
  }
}

/** Seals of providers' keys, accounts' secrets, and snapshots for other nodes. */
export function vaultsOf(master: MasterKey) {
  return {
    vault: new Vault(deriveKey(master, "provider-keys")),
    secretVault: new Vault(deriveKey(master, "secrets")),
    snapshotVault: new Vault(deriveKey(master, "snapshots")),
  };
}
