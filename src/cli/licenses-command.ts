// Command `licenses`: prints the works of others inside this program, with their terms.

import { version } from "../base/version.ts";
import { type License, readLicenses } from "../third-party-licenses.ts";
import { invocation } from "./invocation.ts";
import { misuse } from "./mistakes/misuse.ts";

export async function licenses(args: readonly string[]): Promise<number> {
  const [option, ...rest] = args;
  if (rest.length > 0 || (option !== undefined && option !== "--full")) {
    console.error(misuse("licenses [--full]", args));
    return 2;
  }
  const all = await readLicenses();
  console.log(`Voice Flow ${version} is MIT-licensed. Third-party software in it:\n`);
  console.log(tableOf(all));
  if (option === "--full") for (const each of all) console.log(fullTextOf(each));
  else console.log(`\nTo print the texts: ${invocation} licenses --full`);
  return 0;
}

function tableOf(all: readonly License[]): string {
  const width = (key: "name" | "version"): number => Math.max(...all.map((each) => each[key].length));
  const [names, versions] = [width("name"), width("version")];
  return all
    .map(({ name, version, license }) => `${name.padEnd(names)}  ${version.padEnd(versions)}  ${license}`)
    .join("\n");
}

function fullTextOf({ name, version, license, text }: License): string {
  const rule = "=".repeat(80);
  return `\n${rule}\n${name} (${version}): ${license}\n${rule}\n\n${text}`;
}
