// Foreign packages: other people's software from PyPI, npm, crates.io and Go's proxy, for the long tests. Installed
// once and kept from one run to the next, outside the project.

import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join } from "node:path";

const folder = join(homedir(), ".cache", "voice-flow-test");

/** The folder for PYTHONPATH. `packages` have their versions; their dependencies are included. */
export function pythonPackages(name: string, packages: readonly string[]): Promise<string> {
  return installed(`python-${name}`, packages, (to) => [
    "/usr/bin/pip3",
    "install",
    "--quiet",
    "--only-binary=:all:",
    "--target",
    to,
    ...packages,
  ]);
}

/** The folder that holds node_modules. */
export function npmPackages(name: string, packages: readonly string[]): Promise<string> {
  return installed(`npm-${name}`, packages, (to) => [process.execPath, "add", "--cwd", to, ...packages]);
}

/**
 * A program of ours in Rust or Go, built with its dependencies; the first build takes minutes. `source`: its folder.
 */
export async function foreignProgram(source: string): Promise<string> {
  const files = [...new Bun.Glob("**/*").scanSync(source)].sort();
  const texts = await Promise.all(files.map((file) => Bun.file(join(source, file)).text()));
  const name = basename(source);
  const isRust = files.includes("Cargo.toml");
  const command = isRust ? ["cargo", "build", "--quiet"] : ["go", "build", "-mod=mod", "-o", "caller", "."];
  const place = await installed(`program-${name}`, [name, Bun.hash(texts.join()).toString(36)], (to) => [
    "/bin/sh",
    "-c",
    'cp -r "$0"/. "$1" && cd "$1" && shift && "$@"',
    source,
    to,
    ...command,
  ]);
  return join(place, isRust ? `target/debug/${name}-caller` : "caller");
}

async function installed(
  name: string,
  packages: readonly string[],
  command: (to: string) => readonly string[],
): Promise<string> {
  const versions = Bun.hash(packages.join(" ")).toString(36);
  const place = join(folder, `${name}-${versions}`);
  if (existsSync(place)) return place;
  const work = `${place}.${process.pid}`;
  await mkdir(work, { recursive: true });
  await Bun.write(join(work, "package.json"), "{}");
  const { exitCode, stderr } = Bun.spawnSync([...command(work)], { stdout: "ignore", stderr: "pipe" });
  if (exitCode === 0) await rename(work, place);
  await rm(work, { recursive: true, force: true });
  if (exitCode !== 0) throw new Error(`${packages.join(" ")} could not be installed: ${stderr.toString()}`);
  return place;
}
