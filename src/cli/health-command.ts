// Command `health`: asks the server with the same environment whether it is well. It is for containers, which hold no
// curl.

import type { Config } from "../config.ts";
import { configOrSay } from "./command-config.ts";
import { invocation } from "./invocation.ts";

export async function health(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    console.error(`health takes no arguments; it reads HOST and PORT (${invocation} --help).`);
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  const response = await fetch(`${localUrl(config)}/health`).catch(() => undefined);
  if (response?.ok === true) {
    const { reason } = (await response.json()) as { readonly reason?: string };
    // No failure: a supervisor that restarted it for that would end its calls and make no room.
    if (reason !== undefined) console.log(reason);
    return 0;
  }
  console.error(
    response === undefined
      ? `No server answers at ${config.host} port ${config.port}. Start it, or set HOST and PORT to its values.`
      : `Status ${response.status}.`,
  );
  return 1;
}

/** Where this machine reaches what listens at that address. */
export function localUrl({ host, port }: Pick<Config, "host" | "port">): string {
  const local = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[host] ?? (host.includes(":") ? `[${host}]` : host);
  return `http://${local}:${port}`;
}
