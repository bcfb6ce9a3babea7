// Firefox: Debian's release without a screen, driven like the other browser, by WebDriver BiDi. Its microphone hums,
// and its loudspeaker is silent.

import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, firefox } from "playwright-core";
import { until } from "../until.ts";

type Preferences = Readonly<Record<string, string | number | boolean>>;

/** The rules for sound are Firefox's defaults: it starts with a click, or not at all. */
const preferences: Preferences = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  // Both ends are on this machine, without local names.
  "media.peerconnection.ice.loopback": true,
  "media.peerconnection.ice.obfuscate_host_addresses": false,
  // The other browser requests no icon either, and a strict policy would report it.
  "browser.chrome.site_icons": false,
};

/** The answer of a person who refuses the microphone, without a question. */
export const deniesMicrophone: Preferences = {
  "media.navigator.permission.disabled": false,
  "permissions.default.microphone": 2,
};

export interface LaunchedFirefox extends AsyncDisposable {
  readonly browser: Browser;
}

export async function launchFirefox(more: Preferences = {}): Promise<LaunchedFirefox> {
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-firefox-"));
  const loudspeaker = await startLoudspeaker(folder);
  const start = join(folder, "firefox");
  const relay = resolve("test/support/browser/firefox-relay.ts");
  await Bun.write(start, `#!/bin/sh\nexec '${process.execPath}' '${relay}' "$@"\n`);
  await chmod(start, 0o755);
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath: start,
    firefoxUserPrefs: { ...preferences, ...more },
    env: { PATH: process.env["PATH"], HOME: folder, PULSE_SERVER: loudspeaker.server },
  });
  return {
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await loudspeaker[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** Without a loudspeaker, a page's sound does not advance. */
async function startLoudspeaker(folder: string): Promise<AsyncDisposable & { readonly server: string }> {
  const socket = join(folder, "sound");
  const modules = ["null-sink", `native-protocol-unix socket=${socket} auth-anonymous=1`];
  const command =
    "pulseaudio -n --daemonize=no --exit-idle-time=-1 --use-pid-file=no --realtime=no --disable-shm=yes";
  const child = Bun.spawn([...command.split(" "), ...modules.map((name) => `--load=module-${name}`)], {
    env: { PATH: process.env["PATH"], HOME: folder, XDG_RUNTIME_DIR: folder },
    stdout: "ignore",
    stderr: "ignore",
  });
  await until("loudspeaker", () => existsSync(socket));
  return {
    server: `unix:${socket}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}
