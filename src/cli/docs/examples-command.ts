// Command `examples DIR`: writes the example flows and clients to a folder. It overwrites nothing.

import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type AssetFolder, assetPath } from "../../base/asset.ts";
import { invocation, quoted } from "../invocation.ts";
import { misuse } from "../mistakes/misuse.ts";
import { writeOrSay } from "../written-file.ts";

const folders: readonly AssetFolder[] = ["flows", "examples"];

export async function examples(args: readonly string[]): Promise<number> {
  const [target, ...rest] = args;
  if (target === undefined || target.startsWith("-") || rest.length > 0) {
    console.error(misuse("examples DIR", args));
    return 2;
  }
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(assetPath(folder))).map((name) => ({
        from: assetPath(folder, name),
        to: join(target, folder, name),
      })),
    ),
  );
  const files = names.flat();
  const there = files.find(({ to }) => existsSync(to));
  if (there !== undefined) {
    console.error(`${there.to} already exists. Choose another folder.`);
    return 1;
  }
  for (const { from, to } of files) if (!(await writeOrSay(to, await Bun.file(from).bytes()))) return 1;
  const [flows, clients] = folders.map((folder) => join(target, folder));
  console.log(`${files.length} files written. ${flows} holds flows, ${clients} holds clients. Next:

  ${invocation} talk ${quoted(join(target, "flows/table-booking.flow.yaml"))}`);
  return 0;
}
