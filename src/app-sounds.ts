// Composition of sounds: storage, conversion and fetching of the recorded sounds that flows say.

import { inMemory } from "../db/in-memory.ts";
import type { Clock } from "./base/clock.ts";
import { Fault } from "./base/fault.ts";
import type { Outbound } from "./base/outbound/outbound-request.ts";
import { AccountSounds } from "./calls/sounds/account-sounds.ts";
import { checkRoom } from "./cloud/account-storage.ts";
import { FlowPages, type FlowPagesOptions } from "./cloud/knowledge/flow-pages.ts";
import type { Config } from "./config.ts";
import type { Documents } from "./documents/documents.ts";
import { FolderFiles } from "./files/folder-files.ts";
import type { StoredFiles } from "./files/stored-files.ts";

interface SoundParts {
  /** Storage of FILES_URL. */
  readonly files: StoredFiles | undefined;
  readonly documents: Pick<Documents, "do">;
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly store: Parameters<typeof checkRoom>[0];
}

/** Sounds of accounts are in the storage of all nodes, or in the data folder if there are no other nodes. */
export function openSounds(config: Config, { files, documents, store, ...parts }: SoundParts) {
  const { dataDir, database, storagePerAccountMib } = config;
  const isAlone = database === undefined && dataDir !== inMemory;
  const sounds = new AccountSounds({
    ...parts,
    files: files ?? (isAlone ? new FolderFiles(dataDir) : undefined),
    checkRoom: (kept) => checkRoom(store, storagePerAccountMib, kept),
    convert: (bytes, owner) =>
      documents.do({
        kind: "sound",
        input: { bytes },
        known: { allow: [] },
        owner,
        resolve: () => Promise.resolve(undefined),
      }),
  });
  const soundsOf = (accountId: string): Promise<ReadonlySet<string> | undefined> =>
    namesIn(sounds, accountId);
  return { files, sounds, soundsOf };
}

/** Undefined if the storage does not answer: flows are then checked without it. */
async function namesIn(
  sounds: Pick<AccountSounds, "list">,
  accountId: string,
): Promise<ReadonlySet<string> | undefined> {
  try {
    return new Set((await sounds.list(accountId)).map(({ name }) => name));
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

export function openFlowPages(
  {
    reader,
    outbound,
    sounds,
  }: Pick<FlowPagesOptions, "reader" | "outbound"> & { readonly sounds: AccountSounds },
  { store, clock, documents, prompts }: Pick<FlowPagesOptions, "store" | "clock" | "documents" | "prompts">,
): FlowPages {
  const fetchSound = sounds.fetch.bind(sounds);
  return new FlowPages({ store, clock, documents, reader, outbound, fetchSound, prompts });
}
