// Exports of an account: everything that it owns and nothing else, without a key or a secret, and one after the other.

import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { connect } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { json } from "../../support/json-request.ts";
import { answer, idOf, type Person, problem, signUpAt } from "../../support/people.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { soundFile, tone } from "../../support/sound-file.ts";
import { tempFolder } from "../../support/servers/store.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(240_000);

const flow = (mark: string): string => `voice_flow: 1
id: noted
language: en
start: bye
nodes:
  bye: {say: "${mark} says goodbye.", end: done}
`;

interface Owned {
  readonly mark: string;
  readonly accountId: string;
  readonly flowId: string;
  readonly sessionId: string;
  /** Texts that the server shows once, or never. */
  readonly secrets: readonly string[];
}

/** Creates one of everything that an account can own; all of it contains the mark. */
async function ownedBy(served: TestServer, person: Person, mark: string): Promise<Owned> {
  const { login, service } = person;
  const [secret, providerKey] = [`sk-flow-${mark}-9876543210`, `sk-provider-${mark}-0123456789`];
  const upload = json("POST", { name: mark, yaml_content: flow(mark) }, service);
  const { id: flowId } = await answer<{ id: string }>(served.ask("/v1/flows", upload), 201);
  const change = json("PUT", { yaml_content: flow(`${mark} the second`) }, service);
  await answer(served.ask(`/v1/flows/${flowId}`, change));
  const pairs = Array.from({ length: 150 }, (_, n) => `When opens ${mark} ${n}?,At ${n} past nine.`);
  const source = json(
    "POST",
    { type: "csv", title: mark, text: `question,answer\n${pairs.join("\n")}\n` },
    login,
  );
  await answer(served.ask("/v1/knowledge/faq/sources", source), 201);
  const kept = json("PUT", { value: secret, hosts: [`${mark.toLowerCase()}.example`] }, login);
  await answer(served.ask("/v1/secrets/KEY", kept));
  const body = soundFile({ rate: 16_000, samples: tone({ rate: 16_000, seconds: 0.1 }) });
  await answer(served.ask(`/v1/sounds/${mark}.wav`, { method: "PUT", headers: login, body }));
  const hook = json("POST", { url: `https://crm.example.com/${mark}` }, login);
  const { secret: hookSecret } = await answer<{ secret: string }>(served.ask("/v1/hooks", hook), 201);
  await answer(served.ask("/v1/embeds", json("POST", { flow_id: flowId, label: mark }, login)), 201);
  await answer(served.ask("/v1/assistant", json("PUT", { system_prompt: `Be ${mark}.` }, login)));
  const named = { name: "Desk", system_prompt: `Stay ${mark}.` };
  await answer(served.ask("/v1/assistants", json("POST", named, login)), 201);
  await answer(served.ask("/v1/providers", json("PATCH", { llm_api_key: providerKey }, login)));
  const begin = json("POST", { flow_id: flowId, metadata: { mark }, record: true }, service);
  const { session_id: sessionId = "", session_token: token } = await answer<Record<string, string>>(
    served.ask("/v1/sessions", begin),
  );
  const client = await connect(`${served.url()}/v1/ws/${token}`);
  await client.ready();
  await client.closed;
  await until("the call's end", async () => {
    const session = await answer<{ status: string }>(
      served.ask(`/v1/sessions/${sessionId}`, { headers: login }),
    );
    return session.status === "ended";
  });
  const secrets = [secret, providerKey, hookSecret, person.key, person.token, person.password, token ?? ""];
  return { mark, accountId: await idOf(served, person), flowId, sessionId, secrets };
}

const exported = (served: TestServer, { login }: Person, query = ""): Promise<Response> =>
  served.ask(`/v1/account/export${query}`, { headers: login });

/** Files of the archive, all of which have to be complete. */
async function filesOf(response: Response): Promise<ReadonlyMap<string, string>> {
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  using folder = tempFolder();
  const path = folder.file("account.zip");
  writeFileSync(path, await response.bytes());
  expect(Bun.spawnSync(["unzip", "-tq", path]).exitCode).toBe(0);
  const list = Bun.spawnSync(["unzip", "-Z1", path]).stdout.toString().trim().split("\n");
  return new Map(list.map((name) => [name, Bun.spawnSync(["unzip", "-p", path, name]).stdout.toString()]));
}

const linesOf = <T>(text: string | undefined): readonly T[] =>
  (text ?? "")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

test("account export: it holds all of the account's data, nothing of another one, no secret, and is in the audit log", async () => {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  using folder = tempFolder();
  await using served = await serveTest({ RECORD: "on", DATA_DIR: folder.path }, { speech });
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const [own, other] = await Promise.all([
    ownedBy(served, ada, "Periwinkle"),
    ownedBy(served, bob, "Chrysanthemum"),
  ]);

  const files = await filesOf(await exported(served, ada));
  const all = [...files.values()].join("\n");
  for (const secret of [...own.secrets, ...other.secrets]) expect(all).not.toContain(secret);
  for (const foreign of [other.mark, other.accountId, other.flowId, other.sessionId, bob.email])
    expect(all).not.toContain(foreign);

  const read = <T>(name: string): T => JSON.parse(files.get(name) ?? "null") as T;
  const marked = [...files].filter(([, text]) => text.includes(own.mark)).map(([name]) => name);
  const [{ id: sourceId }] = read<[{ id: string }]>("knowledge/sources.json");
  const folderOf = `flows/${own.flowId}/`;
  expect(marked.toSorted()).toEqual(
    [
      "assistant.json",
      "assistants.json",
      "calls/000001.jsonl",
      "embeds.json",
      `${folderOf}1.yaml`,
      `${folderOf}2.yaml`,
      `${folderOf}flow.json`,
      "hooks.json",
      `knowledge/${sourceId}.jsonl`,
      "knowledge/sources.json",
      "manifest.json",
      "sounds.json",
    ].toSorted(),
  );
  expect(files.get(`${folderOf}1.yaml`)).toBe(flow(own.mark));
  expect(linesOf(files.get(`knowledge/${sourceId}.jsonl`))).toHaveLength(150);
  expect(files.get(`sounds/${own.mark}.wav`)).toStartWith("RIFF");
  expect(read("account.json")).toMatchObject({ id: own.accountId, email: ada.email });
  expect(read("secrets.json")).toEqual([{ name: "KEY", hosts: ["periwinkle.example"] }]);
  const [call] = linesOf<{ session_id: string; metadata: object; transcript: { text: string }[] }>(
    files.get("calls/000001.jsonl"),
  );
  expect(call).toMatchObject({ session_id: own.sessionId, metadata: { mark: own.mark } });
  expect(call?.transcript.map(({ text }) => text)).toEqual(["Periwinkle the second says goodbye."]);
  const ledger = linesOf<{ kind: string; session_id: string | null }>(files.get("ledger.jsonl"));
  expect(ledger.map(({ kind }) => kind)).toContain("grant");
  expect(ledger.map(({ session_id: id }) => id)).toContain(own.sessionId);
  const acts = linesOf<{ action: string }>(files.get("audit.jsonl")).map(({ action }) => action);
  expect(acts.slice(0, 1)).toEqual(["account.exported"]);
  expect(acts).toContain("flow.changed");
  const manifest = read<{ files: { name: string; sha256: string }[] }>("manifest.json");
  expect(manifest).toMatchObject({ account_id: own.accountId, is_complete: true, missing: [] });
  expect(manifest.files.map(({ name }) => name)).toEqual(
    [...files.keys()].filter((name) => name !== "manifest.json"),
  );

  // This test read binary files as text.
  for (const { name, sha256 } of manifest.files.filter(({ name }) => !name.endsWith(".wav")))
    expect(new Bun.CryptoHasher("sha256").update(files.get(name) ?? "").digest("hex")).toBe(sha256);

  const sound = await filesOf(await exported(served, ada, "?recordings=true"));
  const added = [...sound.keys()].filter((name) => !files.has(name));
  expect(added).toEqual([`recordings/${own.sessionId}/call.wav`, `recordings/${own.sessionId}/call.json`]);
  expect(sound.get(`recordings/${own.sessionId}/call.wav`)).toStartWith("RIFF");

  await problem(served.ask("/v1/account/export", { headers: ada.service }), 401, "auth/wrong-kind");
});

test("account export: an account has one at a time, while another account's continues, and a leaving client makes room", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const reader = (await exported(served, ada)).body!.getReader();
  await reader.read();
  let isRead = false;
  const second = (async () => {
    const files = await filesOf(await exported(served, ada));
    isRead = true;
    return files;
  })();
  await filesOf(await exported(served, bob));
  expect(isRead).toBe(false);
  await reader.cancel();
  expect((await second).has("manifest.json")).toBe(true);
});

test("account export: unreadable parts are listed, and the rest is exported", async () => {
  // Downloads of the archive count as requests, too.
  await using served = await serveTest({ REQUESTS_PER_MINUTE: "10" });
  const ada = await signUpAt(served);
  const files = await filesOf(await exported(served, ada));
  const { is_complete: isComplete, missing } = JSON.parse(files.get("manifest.json") ?? "") as {
    is_complete: boolean;
    missing: { file: string; detail: string }[];
  };
  expect([isComplete, missing.at(-1)]).toEqual([
    false,
    { file: "erasures.json", detail: "It was answered with status 429" },
  ]);
  for (const { file } of missing) expect(files.has(file)).toBe(false);
  for (const file of ["account.json", "ledger.jsonl", "audit.jsonl"]) expect(files.has(file)).toBe(true);
});
