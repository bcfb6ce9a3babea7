// Peer installation: the compared frameworks, from PyPI at the versions that the requirements file pins, each in an
// environment of its own. Kept from one run to the next, outside the project.

import { existsSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export type Framework = "pipecat" | "livekit";

export interface Installation {
  /** The path of the interpreter that finds the packages. */
  readonly python: string;
  /** The version of the framework itself, and that of Python. */
  readonly version: string;
  readonly pythonVersion: string;
}

/** Names what the machine lacks, and the command that helps. */
export class InstallError extends Error {}

const packages: Readonly<Record<Framework, string>> = {
  pipecat: "pipecat-ai",
  livekit: "livekit-agents",
};
const oldestPython = [3, 11] as const;
const remedy = "On Debian: apt-get install python3-venv";

/** The version at which a requirements file pins a package; undefined if it does not. */
export function pinnedVersion(requirements: string, name: string): string | undefined {
  const line = requirements.split("\n").find((each) => each.startsWith(`${name}==`));
  return line?.slice(name.length + 2).trim();
}

/** Whether the output of `python3 --version` is new enough for both frameworks. */
export function isNewEnough(printed: string): boolean {
  const [, major, minor] = /^Python (\d+)\.(\d+)/.exec(printed) ?? [];
  return Number(major) === oldestPython[0] && Number(minor) >= oldestPython[1];
}

const placeOf = (framework: Framework, requirements: string): string =>
  join(homedir(), ".cache", "voice-flow-test", `peer-${framework}-${Bun.hash(requirements).toString(36)}`);

const requirementsOf = (framework: Framework): Promise<string> =>
  Bun.file(join(import.meta.dir, `requirements-${framework}.txt`)).text();

/** Written last. */
const markOf = (place: string): string => join(place, "complete");

/** Installs it if it is missing. Throws an InstallError. */
export async function install(framework: Framework, tell: (line: string) => void): Promise<Installation> {
  const requirements = await requirementsOf(framework);
  const place = placeOf(framework, requirements);
  const python = join(place, "bin", "python");
  const version = pinnedVersion(requirements, packages[framework]) ?? "?";
  if (!existsSync(markOf(place))) {
    tell(`${packages[framework]} ${version} from PyPI into ${place}`);
    await fill(place, join(import.meta.dir, `requirements-${framework}.txt`));
  }
  return { python, version, pythonVersion: ran([python, "--version"]).printed.replace("Python ", "") };
}

async function fill(place: string, requirementsFile: string): Promise<void> {
  const { printed: found } = ran(["python3", "--version"]);
  if (!isNewEnough(found))
    throw new InstallError(
      `Python ${oldestPython.join(".")} or later is needed as python3 (found: ${found || "none"}). ${remedy}`,
    );
  // Leftovers of an earlier run.
  rmSync(place, { recursive: true, force: true });
  const made = ran(["python3", "-m", "venv", place]);
  if (!made.ok)
    throw new InstallError(`python3 cannot make a virtual environment. ${remedy}\n${made.printed}`);
  const pip = [join(place, "bin", "python"), "-m", "pip"];
  const filled = ran([...pip, "install", "--quiet", "--requirement", requirementsFile]);
  if (!filled.ok)
    throw new InstallError(
      `PyPI cannot be reached, or lacks some of ${requirementsFile}:\n${filled.printed}`,
    );
  await Bun.write(markOf(place), "");
}

function ran(command: readonly string[]): { readonly ok: boolean; readonly printed: string } {
  if (Bun.which(command[0]!) === null) return { ok: false, printed: "" };
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { stdin: "ignore" });
  return { ok: exitCode === 0, printed: `${stdout.toString()}${stderr.toString()}`.trim() };
}
