// Firefox: Debian's, without a screen, driven as the other browser is, by WebDriver BiDi. Its microphone hums.

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, firefox } from "playwright-core";

type Preferences = Readonly<Record<string, string | number | boolean>>;

/** What is played by whom is as in anybody's Firefox: sound begins with a click, or not at all. */
const preferences: Preferences = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  // Both ends are on this machine, and no name server is asked for names of its own.
  "media.peerconnection.ice.loopback": true,
  "media.peerconnection.ice.obfuscate_host_addresses": false,
};

/** The answer of somebody who refuses the microphone, without a question. */
export const deniesMicrophone: Preferences = {
  "media.navigator.permission.disabled": false,
  "permissions.default.microphone": 2,
};

export interface LaunchedFirefox extends AsyncDisposable {
  readonly browser: Browser;
}

export async function launchFirefox(more: Preferences = {}): Promise<LaunchedFirefox> {
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-firefox-"));
  const start = join(folder, "firefox");
  const relay = resolve("test/support/browser/firefox-relay.ts");
  await Bun.write(start, `#!/bin/sh\nexec '${process.execPath}' '${relay}' "$@"\n`);
  await chmod(start, 0o755);
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath: start,
    firefoxUserPrefs: { ...preferences, ...more },
  });
  return {
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await rm(folder, { recursive: true });
    },
  };
}
