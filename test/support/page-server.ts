// The whole app at a free port, for browsers, with its real speech.

import { type App, openApp } from "../../src/app.ts";
import { silentLog } from "../../src/base/log.ts";
import { type Environment, readConfig } from "../../src/config.ts";

export interface PageServer extends AsyncDisposable {
  readonly url: string;
  readonly app: App;
}

export async function pageServer(environment: Environment = {}): Promise<PageServer> {
  const app = await openApp(readConfig({ LOG_LEVEL: "silent", DATA_DIR: ":memory:", ...environment }), {
    log: silentLog,
  });
  app.app.listen({ hostname: environment["HOST"] ?? "127.0.0.1", port: 0 });
  await app.deps.speech?.ready;
  return {
    url: `http://127.0.0.1:${app.app.server?.port}/test`,
    app,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
