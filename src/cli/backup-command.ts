// Commands `backup` and `restore`: copy the data as one file, out while the server runs, in while it does not.

import { backUp, restore as putBack } from "../../db/backup.ts";
import { configOrSay } from "./command-config.ts";
import { orSay, placeOf } from "./stored-data.ts";
import { invocation } from "./invocation.ts";

export function backup(args: readonly string[]): Promise<number> {
  return withFile("backup", args, (file, config) => {
    backUp(placeOf(config), file);
    console.log(
      `${file}: ${Bun.file(file).size} bytes, whole. The master key is not in it: keep that apart.`,
    );
  });
}

export function restore(args: readonly string[]): Promise<number> {
  return withFile("restore", args, (file, config) => {
    const kept = putBack(placeOf(config), file);
    console.log(`Restored from ${file}.${kept === undefined ? "" : ` What was there before is ${kept}.`}`);
  });
}

async function withFile(
  command: string,
  args: readonly string[],
  work: (file: string, config: NonNullable<ReturnType<typeof configOrSay>>) => void,
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
