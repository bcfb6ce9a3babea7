// Executables for other machines, run here: linux-arm64 under QEMU, and musl in a root with nothing but the packages
// that the README names.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { version } from "../../package.json";
import { muslFolder, muslLoader } from "../long-tools.ts";
import { world } from "../support/servers/binary.ts";
import { Program } from "../support/servers/program.ts";

/** Time limit: an emulated processor takes twenty times as long, more on a machine with other work. */
const emulatedMs = 300_000;
const buildMs = 60_000;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-machines-"));
});

afterAll(() => rm(folder, { recursive: true }));

/** Builds the executable outside of `dist`; resolves with its path. */
async function built(target: string): Promise<string> {
  const args = [process.execPath, "src/build.ts", "--target", target];
  const { code, err } = await new Program(args, { env: process.env }).ended();
  expect([code, err]).toEqual([0, expect.any(String)]);
  const path = join(folder, `voice-flow-${target}`);
  await cp(`dist/voice-flow-${version}-${target}`, path);
  for (const made of [`voice-flow-${version}-${target}`, "SHA256SUMS"]) await rm(`dist/${made}`);
  return path;
}

const green = /^✓ speech +It said "three one four two" and understood itself: .*$/m;

test(
  "other machines: the linux-arm64 executable runs under QEMU, with Debian's C library and no other",
  async () => {
    const path = await built("linux-arm64");
    const run = (...args: string[]): Program =>
      new Program(["/usr/bin/qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu", path, ...args], {
        env: { PORT: "0" },
        cwd: folder,
      });
    expect(await run("--version").ended()).toEqual({ code: 0, out: `${version}\n`, err: "" });
    await using doctor = run("doctor");
    const { code, out } = await doctor.ended();
    expect(out).toMatch(green);
    expect([code, out.match(/^✗.*$/gm)]).toEqual([0, null]);
  },
  emulatedMs + buildMs,
);

/** Runs the executable in a root that has only its folder, /proc and /dev, without a network. */
function inRoot(root: string, ...args: string[]): Program {
  const script = 'mount -t proc none "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"';
  // The executable sees only its own processes: a namespace's root may mount no other /proc.
  const lead = [...world, "--net", "--pid", "--fork", "--kill-child", "/bin/sh", "-c", script, root];
  return new Program([...lead, "/bin/voice-flow", ...args], {
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
  });
}

test(
  "other machines: the linux-x64-musl executable needs musl, libstdc++ and libgcc, and nothing else",
  async () => {
    if (!existsSync(muslLoader)) throw new Error(`There is no ${muslLoader}: bun run test:long fetches it`);
    const root = join(folder, "root");
    for (const each of ["bin", "dev", "lib", "proc", "tmp", "usr/lib"])
      await mkdir(join(root, each), { recursive: true });
    await cp(muslLoader, join(root, "lib", basename(muslLoader)));
    await rename(await built("linux-x64-musl"), join(root, "bin/voice-flow"));

    const names = [...new Bun.Glob("lib*").scanSync(muslFolder)].toSorted();
    const [libgcc = "", libstdc = ""] = names;
    expect(names).toEqual([expect.stringMatching(/^libgcc_s/), "libstdc++.so.6"]);
    const missing = async (): Promise<[number, string | undefined]> => {
      const { code, err } = await inRoot(root, "--version").ended();
      return [code, /^Error loading shared library (\S+?):/.exec(err)?.[1]];
    };
    expect(await missing()).toEqual([127, libstdc]);
    await cp(join(muslFolder, libstdc), join(root, "usr/lib", libstdc));
    expect(await missing()).toEqual([127, libgcc]);
    await cp(join(muslFolder, libgcc), join(root, "usr/lib", libgcc));

    expect(await inRoot(root, "--version").ended()).toEqual({ code: 0, out: `${version}\n`, err: "" });
    const { code, out, err } = await inRoot(root, "doctor").ended();
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(green);
  },
  2 * buildMs,
);
