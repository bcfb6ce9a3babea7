// Programs that only the long run needs: Debian's packages, and programs that Debian's release does not have.

import { existsSync } from "node:fs";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

/** Debian packages, each with a file whose presence shows that the package is installed. */
export const longPackages: Readonly<Record<string, string>> = {
  "baresip-core": "/usr/bin/baresip",
  caddy: "/usr/bin/caddy",
  chromium: "/usr/bin/chromium",
  "firefox-esr": "/usr/bin/firefox-esr",
  faketime: "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
  kamailio: "/usr/sbin/kamailio",
  "linphone-cli": "/usr/bin/linphonec",
  "libc6-arm64-cross": "/usr/aarch64-linux-gnu/lib/libc.so.6",
  nginx: "/usr/sbin/nginx",
  pulseaudio: "/usr/bin/pulseaudio",
  "python3-aiortc": "/usr/lib/python3/dist-packages/aiortc/__init__.py",
  "python3-pip": "/usr/bin/pip3",
  "python3-venv": "/usr/lib/python3.11/ensurepip/__init__.py",
  "python3-websockets": "/usr/lib/python3/dist-packages/websockets/__init__.py",
  "qemu-user-static": "/usr/bin/qemu-aarch64-static",
};

/** Cache folder, which stays from one run to the next. */
const folder = join(homedir(), ".cache", "voice-flow-test");

/** The README's snippet needs a newer Caddy than Debian 12 has (2.6.2). */
const caddyVersion = "v2.11.9";
export const caddyPath = join(folder, `caddy-${caddyVersion}`, "caddy");

/**
 * Libraries of musl, which Debian 12 has too old (1.2.3) or not at all. The loader comes from Debian 13; libstdc++ and
 * libgcc are Alpine's, from published musl wheels.
 */
export const muslFolder = join(folder, "musl");
export const muslLoader = join(muslFolder, "ld-musl-x86_64.so.1");
/** Asterisk with its dependencies from sid, because Debian 12 and 13 do not have it. */
export const asteriskFolder = join(folder, "asterisk");
const wheel =
  "greenlet==3.5.6 --hash=sha256:3dbb4596a6a4e5d47121a33ff20533a81e60f302d9e67b69909a8bc21a43f0a7";

/** Runs a command to its end; returns whether it succeeded. */
type Run = (command: readonly string[], env: Readonly<Record<string, string>>) => boolean;

/** Installs the tools; a tool that is unavailable is reported, and fails the tests that need it. */
export async function installLongTools(run: Run): Promise<void> {
  if (!existsSync(caddyPath) && !(await buildCaddy(run)))
    console.error(
      `There is no Caddy ${caddyVersion}: it is built with Go 1.26 or later, which has to be on the PATH.`,
    );
  if (!existsSync(muslLoader) && !(await fetchMusl(run)))
    console.error("The libraries of musl could not be fetched from Debian 13 (apt) and PyPI (pip).");
  if (!existsSync(join(asteriskFolder, "usr/sbin/asterisk")) && !(await fetchAsterisk(run)))
    console.error("Asterisk could not be fetched from Debian sid (apt).");
}

async function buildCaddy(run: Run): Promise<boolean> {
  const work = join(folder, "caddy-build");
  const built = run(["go", "install", `github.com/caddyserver/caddy/v2/cmd/caddy@${caddyVersion}`], {
    GOBIN: work,
  });
  if (built) await rename(work, join(caddyPath, ".."));
  return built;
}

/** Separate configuration of apt: the machine's own stays with its release. */
async function aptOf(work: string, release: string): Promise<readonly string[]> {
  await rm(work, { recursive: true, force: true });
  for (const path of ["lists/partial", "cache/archives/partial"])
    await mkdir(join(work, path), { recursive: true });
  const key = "/usr/share/keyrings/debian-archive-keyring.gpg";
  const source = `deb [signed-by=${key}] https://deb.debian.org/debian ${release} main\n`;
  await Bun.write(join(work, "sources.list"), source);
  const settings = {
    "Dir::Etc::SourceList": join(work, "sources.list"),
    "Dir::Etc::SourceParts": "/dev/null",
    "Dir::State::Lists": join(work, "lists"),
    "Dir::Cache": join(work, "cache"),
    "APT::Sandbox::User": "root",
  };
  return ["apt-get", ...Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`])];
}

async function fetchAsterisk(run: Run): Promise<boolean> {
  const work = join(folder, "asterisk-fetch");
  const apt = await aptOf(work, "sid");
  // Empty list of installed packages: apt then downloads the C library too.
  await Bun.write(join(work, "status"), "");
  const nothing = ["-o", `Dir::State::status=${join(work, "status")}`, "--no-install-recommends", "-y"];
  const unpack = `for deb in '${work}'/cache/archives/*.deb; do dpkg-deb -x "$deb" '${work}/root' || exit 1; done`;
  const fetched =
    run([...apt, "update"], {}) &&
    run([...apt, ...nothing, "--download-only", "install", "asterisk"], {}) &&
    run(["/bin/sh", "-c", unpack], {});
  if (!fetched) return false;
  await rename(join(work, "root"), asteriskFolder);
  await rm(work, { recursive: true });
  return true;
}

async function fetchMusl(run: Run): Promise<boolean> {
  const work = join(folder, "musl-fetch");
  const apt = await aptOf(work, "trixie");
  await Bun.write(join(work, "wheel.txt"), `${wheel}\n`);
  const pip =
    "/usr/bin/pip3 download --no-deps --only-binary=:all: --require-hashes --implementation cp".split(" ");
  const machine = ["--python-version", "3.12", "--platform", "musllinux_1_2_x86_64"];
  const fetched =
    run([...apt, "update"], {}) &&
    run(["/bin/sh", "-c", 'cd "$0" && "$@"', work, ...apt, "download", "musl:amd64"], {}) &&
    run([...pip, ...machine, "--dest", work, "-r", join(work, "wheel.txt")], {}) &&
    run(
      ["/bin/sh", "-c", `cd '${work}' && dpkg-deb -x musl_*.deb deb && python3 -m zipfile -e *.whl whl`],
      {},
    );
  if (!fetched) return false;
  await mkdir(muslFolder, { recursive: true });
  const libraries = join(work, "whl", "greenlet.libs");
  for (const name of new Bun.Glob("*.so*").scanSync(libraries))
    // libgcc keeps the name from the wheel, because the wheel's libstdc++ asks for that name.
    await copyFile(
      join(libraries, name),
      join(muslFolder, name.startsWith("libstdc++") ? "libstdc++.so.6" : name),
    );
  // This copy is the last step: its presence shows that all files are there.
  await copyFile(join(work, "deb/usr/lib/x86_64-linux-musl/libc.so"), muslLoader);
  await rm(work, { recursive: true });
  return true;
}
