// Command `serve-process`: one of several processes of a machine. The first one starts it; the link is never typed.

import { openApp } from "../../app.ts";
import { wallClock } from "../../base/clock.ts";
import { openLog } from "../../base/log.ts";
import { FirstProcess } from "../../processes/first-process.ts";
import { shareOf } from "../../processes/share.ts";
import { siblingCommand } from "../../processes/sibling.ts";
import { configOrSay } from "../command-config.ts";
import { figuresOf, openListeners, survive } from "./serving.ts";

export async function serveProcess(): Promise<number> {
  // Without the first process there is nothing to write to.
  const first = FirstProcess.link(() => process.exit(1));
  if (first === undefined) {
    console.error(`${siblingCommand} is for internal use: serve starts it if PROCESSES is above 1.`);
    return 2;
  }
  // A signal may reach all processes at once: only the first one obeys it and tells the others.
  for (const each of ["SIGTERM", "SIGINT"] as const) process.on(each, () => undefined);
  const { part, port } = await first.begun;
  const config = configOrSay({ unseals: true });
  if (config === undefined) return 1;
  const log = openLog(config.log).with({ process: part.index });
  {
    await using doors = openListeners(config, port);
    const processConfig = shareOf(config, part, doors.ownPort);
    // A file has one writer; a database is used by each process itself.
    const given = config.database === undefined ? { log, store: first.store } : { log };
    await using server = await openApp(processConfig, given, part);
    doors.open(server.app);
    survive(log);
    const { metrics } = server.deps;
    await using _ = first.serve({
      clock: wallClock,
      log,
      node: () => server.cluster.node.id,
      figures: () => figuresOf(server, processConfig),
      metrics: config.metrics && (() => metrics.registry.figures()),
      listen: (on) => void doors.listen(on),
      isOpen: () => doors.isOpen,
    });
    log.info("process.ready", { node: server.cluster.node.id, address: processConfig.node.address });
    const ms = await first.drained;
    await server.cluster.drain(ms ?? config.drainSeconds * 1_000);
  }
  first.leave();
  return 0;
}
