// Sealed files: stored files that are sealed before they leave this machine. A file names its key. When the master
// key is rotated the former keys are kept, sealed with the new one, under keys/NEW/FORMER: no file is rewritten, and
// a holder of the current master key reads them all.

import { hkdfSync } from "node:crypto";
import { type FileKey, keyNameBytes, openSealed, seal } from "./sealed-stream.ts";
import { inOnePiece, type OpenFile, type StoredFile, type StoredFiles } from "./stored-files.ts";

/** `bytes`: 32, derived from the master key for files alone. */
export function fileKey(bytes: Uint8Array): FileKey {
  const name = hkdfSync("sha256", bytes, "", "voice-flow/file-key-name", keyNameBytes);
  return { name: Buffer.from(name).toString("hex"), bytes };
}

export class SealedFiles implements StoredFiles {
  readonly #files: StoredFiles;
  readonly #key: FileKey;
  readonly #former = new Map<string, FileKey>();

  constructor(files: StoredFiles, key: FileKey) {
    this.#files = files;
    this.#key = key;
  }

  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#files.put(name, seal(content, { key: this.#key, name }));
  }

  async open(name: string): Promise<OpenFile | undefined> {
    const file = await this.#files.open(name);
    return file && openSealed(file, { name, keyNamed: (keyName) => this.#keyNamed(keyName) });
  }

  /** Sizes are those of the sealed files, as stored. */
  list(prefix: string): Promise<readonly StoredFile[]> {
    return this.#files.list(prefix);
  }

  delete(name: string): Promise<void> {
    return this.#files.delete(name);
  }

  /** Before the master key changes: all files sealed so far become readable with the next key, too. */
  async handOver(to: FileKey): Promise<void> {
    const next = new SealedFiles(this.#files, to);
    await next.#keep(this.#key);
    for (const { name } of await this.#files.list(keyFolder(this.#key))) {
      const key = await this.#keyNamed(name.slice(keyFolder(this.#key).length));
      if (key !== undefined) await next.#keep(key);
    }
  }

  #keep({ name, bytes }: FileKey): Promise<void> {
    return this.put(keyFolder(this.#key) + name, inOnePiece(bytes));
  }

  async #keyNamed(name: string): Promise<FileKey | undefined> {
    if (name === this.#key.name) return this.#key;
    const former = this.#former.get(name);
    if (former !== undefined) return former;
    const path = keyFolder(this.#key) + name;
    const file = await this.#files.open(path);
    if (file === undefined) return undefined;
    // The file is sealed with the present key, or with an unknown one.
    const keyNamed = (wanted: string) => Promise.resolve(wanted === this.#key.name ? this.#key : undefined);
    const opened = await openSealed(file, { name: path, keyNamed });
    const key = { name, bytes: await opened.read(0, opened.bytes) };
    this.#former.set(name, key);
    return key;
  }
}

const keyFolder = ({ name }: FileKey): string => `keys/${name}/`;
