// Doctor check of FILES_URL: files can be written there, listed, read and deleted. Leaves nothing behind.

import { inMemory } from "../../../db/in-memory.ts";
import { wallClock } from "../../base/clock.ts";
import type { Config } from "../../config.ts";
import { FolderFiles } from "../../files/folder-files.ts";
import { S3Files } from "../../files/s3-files.ts";
import { FilesError } from "../../files/stored-files.ts";
import { mib, type Result } from "./doctor-check.ts";

const content = new TextEncoder().encode("voice-flow doctor");
/** Time limit of each request. */
const requestMsMax = 10_000;

export async function checkFiles({ files: place, dataDir }: Config): Promise<Result> {
  if (place === undefined) {
    const lying = dataDir === inMemory ? "" : ` ${await soundsIn(new FolderFiles(dataDir))}`;
    return { state: "skipped", says: `Files are stored in DATA_DIR, because FILES_URL is not set.${lying}` };
  }
  const files = new S3Files({ place, clock: wallClock, msMax: requestMsMax });
  const folder = "doctor/";
  const name = `${folder}${crypto.randomUUID()}`;
  const steps: readonly (readonly [what: string, permission: string, act: () => Promise<unknown>])[] = [
    ["written", "s3:PutObject", () => files.put(name, probe())],
    [
      "listed",
      "s3:ListBucket",
      async () => expectProbe((await files.list(folder)).some((file) => file.name === name)),
    ],
    ["read", "s3:GetObject", async () => expectProbe(await isProbe(files, name))],
    ["deleted", "s3:DeleteObject", () => files.delete(name)],
  ];
  const from = wallClock.now();
  for (const [what, permission, act] of steps) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof FilesError)) throw error;
      if (what !== "deleted" && what !== "written") await files.delete(name).catch(() => undefined);
      return {
        state: "problem",
        says: `A file cannot be ${what} at FILES_URL: ${wayOut(error, permission)}`,
      };
    }
  }
  const ms = { all: Math.round(wallClock.now() - from) };
  const says = "Writing, listing, reading and deleting a file at FILES_URL succeeded.";
  return { state: "ok", says: `${says} ${await soundsIn(files)}`, ms };
}

/** Recorded sounds that flows of accounts play. */
async function soundsIn(files: Pick<S3Files, "list">): Promise<string> {
  const sounds = await files.list("sounds/");
  const bytes = sounds.reduce((sum, each) => sum + each.bytes, 0);
  return sounds.length === 0 ? "No recorded sounds." : `Recorded sounds: ${sounds.length}, ${mib(bytes)}.`;
}

/** Remedy by the error codes of S3 and of compatible servers. */
function wayOut({ code, message }: FilesError, permission: string): string {
  switch (code) {
    case "AccessDenied":
    case "Forbidden":
      return `the key lacks the permission ${permission}.`;
    case "NoSuchBucket":
      return "the bucket does not exist. Create it, or correct FILES_URL, S3_ENDPOINT or AWS_REGION.";
    case "InvalidAccessKeyId":
      return "AWS_ACCESS_KEY_ID is unknown to the storage. Correct it or S3_ENDPOINT.";
    case "SignatureDoesNotMatch":
      return "AWS_SECRET_ACCESS_KEY does not match AWS_ACCESS_KEY_ID, or AWS_REGION is wrong.";
    default:
      return `${message}: check S3_ENDPOINT, and that the key has the permission ${permission}.`;
  }
}

async function* probe(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(content);
}

async function isProbe(files: S3Files, name: string): Promise<boolean> {
  const file = await files.open(name);
  const part = (await file?.read(3, 5)) ?? new Uint8Array();
  return Buffer.from(part).equals(content.subarray(3, 8));
}

function expectProbe(isThere: boolean): void {
  if (!isThere) throw new FilesError("the file read back differs from the one written");
}
