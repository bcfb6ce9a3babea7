// App site: an app's own server for a page with the client, at a free port and so of another origin.

import { symlink } from "node:fs/promises";
import { resolve } from "node:path";
import { bundlePages, clientPackage } from "../../../src/bundle-pages.ts";

export interface AppSite extends AsyncDisposable {
  readonly origin: string;
}

export interface AppSiteOptions {
  readonly port: number;
  /** Answers by path. */
  readonly answers: Readonly<Record<string, () => Response | Promise<Response>>>;
}

/** Uses the name `localhost`, with which pages have a microphone. */
export function appSite({ port, answers }: AppSiteOptions): AppSite {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    fetch: async (request) =>
      (await answers[new URL(request.url).pathname]?.()) ?? new Response("", { status: 404 }),
  });
  return { origin: `http://localhost:${port}`, [Symbol.asyncDispose]: () => server.stop(true) };
}

/** Installs the client like an app that uses the package, with the unchanged React example. */
export async function installExample(folder: string): Promise<void> {
  const { files } = await bundlePages();
  for (const [name, content] of clientPackage(files))
    await Bun.write(`${folder}/node_modules/voice-flow-client/${name}`, content);
  await Bun.write(`${folder}/talk-button.tsx`, Bun.file("public/examples/talk-button.tsx"));
  for (const name of ["react", "react-dom", "@types"])
    await symlink(resolve("node_modules", name), `${folder}/node_modules/${name}`);
  const main =
    'import { createRoot } from "react-dom/client";\nimport { TalkButton } from "./talk-button.tsx";\n' +
    'createRoot(document.getElementById("root")!).render(<TalkButton />);\n';
  await Bun.write(`${folder}/main.tsx`, main);
  await Bun.write(
    `${folder}/tsconfig.json`,
    JSON.stringify({
      extends: resolve("public/tsconfig.json"),
      compilerOptions: { skipLibCheck: false, paths: {} },
      include: ["*.tsx"],
    }),
  );
}
