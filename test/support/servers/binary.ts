// Executable alone: a copy in an empty folder, in an environment without the sources and the packages.

import { existsSync, realpathSync } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Program } from "./program.ts";

/** Resources that it could use by accident: hidden under empty file systems. */
const tempting = [
  resolve("."),
  realpathSync("node_modules"),
  join(homedir(), ".bun"),
  "/usr/lib/node_modules",
];
const hidden = tempting.filter(
  (path, i) => existsSync(path) && !tempting.slice(0, i).some((above) => `${path}/`.startsWith(`${above}/`)),
);

const mounts = hidden.map((path) => `mount -t tmpfs -o size=4k none '${path}'`).join(" && ");
/** Other users need to become root in a namespace first. */
const root = process.getuid?.() === 0;
export const world: readonly string[] = ["/usr/bin/unshare", "--mount", ...(root ? [] : ["--map-root-user"])];
/** Sets the flag "up" of the loopback; Debian's perl is always there, its ip is not. */
const loopback = `perl -e 'socket(my $s, 2, 2, 0); my $r = pack("a16 s x22", "lo", 1); ioctl($s, 0x8914, $r) or die'`;

export interface AloneOptions {
  /** Its whole environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** True: no network except a loopback of its own. */
  readonly offline?: boolean;
  /** Receives each line on the error stream. */
  readonly line?: (text: string) => void;
}

/** Runs a program that cannot see our files. It keeps its process id, so that signals reach it. */
export function alone(command: readonly string[], options: AloneOptions): Program {
  const { env = {}, cwd, offline = false, line } = options;
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const script = `${mounts} ${offline ? `&& ${loopback}` : ""} && exec /usr/bin/env -i "$@"`;
  const lead = [...world, ...(offline ? ["--net"] : []), "/bin/sh", "-c", script, "sh"];
  return new Program([...lead, ...assignments, ...command], { cwd, env: {}, ...(line ? { line } : {}) });
}

/** Prefix of a command that runs in the world of a running program. */
export function worldOf({ child }: Program): string[] {
  // A namespace's root may not choose groups.
  const asThere = root ? [] : ["--user", "--preserve-credentials"];
  return ["/usr/bin/nsenter", "--target", `${child.pid}`, "--mount", ...asThere];
}

/** Runs a second program in the world of a running one, with the same empty environment. */
export function beside(other: Program, command: readonly string[], cwd: string): Program {
  return new Program([...worldOf(other), "--net", "/usr/bin/env", "-i", ...command], { cwd, env: {} });
}

/** The built executable alone in a folder of its own. */
export class Binary implements AsyncDisposable {
  readonly folder: string;
  readonly path: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.path = join(folder, "voice-flow");
  }

  static async open(): Promise<Binary> {
    const built = resolve("dist/voice-flow");
    if (!existsSync(built)) throw new Error("There is no dist/voice-flow: bun run build");
    const binary = new Binary(await mkdtemp(join(tmpdir(), "voice-flow-binary-")));
    await copyFile(built, binary.path);
    return binary;
  }

  run(args: readonly string[], options: Omit<AloneOptions, "cwd"> = {}): Program {
    return alone([this.path, ...args], { ...options, cwd: this.folder });
  }

  /** Serves at a port of its own, with the voice that takes least processor time. */
  serve(env: Readonly<Record<string, string>> = {}): Program {
    return this.run([], { env: { PORT: "0", ...env } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}
