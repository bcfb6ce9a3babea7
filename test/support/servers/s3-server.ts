// S3 server: a real one from npm on a free port, in this process, over a folder of its own. It accepts requests with
// any secret and cannot list a page that is not the last; otherwise it behaves like Amazon's.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { Secret } from "../../../src/base/secret.ts";
import type { S3Place } from "../../../src/files/s3-files.ts";

export interface S3Server extends AsyncDisposable {
  readonly place: S3Place;
  readonly environment: Readonly<Record<string, string>>;
}

const bucket = "voice-flow";

export async function s3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "voice-flow-s3-"));
  const configureBuckets = [{ name: bucket, configs: [] }];
  const server = new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory, configureBuckets });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  // The name of its only user.
  const user = "S3RVER";
  return {
    place: {
      bucket,
      prefix: "calls/",
      endpoint,
      region: "us-east-1",
      accessKeyId: user,
      secretAccessKey: new Secret(user),
    },
    environment: {
      FILES_URL: `s3://${bucket}/calls`,
      S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: user,
      AWS_SECRET_ACCESS_KEY: user,
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
