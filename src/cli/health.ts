// `health`: asks the server that has the same environment whether it is well; for containers, which hold no curl.

import { readConfig } from "../config.ts";

export async function health(): Promise<number> {
  const { host, port } = readConfig();
  const local = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[host] ?? (host.includes(":") ? `[${host}]` : host);
  const response = await fetch(`http://${local}:${port}/health`).catch(() => undefined);
  if (response?.ok === true) return 0;
  console.error(
    response === undefined ? `Nothing answers at ${host} port ${port}.` : `Status ${response.status}.`,
  );
  return 1;
}
