// Subject index: the subject of a session, as a keyed hash. A client that names a subject finds its sessions; the
// index itself reveals none. The key is made once and sealed, so that the index outlives the master key.

import { createHmac, randomBytes } from "node:crypto";
import type { SealStore } from "../../db/port/seal-store.ts";
import type { JsonObject } from "../../db/port/stored-rows.ts";
import { Secret } from "../base/secret.ts";
import type { Vault } from "./vault.ts";

/** Place of the key. */
export const placeOfSubjects = "subjects";
export const subjectCharsMax = 256;

export class SubjectIndex {
  readonly #key: Secret;

  private constructor(key: Secret) {
    this.#key = key;
  }

  static async open(seals: Pick<SealStore, "subjectKey">, vault: Vault): Promise<SubjectIndex> {
    const made = vault.seal(new Secret(randomBytes(32).toString("hex")), placeOfSubjects);
    return new SubjectIndex(vault.open(await seals.subjectKey(made), placeOfSubjects));
  }

  /** Equal for equal texts; different in each account. Spaces around it and its normal form do not matter. */
  hashOf(accountId: string, subject: string): string {
    const text = subject.trim().normalize("NFC");
    return createHmac("sha256", Buffer.from(this.#key.reveal(), "hex"))
      .update(`${accountId}\0${text}`)
      .digest("hex");
  }

  /** Subject of a session: as given, else from its metadata. */
  hashFor(accountId: string, givenSubject: string | undefined, { subject }: JsonObject): string | undefined {
    if (givenSubject !== undefined) return this.hashOf(accountId, givenSubject);
    const isSubject =
      typeof subject === "string" && subject.trim() !== "" && subject.length <= subjectCharsMax;
    return isSubject ? this.hashOf(accountId, subject) : undefined;
  }
}
