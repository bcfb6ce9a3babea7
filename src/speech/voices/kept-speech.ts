// Kept speech: reusable speech of our own voices, in files of the data folder, so that a known line costs nothing in
// any call, of any process of this machine, after any restart. Each owner lists its lines; nothing else is stored, so
// no caller's word is in these files.

import { mkdir, readdir, rename, rm, stat, statfs, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { WordTime } from "../../providers/provider-contract.ts";

/** Spoken text. */
export interface SaidText {
  /** PCM16 mono at 16 kHz. */
  readonly pcm: Int16Array;
  readonly words: readonly WordTime[];
}

export interface KeptSpeechOptions {
  readonly directory: string;
  readonly mibMax: number;
  /** Identifies the voices and their reading rules: speech of others is deleted. Called on first use. */
  readonly maker: () => Promise<string>;
  readonly clock: Pick<Clock, "wall">;
  readonly log: Log;
}

interface KeptFile {
  readonly owner: string;
  readonly bytes: number;
  usedAt: number;
}

const bytesPerMib = 1024 * 1024;
const suffix = ".said";
/** Size of the length field of the word times, at the start of a file. */
const headBytes = Uint32Array.BYTES_PER_ELEMENT;
/** A used file is marked at most this often. */
const markMs = 3_600_000;
/** Free space that remains on the disk. */
const freeMibMin = 512;
/** Share that remains after a clean-up, so that it is not needed for each further file. */
const leftShare = 0.9;

export class KeptSpeech {
  readonly #o: KeptSpeechOptions;
  #opened: Promise<void> | undefined;
  #folder = "";
  /** All files known to this process, by name. */
  readonly #files = new Map<string, KeptFile>();
  /** Owner by name. */
  readonly #wanted = new Map<string, string>();
  #bytes = 0;
  #tail: Promise<unknown> = Promise.resolve();

  /** No file is read before the first `want`. */
  constructor(options: KeptSpeechOptions) {
    this.#o = options;
  }

  /** Name of a stored text. */
  static nameOf(key: string): string {
    return new Bun.CryptoHasher("sha256").update(key).digest("hex").slice(0, 40);
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  /** Undefined if there is none, or no longer. */
  async read(name: string): Promise<SaidText | undefined> {
    const file = this.#files.get(name);
    if (file === undefined) return undefined;
    const path = this.#pathOf(name, file);
    try {
      const saidText = saidIn(await Bun.file(path).arrayBuffer());
      const now = this.#o.clock.wall();
      if (now - file.usedAt > markMs) {
        file.usedAt = now;
        await utimes(path, now / 1_000, now / 1_000);
      }
      return saidText;
    } catch {
      // Another process deleted it, or it was cut off: it is made again.
      this.#forgetFile(name);
      await rm(path, { force: true }).catch(() => undefined);
      return undefined;
    }
  }

  /** Sets an owner's lines. Resolves with the missing ones. */
  async want(owner: string, names: readonly string[]): Promise<ReadonlySet<string>> {
    await this.#open();
    const wanted = new Set(names);
    for (const [name, whose] of this.#wanted)
      if (whose === owner && !wanted.has(name)) this.#wanted.delete(name);
    await this.#inTurn(async () => {
      // Others may have made some of them.
      for (const name of await this.#lookAt(owner)) if (!wanted.has(name)) await this.#delete(name, owner);
    });
    const missing = [...wanted].filter((name) => !this.#files.has(name));
    for (const name of missing) this.#wanted.set(name, owner);
    return new Set(missing);
  }

  /** Stores it if it is wanted; never rejects. */
  async put(name: string, { pcm, words }: SaidText): Promise<void> {
    const owner = this.#wanted.get(name);
    if (owner === undefined) return;
    this.#wanted.delete(name);
    const head = new TextEncoder().encode(JSON.stringify(words));
    const bytes = headBytes + head.length + pcm.byteLength;
    if (bytes > (this.#o.mibMax * bytesPerMib) / 8) return;
    await this.#inTurn(async () => {
      if (await isNearlyFull(this.#o.directory)) return;
      const path = this.#pathOf(name, { owner });
      // File of this process only, in case another one makes the same.
      const part = `${path}.${crypto.randomUUID()}.part`;
      try {
        await mkdir(join(this.#folder, owner), { recursive: true, mode: 0o700 });
        const length = new Uint8Array(new Uint32Array([head.length]).buffer);
        await Bun.write(part, new Blob([length, head, pcm as Int16Array<ArrayBuffer>]), { mode: 0o600 });
        await rename(part, path);
        this.#note(name, { owner, bytes, usedAt: this.#o.clock.wall() });
        if (this.#bytes > this.#o.mibMax * bytesPerMib) await this.#makeRoom();
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        this.#o.log.warn("speech.not_kept", { error });
      }
    });
  }

  /** Deletes an owner, or all below it. */
  async forget(owner: string): Promise<void> {
    const isIts = (whose: string): boolean => whose === owner || whose.startsWith(`${owner}/`);
    for (const [name, whose] of this.#wanted) if (isIts(whose)) this.#wanted.delete(name);
    await this.#open();
    await this.#inTurn(async () => {
      await rm(join(this.#folder, owner), { recursive: true, force: true });
      for (const [name, file] of this.#files) if (isIts(file.owner)) this.#forgetFile(name);
    });
  }

  /** All owners with lines. */
  async owners(): Promise<readonly string[]> {
    await this.#open();
    return await this.#ownersHere();
  }

  #open(): Promise<void> {
    return (this.#opened ??= this.#look());
  }

  async #ownersHere(): Promise<readonly string[]> {
    const owners: string[] = [];
    for (const group of await namesIn(this.#folder))
      for (const one of await namesIn(join(this.#folder, group))) owners.push(`${group}/${one}`);
    return owners;
  }

  /** One after the other: a count of files sees none of those that come and go. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#tail.then(work);
    this.#tail = turn.catch(() => undefined);
    await this.#tail;
  }

  /** Deletes speech of other voices. */
  async #look(): Promise<void> {
    const { directory, maker } = this.#o;
    const its = await maker();
    this.#folder = join(directory, its);
    const others = (await namesIn(directory)).filter((name) => name !== its);
    for (const other of others) await rm(join(directory, other), { recursive: true, force: true });
    await this.#count();
  }

  async #count(): Promise<void> {
    this.#files.clear();
    this.#bytes = 0;
    for (const owner of await this.#ownersHere()) await this.#lookAt(owner);
  }

  async #lookAt(owner: string): Promise<readonly string[]> {
    const folder = join(this.#folder, owner);
    const names: string[] = [];
    for (const file of await namesIn(folder)) {
      const { size, mtimeMs } = (await stat(join(folder, file)).catch(() => undefined)) ?? {};
      if (size === undefined || mtimeMs === undefined) continue;
      // Leftover of a crash, half written.
      if (!file.endsWith(suffix)) {
        if (this.#o.clock.wall() - mtimeMs > markMs) await rm(join(folder, file), { force: true });
        continue;
      }
      const name = file.slice(0, -suffix.length);
      this.#note(name, { owner, bytes: size, usedAt: mtimeMs });
      names.push(name);
    }
    return names;
  }

  /** Deletes the least recently used files first. */
  async #makeRoom(): Promise<void> {
    await this.#count();
    const oldest = [...this.#files].toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [name, { owner }] of oldest) {
      if (this.#bytes <= leftShare * this.#o.mibMax * bytesPerMib) return;
      await this.#delete(name, owner);
    }
  }

  async #delete(name: string, owner: string): Promise<void> {
    await rm(this.#pathOf(name, { owner }), { force: true }).catch(() => undefined);
    if (this.#files.get(name)?.owner === owner) this.#forgetFile(name);
  }

  #note(name: string, file: KeptFile): void {
    this.#forgetFile(name);
    this.#files.set(name, file);
    this.#bytes += file.bytes;
  }

  #forgetFile(name: string): void {
    this.#bytes -= this.#files.get(name)?.bytes ?? 0;
    this.#files.delete(name);
  }

  #pathOf(name: string, { owner }: Pick<KeptFile, "owner">): string {
    return join(this.#folder, owner, `${name}${suffix}`);
  }
}

/** Saving time is no reason to fill a disk. */
async function isNearlyFull(directory: string): Promise<boolean> {
  const { bavail = 0, bsize = 0 } = (await statfs(dirname(directory)).catch(() => undefined)) ?? {};
  return bavail * bsize < freeMibMin * bytesPerMib;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Throws for other files. */
function saidIn(file: ArrayBuffer): SaidText {
  const [headLength = 0] = new Uint32Array(file.slice(0, headBytes));
  const head = new TextDecoder().decode(file.slice(headBytes, headBytes + headLength));
  const pcm = new Int16Array(file.slice(headBytes + headLength));
  if (pcm.length === 0) throw new Error("There is no audio in it");
  return { pcm, words: JSON.parse(head) as WordTime[] };
}
