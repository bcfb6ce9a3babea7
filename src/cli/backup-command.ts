// Commands `backup` and `restore`: copy the data as one file, out while the server runs, in while it does not.

import { StoreError } from "../../db/open-refusal.ts";
import { backUp, restore as putBack } from "../../db/backup.ts";
import type { Config } from "../config.ts";
import { configOrSay } from "./command-config.ts";
import { orSay, placeOf } from "./stored-data.ts";
import { invocation } from "./invocation.ts";

export function backup(args: readonly string[]): Promise<number> {
  return withFile("backup", args, (file, config) => {
    fileOnly(config, "backup", "pg_dump");
    backUp(placeOf(config), file);
    console.log(
      `${file}: ${Bun.file(file).size} bytes, whole. The master key is not in it: keep that apart.`,
    );
  });
}

export function restore(args: readonly string[]): Promise<number> {
  return withFile("restore", args, (file, config) => {
    fileOnly(config, "restore", "pg_restore");
    const kept = putBack(placeOf(config), file);
    console.log(`Restored from ${file}.${kept === undefined ? "" : ` What was there before is ${kept}.`}`);
  });
}

/** A database is copied by its own tools. */
function fileOnly({ database }: Pick<Config, "database">, command: string, tool: string): void {
  if (database === undefined) return;
  throw new StoreError(
    `DATABASE_URL is set, and ${command} copies the file in DATA_DIR alone: use ${tool} for the database.`,
  );
}

async function withFile(
  command: string,
  args: readonly string[],
  work: (file: string, config: Config) => void,
): Promise<number> {
  const [file] = args;
  if (file === undefined || args.length !== 1) {
    console.error(`Usage: ${invocation} ${command} FILE`);
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  return await orSay(config, () => {
    work(file, config);
    return 0;
  });
}
