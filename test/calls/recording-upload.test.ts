// Uploads of recordings to a real S3 server: none is lost, none disturbs a call, and playback reads from there.

import { afterEach, beforeEach, expect, test } from "bun:test";
import { everythingKept } from "../../src/cloud/account-retention.ts";
import { mkdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { samplesPerFrame } from "../../src/audio/frame.ts";
import { wallClock } from "../../src/base/clock.ts";
import { openLog } from "../../src/base/log.ts";
import {
  audioPart,
  entriesPart,
  headPart,
  magic,
  secondSamples,
} from "../../src/calls/flight/flight-record.ts";
import { wavBytes, wavSlice } from "../../src/calls/flight/flight-record.ts";
import { Flights } from "../../src/calls/flight/flights.ts";
import { Recordings } from "../../src/calls/recordings.ts";
import { FolderFiles } from "../../src/files/folder-files.ts";
import { S3Files } from "../../src/files/s3-files.ts";
import { fileKey, SealedFiles } from "../../src/files/sealed-files.ts";
import type { StoredFiles } from "../../src/files/stored-files.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { type S3Server, s3Server } from "../support/servers/s3-server.ts";
import { type Folder, tempFolder } from "../support/servers/store.ts";
import { until } from "../support/until.ts";

let server: S3Server;
let folder: Folder;
let clock: VirtualClock;
let told: { readonly event: string }[] = [];
beforeEach(async () => {
  [server, folder, clock, told] = [await s3Server(), tempFolder(), new VirtualClock(), []];
});
afterEach(async () => {
  folder[Symbol.dispose]();
  await server[Symbol.asyncDispose]();
});

const storage = (): SealedFiles =>
  new SealedFiles(
    new S3Files({ place: server.place, clock: wallClock }),
    fileKey(new Uint8Array(32).fill(1)),
  );

const write = (line: string): void => void told.push(JSON.parse(line) as { event: string });
const log = openLog({ level: "info", format: "json", write });
const open = (files: StoredFiles = storage(), limits: { days?: number; mibMax?: number } = {}): Recordings =>
  new Recordings({ directory: folder.path, files, days: 30, mibMax: 10, ...limits, clock, log });

const frames = Array.from({ length: 50 }, () => new Int16Array(samplesPerFrame).fill(7));
const local = async (): Promise<string[]> =>
  (await new FolderFiles(folder.path).list("")).map(({ name }) => name).toSorted();
const stored = async (): Promise<string[]> => (await storage().list("recordings/")).map(({ name }) => name);
const events = (): string[] => told.map(({ event }) => event);

/** Storage with a door: a test can shut it. */
function doored(): StoredFiles & { shut: (() => Promise<never>) | undefined } {
  const files = storage();
  return {
    shut: undefined,
    async put(name, content) {
      await this.shut?.();
      await files.put(name, content);
    },
    open: (name) => files.open(name),
    list: (prefix) => files.list(prefix),
    delete: (name) => files.delete(name),
  };
}

async function uploaded(): Promise<void> {
  await until("empty disk", async () => {
    await clock.advance(0);
    return (await local()).length === 0;
  });
}

test("upload: messages after the tone move from the disk to the storage", async () => {
  await using recordings = open();
  const id = await recordings.keep("ses_1", frames);
  await uploaded();
  expect(await stored()).toEqual([`recordings/ses_1/${id}.wav`]);
  const [file] = await recordings.find("ses_1", ".wav");
  expect(file!.bytes).toBe(44 + 32_000);
});

test("upload: a file stays on the disk while the storage is away, is reported once, and is tried again", async () => {
  const files = doored();
  files.shut = () => Promise.reject(new Error("away"));
  await using recordings = open(files, { mibMax: 100 });
  for (const session of ["ses_1", "ses_2"]) {
    await recordings.keep(session, frames);
    await until("told", async () => (await clock.advance(60_000), told.length > 0));
  }
  for (let i = 0; i < 3; i++) await clock.advance(60_000);
  expect(events()).toEqual(["recordings.not-uploaded"]);
  expect(await local()).toHaveLength(2);
  files.shut = undefined;
  await until("empty disk", async () => (await clock.advance(60_000), (await local()).length === 0));
  expect(await stored()).toHaveLength(2);
  expect(events()).toEqual(["recordings.not-uploaded", "recordings.uploaded-again"]);
});

test("upload: a hanging storage does not keep the server from stopping, and the next start continues", async () => {
  const files = doored();
  files.shut = () => new Promise<never>(() => undefined);
  const recordings = open(files);
  await recordings.keep("ses_1", frames);
  await clock.advance(0);
  let isClosed = false;
  const closing = recordings[Symbol.asyncDispose]().then(() => void (isClosed = true));
  await clock.advance(9_000);
  expect(isClosed).toBe(false);
  await clock.advance(1_000);
  await closing;
  expect(events()).toEqual(["recordings.left-behind"]);
  expect(await local()).toHaveLength(1);
  // A file without a writer: another process wrote it.
  const [name] = await local();
  const old = (clock.wall() - 3 * 60_000) / 1_000;
  await utimes(join(folder.path, name!), old, old);
  await using next = open();
  await uploaded();
  expect(await next.find("ses_1", ".wav")).toHaveLength(1);
});

test("upload: a stop moves the latest recording", async () => {
  const recordings = open();
  await recordings.keep("ses_1", frames);
  await recordings[Symbol.asyncDispose]();
  expect([await local(), (await stored()).length]).toEqual([[], 1]);
});

test("upload: files of another process, and foreign files, stay", async () => {
  await using _recordings = open();
  await mkdir(folder.file("ses_1"));
  const now = clock.wall() / 1_000;
  for (const [name, at] of [
    ["1.call.recording", now - 60],
    ["notes.txt", now - 3_600],
  ] as const) {
    await Bun.write(folder.file(`ses_1/${name}`), "voice-flow");
    await utimes(folder.file(`ses_1/${name}`), at, at);
  }
  await clock.advance(0);
  await _recordings.keep("ses_2", frames);
  await until("upload of ses_2", async () => (await clock.advance(0), (await stored()).length > 0));
  expect(await local()).toEqual(["ses_1/1.call.recording", "ses_1/notes.txt"]);
});

test("upload: old files are also deleted from the storage, and the oldest beyond the limit", async () => {
  const full = open();
  for (let n = 0; n < 3; n++) await full.keep(`ses_${n}`, Array.from({ length: 10 }, () => frames).flat());
  for (let n = 0; n < 3; n++) await full.keep(`ses_${n}`, frames);
  await uploaded();
  expect(await stored()).toHaveLength(6);
  await full[Symbol.asyncDispose]();
  await using recordings = open(storage(), { mibMax: 1, days: 30 });
  await recordings.sweep();
  const bytes = (await storage().list("recordings/")).reduce((sum, file) => sum + file.bytes, 0);
  expect(bytes).toBeWithin(1, 1024 ** 2);
  await clock.advance(
    (Date.now() - clock.wall() > 0 ? Date.now() - clock.wall() : 0) + 31 * 24 * 60 * 60_000,
  );
  await recordings.sweep();
  expect(await stored()).toEqual([]);
});

test("upload: a call of five minutes is played from the storage by a few requests a part", async () => {
  let requests = 0;
  const s3 = new S3Files({ place: server.place, clock: wallClock });
  const counted: StoredFiles = {
    put: (name, content) => s3.put(name, content),
    list: (prefix) => (requests++, s3.list(prefix)),
    delete: (name) => s3.delete(name),
    async open(name) {
      const file = await s3.open(name);
      requests++;
      return file && { bytes: file.bytes, read: (from, bytes) => (requests++, file.read(from, bytes)) };
    },
  };
  const files = new SealedFiles(counted, fileKey(new Uint8Array(32).fill(1)));
  const seconds = 300;
  const head = { session: "ses_1", startedAtMs: 1_000, flow: null, context: {}, usesExamples: false };
  const parts = Array.from({ length: seconds }, (_, n) => [
    audioPart(new Int16Array(secondSamples).fill(n)),
    entriesPart([{ type: "tick", atMs: n * 1_000 }]),
  ]);
  await mkdir(folder.file("ses_1"));
  // The last part is torn, as a crash leaves it.
  const torn = audioPart(new Int16Array(secondSamples)).subarray(0, 900);
  const bytes = Buffer.concat([magic, headPart(head), ...parts.flat(), torn]);
  await Bun.write(folder.file("ses_1/1.call.recording"), bytes);
  const old = (clock.wall() - 3 * 60_000) / 1_000;
  await utimes(folder.file("ses_1/1.call.recording"), old, old);
  await using recordings = open(files, { mibMax: 100 });
  await using flights = new Flights({ records: true, recordings, clock, log, builtInText: () => undefined });
  await uploaded();
  requests = 0;
  const flight = (await flights.find("ses_1"))!;
  expect(flight.head).toEqual(head);
  expect(wavBytes(flight.parts)).toBe(44 + seconds * secondSamples * 2);
  const from = 44 + 200 * secondSamples * 2;
  const slice = await Array.fromAsync(wavSlice(flight.parts, { read: flight.read, from, to: from + 10 }));
  expect(Buffer.concat(slice).readInt16LE(0)).toBe(200);
  expect(requests).toBeLessThan(12);
  expect((await flight.entries()).length).toBe(seconds);
});

test("flights: a call that changed nodes is one recording, with silence in the gaps", async () => {
  await using recordings = open();
  await using flights = new Flights({ records: true, recordings, clock, log, builtInText: () => undefined });
  const order = {
    sessionId: "ses_1",
    flowId: undefined,
    context: {},
    usesExamples: false,
    kept: everythingKept,
    isSensitive: () => false,
    isUnrecorded: () => false,
    warn: () => undefined,
  };
  for (const text of ["one", "two"]) {
    const recorder = flights.begin(order)!;
    for (let i = 0; i < 100; i++) {
      recorder.hear(new Int16Array(samplesPerFrame).fill(text === "one" ? 1 : 2));
      await clock.advance(20);
    }
    recorder.told({ type: "user-typed", text, atMs: 500 });
    recorder.end();
    // Three seconds until another node continues.
    await clock.advance(3_000);
  }
  await uploaded();
  expect(await stored()).toHaveLength(2);
  const flight = (await flights.find("ses_1"))!;
  const audio = await Array.fromAsync(
    wavSlice(flight.parts, { read: flight.read, from: 44, to: wavBytes(flight.parts) }),
  );
  const left = audio.map((second) => Buffer.from(second).readInt16LE(4 * 8_000));
  expect(left.slice(0, 7)).toEqual([1, 1, 0, 0, 0, 2, 2]);
  expect((await flight.entries()).map(({ atMs }) => atMs)).toEqual([500, 5_500]);
});
