// Requests of the console as a shell command and as JavaScript: both run here, and send the same request.

import { expect, test } from "bun:test";
import { curlOf, scriptOf } from "../../../public/console/request-code.ts";
import type { ApiRequest } from "../../../public/page/api-request.ts";

const requests: readonly ApiRequest[] = [
  { method: "GET", path: "/v1/calls?q=it%27s&limit=50" },
  { method: "PATCH", path: "/v1/calls/ses_1", body: { note: 'It\'s $HOME, `here`\nand "there"', tags: [] } },
  { method: "DELETE", path: "/v1/sessions/ses_1" },
];

/** Request that a server gets when `run` executes the text. */
async function askedBy(run: (origin: string) => Promise<unknown>): Promise<unknown> {
  const asked: unknown[] = [];
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const text = await request.text();
      asked.push({
        method: request.method,
        path: `${pathname}${search}`,
        ...(text !== "" && { body: JSON.parse(text) as unknown, type: request.headers.get("content-type") }),
        authorization: request.headers.get("authorization"),
      });
      return Response.json({});
    },
  });
  await run(server.url.origin);
  return asked;
}

test.each(requests)("api request: $method $path works alike in a shell and in a script", async (request) => {
  const expected = {
    ...request,
    ...(request.body !== undefined && { type: "application/json" }),
    authorization: "Bearer secret",
  };
  const byShell = await askedBy(async (origin) => {
    const child = Bun.spawn(["sh", "-c", `${curlOf(request, origin)} -s`], {
      env: { ...process.env, VOICE_FLOW_TOKEN: "secret" },
      stdout: "ignore",
    });
    expect(await child.exited).toBe(0);
  });
  expect(byShell).toEqual([expected]);
  const byScript = await askedBy(async (origin) => {
    const source = `const VOICE_FLOW_TOKEN = "secret";\n${scriptOf(request, origin)}`;
    const child = Bun.spawn([process.execPath, "-e", source], { stdout: "ignore" });
    expect(await child.exited).toBe(0);
  });
  expect(byScript).toEqual([expected]);
});
