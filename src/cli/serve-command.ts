// Command `serve`: runs the server. Its data file opens while the modules of the server load.

import { StoreAhead } from "../app-store.ts";
import { openLog } from "../base/log.ts";
import { accessWarnings } from "../config/config-access.ts";
import { configOrSay } from "./command-config.ts";
import { dataLost } from "./serve/data-lost.ts";

export async function serve(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    const { variableFor } = await import("./help.ts");
    console.error(
      `serve takes no arguments. Configure the server by environment variables${variableFor(args)}`,
    );
    return 2;
  }
  const config = configOrSay({ unseals: true });
  if (config === undefined) return 1;
  const log = openLog(config.log);
  for (const message of [...config.warnings, ...accessWarnings(config)]) log.warn("config.odd", { message });
  // A running predecessor has to leave the file first.
  await using ahead = config.takesOver ? undefined : StoreAhead.open(config, { log, lost: dataLost });
  const { runServer } = await import("./serve/run-server.ts");
  return await runServer(config, log, () => ahead?.take());
}
