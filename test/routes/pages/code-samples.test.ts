// Code samples of the API document: the language of each can parse it, and some of each language run unchanged.

import { expect, test } from "bun:test";
import { codeSamples } from "../../../src/routes/pages/code-samples.ts";
import { signUpAt } from "../../support/people.ts";
import { Program } from "../../support/servers/program.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

interface Sample {
  readonly label: string;
  readonly source: string;
}

async function samplesOf(served: TestServer): Promise<ReadonlyMap<string, readonly Sample[]>> {
  type Methods = Record<string, { "x-codeSamples"?: readonly Sample[] }>;
  const { paths } = (await (await served.ask("/swagger/json")).json()) as { paths: Record<string, Methods> };
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        operation["x-codeSamples"] ?? [],
      ]),
    ),
  );
}

const commands: Readonly<Record<string, readonly string[]>> = {
  curl: ["/bin/sh", "-c"],
  JavaScript: [process.execPath, "-e"],
  Python: ["/usr/bin/python3", "-c"],
};

test("code samples: a program's request has three samples, and one for people or sockets has none", async () => {
  await using served = await serveTest();
  const samples = await samplesOf(served);
  const labels = (name: string) => samples.get(name)?.map(({ label }) => label);
  for (const name of ["POST /v1/sessions", "GET /v1/flows", "GET /live", "DELETE /v1/flows/{flow_id}"])
    expect([name, labels(name)]).toEqual([name, ["curl", "JavaScript", "Python"]]);
  for (const name of ["GET /test", "GET /client.js", "GET /ws", "GET /v1/ws/{session_token}"])
    expect([name, labels(name)]).toEqual([name, []]);
});

test("code samples: each is valid in its language", async () => {
  await using served = await serveTest();
  const all = [...(await samplesOf(served)).values()].flat();
  expect(all.length).toBeGreaterThan(90);
  const sources = (wanted: string): readonly string[] =>
    all.filter(({ label }) => label === wanted).map(({ source }) => source);
  for (const source of sources("JavaScript")) new Bun.Transpiler({ loader: "js" }).transformSync(source);
  const shell = new Program(["/bin/sh", "-n", "-c", sources("curl").join("\n")], { env: {} }).ended();
  const checked =
    "import json, sys\nfor source in json.loads(sys.argv[1]): compile(source, 'sample', 'exec')";
  const python = new Program(["/usr/bin/python3", "-c", checked, JSON.stringify(sources("Python"))], {
    env: {},
  }).ended();
  expect((await Promise.all([shell, python])).map(({ code, err }) => [code, err])).toEqual([
    [0, ""],
    [0, ""],
  ]);
});

test("code samples: they run unchanged, with a login, with a key, and without", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const env = {
    PATH: process.env.PATH,
    VOICE_FLOW_URL: new URL(served.url()).origin,
    API_KEY: person.key,
    ACCESS_TOKEN: person.token,
  };
  const samples = await samplesOf(served);
  for (const [name, wanted] of [
    ["GET /live", /./],
    ["GET /v1/flows", /^\[\]/],
    ["GET /auth/api-keys", new RegExp(person.keyId)],
    ["PUT /v1/retention", /_days"/],
  ] as const) {
    const ran = samples.get(name)!.map(async ({ label, source }) => {
      const { code, out, err } = await new Program([...commands[label]!, source], { env }).ended();
      return [name, label, code, wanted.test(out) ? "" : out, err];
    });
    expect(await Promise.all(ran)).toEqual([
      [name, "curl", 0, "", ""],
      [name, "JavaScript", 0, "", ""],
      [name, "Python", 0, "", ""],
    ]);
  }
});

test("code samples: quotes, null and booleans survive in every language", async () => {
  const body = {
    text: 'it\'s "said" $HOME `x` \\n \n ü',
    none: null,
    truth: true,
    list: [false, 1.5],
    more: {},
  };
  using server = Bun.serve({ port: 0, fetch: async (request) => new Response(await request.text()) });
  const env = { PATH: process.env.PATH, VOICE_FLOW_URL: new URL(server.url).origin };
  for (const { label, source } of codeSamples({ method: "POST", path: "/", credential: undefined, body })) {
    const { out, err } = await new Program([...commands[label]!, source], { env }).ended();
    expect([label, JSON.parse(out), err]).toEqual([label, body, ""]);
  }
});
