// Sounds of accounts: recordings that flows play in place of the voice, uploaded by name or fetched from addresses.
// They are stored in playable form, in a file named by its content, so that memory never holds an older one.

import { createHash } from "node:crypto";
import { sampleRate } from "../../audio/frame.ts";
import { soundMibMax } from "../../audio/sound-file.ts";
import { readWav } from "../../audio/wav.ts";
import { aborted } from "../../base/abort-promise.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import type { Outbound } from "../../base/outbound/outbound-request.ts";
import {
  FilesError,
  inOnePiece,
  type OpenFile,
  piecesOf,
  type StoredFile,
  type StoredFiles,
} from "../../files/stored-files.ts";
import { isSoundAddress, soundNameRefusal } from "../../flow/value/sound-name.ts";
import { AudioCache } from "../../speech/audio-cache.ts";

export interface AccountSoundsOptions {
  /** Undefined: kept in memory only, and only addresses are played. */
  readonly files: StoredFiles | undefined;
  /** A sound file as WAV of PCM16 mono at 16 kHz, as loud as a voice. Throws `sound/invalid`. */
  readonly convert: (bytes: Uint8Array, accountId: string) => Promise<Uint8Array>;
  readonly outbound: Pick<Outbound, "send">;
  readonly clock: Clock;
  /** Rejects with `storage/full` if an account with this many bytes of sounds exceeds its limit. */
  readonly checkRoom: (sounds: { readonly accountId: string; readonly bytes: number }) => Promise<void>;
}

export interface AccountSound {
  readonly name: string;
  readonly seconds: number;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/** Uploads of an account, and fetched addresses with stored sounds. */
const soundsMax = 100;
/** Half an hour of sound for all calls of a process, with its packets. */
const cacheMib = 64;
const fetchMsMax = 10_000;
/** Sounds fetched or refused within this time are not fetched again. */
const freshMs = 60_000;
/** Time for which a name's file is cached: another node may change it by then. */
const knownMs = 10_000;
const knownMax = 10_000;
const folder = "sounds/";
const wavHeadBytes = 44;
const bytesPerSecond = 2 * sampleRate;

/** Place of a sound's files: their common prefix, before a dot and the content's hash. */
interface Place {
  readonly accountId: string;
  readonly prefix: string;
}

/** Stored sound by name. */
interface Known {
  /** Name of the file and of the audio in memory; undefined: none. */
  readonly key: string | undefined;
  readonly untilMs: number;
}

export class AccountSounds {
  readonly #o: AccountSoundsOptions;
  readonly #audio = new AudioCache(cacheMib);
  /** Known sounds by file prefix. */
  readonly #known = new Map<string, Known>();
  readonly #loading = new Map<string, Promise<Int16Array>>();
  readonly #fetching = new Map<string, Promise<string>>();

  constructor(options: AccountSoundsOptions) {
    this.#o = options;
  }

  /**
   * Replaces a sound of this name. Throws `sound/invalid`, `sound/not-kept`, `account/limit`, `storage/full` and
   * `storage/unavailable`.
   */
  async put(accountId: string, name: string, bytes: Uint8Array): Promise<AccountSound> {
    const refusal = isSoundAddress(name) ? "is an address" : soundNameRefusal(name);
    if (refusal !== undefined) throw new Fault("sound/invalid", `The name of the sound ${refusal}.`);
    if (this.#o.files === undefined) throw notKept();
    const place = placeOf(accountId, name);
    const all = await this.list(accountId);
    if (all.length >= soundsMax && !all.some((one) => one.name === name))
      throw new Fault("account/limit", `An account has at most ${soundsMax} sounds: delete one first.`);
    const wav = await this.#o.convert(bytes, accountId);
    const others = all.filter((one) => one.name !== name);
    const held = bytesPerSecond * others.reduce((sum, { seconds }) => sum + seconds, 0);
    await this.#o.checkRoom({ accountId, bytes: held + wav.length });
    await this.#keep(place, wav);
    return { name, seconds: secondsOf(wav.length), changedAt: this.#o.clock.wall() };
  }

  /** Sounds in the order of their names. Throws `storage/unavailable`. */
  async list(accountId: string): Promise<readonly AccountSound[]> {
    const files = await this.#filesIn(`${folder}${accountId}/${uploaded}`);
    return files
      .map(({ name, bytes, changedAtMs }) => ({
        name: nameIn(name),
        seconds: secondsOf(bytes),
        changedAt: changedAtMs,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** WAV file that calls play; undefined: none. Throws `storage/unavailable`. */
  async open(accountId: string, name: string): Promise<OpenFile | undefined> {
    const [file] = await this.#filesAt(placeOf(accountId, name));
    return file && (await told(this.#o.files?.open(file.name)));
  }

  /** False: there was none. Throws `storage/unavailable`. */
  async remove(accountId: string, name: string): Promise<boolean> {
    const place = placeOf(accountId, name);
    const files = await this.#filesAt(place);
    for (const { name: file } of files) await this.#delete(file);
    this.#known.delete(place.prefix);
    return files.length > 0;
  }

  /** Deletes all of an account, including leftovers of interrupted uploads. Throws `storage/unavailable`. */
  async erase(accountId: string): Promise<void> {
    const files = (await told(this.#o.files?.list(`${folder}${accountId}/`))) ?? [];
    for (const { name } of files) await this.#delete(name);
  }

  /** Fetches the sound at an address, unless just done. Throws `sound/unreachable` and `sound/invalid`. */
  async fetch(accountId: string, url: string, signal: AbortSignal): Promise<void> {
    const place = placeOf(accountId, url);
    const [newest] = await this.#filesAt(place);
    if (newest !== undefined && this.#o.clock.wall() - newest.changedAtMs < freshMs) return;
    await Promise.race([this.#fetched(place, url), aborted(signal)]);
  }

  /** Loads a sound for a call, as `LoadSound`. */
  async load(accountId: string | undefined, sound: string): Promise<Int16Array> {
    if (accountId === undefined) throw new Error("belongs to no account");
    try {
      const place = placeOf(accountId, sound);
      const key = await this.#keyOf(place, sound);
      if (key === undefined) throw new Error("is not there");
      return this.#audio.get(key) ?? (await this.#read(key));
    } catch (error) {
      if (error instanceof Fault) throw new Error(`cannot be had: ${error.message}`, { cause: error });
      throw error;
    }
  }

  /** Name of a sound's audio; undefined: none. */
  async #keyOf(place: Place, sound: string): Promise<string | undefined> {
    const { clock } = this.#o;
    const cached = this.#known.get(place.prefix);
    // Sounds kept in memory only may be gone.
    if (cached !== undefined && cached.untilMs > clock.now() && this.#canGet(cached.key)) return cached.key;
    const [newest] = await this.#filesAt(place);
    if (newest !== undefined || !isSoundAddress(sound)) return this.#knows(place, newest?.name, knownMs);
    try {
      return await this.#fetched(place, sound);
    } catch (error) {
      this.#knows(place, undefined, freshMs);
      throw error;
    }
  }

  #canGet(key: string | undefined): boolean {
    return this.#o.files !== undefined || key === undefined || this.#audio.get(key) !== undefined;
  }

  #knows({ prefix }: Place, key: string | undefined, forMs: number): string | undefined {
    if (this.#known.size >= knownMax) this.#known.clear();
    this.#known.set(prefix, { key, untilMs: this.#o.clock.now() + forMs });
    return key;
  }

  /** Once for all waiting clients; one that stops waiting leaves it to the others. */
  #fetched(place: Place, url: string): Promise<string> {
    const { prefix, accountId } = place;
    const fetching = this.#fetching.getOrInsertComputed(prefix, async () => {
      try {
        const wav = await this.#o.convert(await this.#download(accountId, url), accountId);
        return await this.#keep(place, wav);
      } finally {
        this.#fetching.delete(prefix);
      }
    });
    fetching.catch(() => undefined);
    return fetching;
  }

  async #download(owner: string, url: string): Promise<Uint8Array> {
    const answer = await this.#o.outbound.send({
      owner,
      url,
      method: "GET",
      headers: [["accept", "audio/wav, audio/x-wav, audio/*"]],
      timeoutMs: fetchMsMax,
      bytesMax: soundMibMax * 1_024 * 1_024,
      signal: new AbortController().signal,
    });
    if (answer.kind !== "ok") throw unreachable(answer.detail);
    if (answer.status >= 300) throw unreachable(`The server answered with status ${answer.status}.`);
    return answer.body;
  }

  /** Returns the name of its audio. */
  async #keep(place: Place, wav: Uint8Array): Promise<string> {
    const { files } = this.#o;
    const hash = createHash("sha256").update(wav).digest("hex").slice(0, 32);
    const key = `${place.prefix}.${hash}`;
    if (files === undefined) this.#audio.put(key, [readWav(wav).pcm]);
    else {
      const before = await this.#filesAt(place);
      await told(files.put(key, inOnePiece(wav)));
      for (const { name } of before) if (name !== key) await this.#delete(name);
      await this.#makeRoom(place.accountId);
    }
    this.#knows(place, key, files === undefined ? 60 * freshMs : knownMs);
    return key;
  }

  /** Deletes the oldest addresses, which can be fetched again. */
  async #makeRoom(accountId: string): Promise<void> {
    const files = await this.#filesIn(`${folder}${accountId}/${addressed}`);
    for (const { name } of files.slice(soundsMax)) await this.#delete(name);
  }

  #read(key: string): Promise<Int16Array> {
    return this.#loading.getOrInsertComputed(key, async () => {
      try {
        const file = await told(this.#o.files?.open(key));
        if (file === undefined) throw new Error("is not there");
        const { pcm } = readWav(Buffer.concat((await told(Array.fromAsync(piecesOf(file)))) ?? []));
        this.#audio.put(key, [pcm]);
        return this.#audio.get(key) ?? pcm;
      } finally {
        this.#loading.delete(key);
      }
    });
  }

  async #delete(name: string): Promise<void> {
    await told(this.#o.files?.delete(name));
  }

  #filesAt({ prefix }: Place): Promise<readonly StoredFile[]> {
    return this.#filesIn(`${prefix}.`);
  }

  /** The newest first. A file with a torn end counts as absent. */
  async #filesIn(prefix: string): Promise<readonly StoredFile[]> {
    const files = (await told(this.#o.files?.list(prefix))) ?? [];
    return files.filter(({ name }) => wholeName.test(name)).sort((a, b) => b.changedAtMs - a.changedAtMs);
  }
}

/** Beginnings of file names, followed by an upload's name as hex, or an address's hash. */
const uploaded = "f";
const addressed = "a";
const wholeName = /\.[0-9a-f]{32}$/;

function placeOf(accountId: string, sound: string): Place {
  const last = isSoundAddress(sound)
    ? addressed + createHash("sha256").update(sound).digest("hex")
    : uploaded + Buffer.from(sound).toString("hex");
  return { accountId, prefix: `${folder}${accountId}/${last}` };
}

function nameIn(file: string): string {
  const [hex = ""] = file.slice(file.lastIndexOf("/") + 1 + uploaded.length).split(".");
  return Buffer.from(hex, "hex").toString();
}

/** Seconds to a tenth; sealed files count some bytes more. */
const secondsOf = (bytes: number): number => Math.round((10 * (bytes - wavHeadBytes)) / bytesPerSecond) / 10;

const unreachable = (why: string): Fault =>
  new Fault("sound/unreachable", `The sound could not be fetched. ${why}`);

/** Answer of the storage. Throws `storage/unavailable`. */
async function told<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof FilesError)) throw error;
    throw new Fault("storage/unavailable", `The storage of sounds failed: ${error.message}.`, {
      cause: error,
    });
  }
}

const notKept = (): Fault =>
  new Fault(
    "sound/not-kept",
    "This server has no place for sounds that all of its nodes can read: set FILES_URL, or name the sound's address.",
  );
