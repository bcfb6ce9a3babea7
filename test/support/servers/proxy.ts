// The proxies of the README, with its unchanged lines, in front of a server: nginx and Caddy with TLS.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificate, certificateKey } from "./certificate.ts";
import { blockOf, documentation } from "../markdown.ts";
import { Program } from "./program.ts";
import { until } from "../until.ts";

/** The name in the certificate, in place of the README's voice.example. */
export const proxiedHost = "tool.test";

const tls = { ca: certificate, serverName: proxiedHost };

/** Time for a proxy to end before it is killed. */
const endMsMax = 5_000;

interface Site {
  readonly folder: string;
  readonly port: number;
  /** The server behind it: host and port. */
  readonly upstream: string;
}

/** Writes the proxy's files, and returns the command that runs it in the foreground. */
type SetUp = (site: Site) => Promise<readonly string[]>;

/** nginx with the README's lines; the lines around them only keep it in its folder. */
export const nginx: SetUp = async ({ folder, port, upstream }) => {
  const lines = replaced(blockOf(documentation, "nginx"), {
    "listen 443 ssl;": `listen 127.0.0.1:${port} ssl;`,
    "voice.example;": `${proxiedHost};`,
    "/etc/ssl/voice.example.pem": `${folder}/site.pem`,
    "/etc/ssl/voice.example.key": `${folder}/site.key`,
    "127.0.0.1:3000": upstream,
  });
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  // Its workers may enter this folder only as its owner.
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  const config = join(folder, "nginx.conf");
  await Bun.write(
    config,
    `${user}daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\n` +
      `http {\naccess_log off;\n${places}\n${lines}}\n`,
  );
  return ["/usr/sbin/nginx", "-p", folder, "-e", "stderr", "-c", config];
};

/**
 * Caddy with the README's lines, changed by `edit`; it gets a certificate here, because no authority issues one for
 * this name.
 */
export function caddy(path: string, edit = (lines: string): string => lines): SetUp {
  return async ({ folder, port, upstream }) => {
    const lines = replaced(blockOf(documentation, "caddy"), {
      "voice.example {": `https://${proxiedHost}:${port} {\n\ttls ${folder}/site.pem ${folder}/site.key`,
      "127.0.0.1:3000": upstream,
    });
    // A socket file for orders to it, as ports are dear; nothing listens at port 80.
    const around = `{\n\tadmin unix/${folder}/admin.sock\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n`;
    await Bun.write(join(folder, "Caddyfile"), around + edit(lines));
    return [path, "run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  };
}

/** Throws when one of the words is missing: then the README has changed and this must follow. */
function replaced(lines: string, words: Readonly<Record<string, string>>): string {
  return Object.entries(words).reduce((text, [word, by]) => {
    if (!text.includes(word)) throw new Error(`The README's lines do not have "${word}"`);
    return text.replaceAll(word, by);
  }, lines);
}

export class Proxy implements AsyncDisposable {
  readonly program: Program;
  readonly folder: string;
  readonly url: string;
  /** Options for clients of a socket. */
  readonly socket = { headers: { host: proxiedHost }, tls };

  private constructor(program: Program, { folder, port }: Site) {
    this.program = program;
    this.folder = folder;
    this.url = `https://127.0.0.1:${port}`;
  }

  /** Resolves when the proxy accepts connections; rejects with its output when it ends instead. */
  static async open(setUp: SetUp, server: string): Promise<Proxy> {
    const folder = await mkdtemp(join(tmpdir(), "voice-flow-proxy-"));
    await Bun.write(join(folder, "site.pem"), certificate);
    await Bun.write(join(folder, "site.key"), certificateKey);
    const site = { folder, port: freePort(), upstream: new URL(server).host };
    const program = new Program(await setUp(site), {
      env: { HOME: folder, PATH: "/usr/bin:/bin" },
      cwd: folder,
    });
    const proxy = new Proxy(program, site);
    try {
      await until("proxy", () => proxy.#isThere());
      return proxy;
    } catch (error) {
      await proxy[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Like the global one, for this host. */
  readonly fetch = (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("host", proxiedHost);
    return fetch(url, { ...init, headers, tls });
  };

  readonly ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    this.fetch(this.url + path, init);

  /** Runs curl from another loopback address. Resolves to the status of the answer. */
  async statusFrom(address: string, path: string, ...more: readonly string[]): Promise<number> {
    const port = new URL(this.url).port;
    const command = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--interface", address];
    const here = ["--cacert", "site.pem", "--resolve", `${proxiedHost}:${port}:127.0.0.1`];
    const host = ["-H", `host: ${proxiedHost}`, ...more, `https://${proxiedHost}:${port}${path}`];
    const asked = new Program([...command, ...here, ...host], {
      env: { PATH: "/usr/bin" },
      cwd: this.folder,
    });
    return Number((await asked.ended()).out);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // SIGTERM comes first: nginx ends its workers, which outlive a killed parent.
    this.program.child.kill("SIGTERM");
    await until("end of the proxy", () => this.program.child.exitCode !== null, endMsMax).catch(
      () => undefined,
    );
    await this.program[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true });
  }

  async #isThere(): Promise<boolean> {
    if (this.program.child.exitCode !== null) throw new Error((await this.program.ended()).err);
    return await this.ask("/health").then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  const { port } = listener;
  listener.stop(true);
  return port;
}
