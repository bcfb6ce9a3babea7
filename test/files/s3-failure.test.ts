// Failing S3 storage: storage that is away, hangs, refuses or dies in the middle is given up in time, with messages
// without secrets.

import { afterEach, beforeEach, expect, test } from "bun:test";
import { Secret } from "../../src/base/secret.ts";
import { S3Files } from "../../src/files/s3-files.ts";
import { FilesError } from "../../src/files/stored-files.ts";
import { wallClock } from "../../src/base/clock.ts";
import { freePort } from "../support/servers/free-port.ts";
import { until } from "../support/until.ts";
import { type S3Server, s3Server } from "../support/servers/s3-server.ts";

let server: S3Server;
beforeEach(async () => void (server = await s3Server()));
afterEach(() => server[Symbol.asyncDispose]());

const secret = "wJalrXUtnFEMI";
const open = (endpoint: string | undefined, { accessKeyId = "S3RVER", msMax = 30_000 } = {}) =>
  new S3Files({
    place: { ...server.place, endpoint, accessKeyId, secretAccessKey: new Secret(secret) },
    clock: wallClock,
    msMax,
  });

async function* content(mib: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < mib; i++) yield await Promise.resolve(new Uint8Array(1024 ** 2));
}

async function failures(files: S3Files, mib = 6): Promise<FilesError[]> {
  const works = [
    () => files.put("a", content(mib)),
    () => files.open("a"),
    () => files.list(""),
    () => files.delete("a"),
  ];
  const said: FilesError[] = [];
  for (const work of works)
    await work().catch((error: unknown) => {
      expect(error).toBeInstanceOf(FilesError);
      said.push(error as FilesError);
    });
  expect(JSON.stringify(said.map((error) => [error.message, error.stack, error.cause]))).not.toMatch(
    /wJalrXUtnFEMI|X-Amz|Signature/,
  );
  return said;
}

test("unreachable storage is reported", async () => {
  const said = await failures(open(`http://127.0.0.1:${await freePort()}`));
  expect(said).toHaveLength(4);
  for (const { message } of said) expect(message).toBe("the storage failed: ConnectionRefused");
});

test("storage that accepts requests and never answers is given up", async () => {
  using hanging = Bun.serve({ port: 0, idleTimeout: 0, fetch: () => new Promise<Response>(() => undefined) });
  const said = await failures(open(`http://127.0.0.1:${hanging.port}`, { msMax: 200 }));
  expect(said.map(({ message }) => message)).toEqual(
    Array.from({ length: 4 }, () => "the storage did not answer within 0.2 s"),
  );
  await hanging.stop(true);
});

test("a refused key is reported with the storage's code", async () => {
  const said = await failures(open(server.place.endpoint, { accessKeyId: "SOMEBODY" }));
  expect(said.map(({ code }) => code)).toContain("InvalidAccessKeyId");
});

test("storage that dies between two parts keeps no half of a file, and the parts are removed", async () => {
  const asked: string[] = [];
  let parts = 0;
  using between = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      asked.push(
        `${request.method} ${/[?&](?:uploads|uploadId|partNumber)/.test(search) ? "part of " : ""}${pathname}`,
      );
      if (request.method === "PUT" && ++parts > 1) return new Response("no", { status: 500 });
      const body = await request.arrayBuffer();
      const init = {
        method: request.method,
        headers: request.headers,
        ...(body.byteLength > 0 ? { body } : {}),
      };
      return fetch(server.place.endpoint + pathname + search, init);
    },
  });
  const files = open(`http://127.0.0.1:${between.port}`);
  expect(await files.put("a", content(20)).catch((error: Error) => error.name)).toBe("FilesError");
  await until("request to take them back", () => asked.includes("DELETE part of /voice-flow/calls/a"));
  expect(await open(server.place.endpoint).open("a")).toBeUndefined();
});
