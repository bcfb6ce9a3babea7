// Four troubles of the started program, as an operator would find them: within two minutes, by an alert of its own
// rules in Prometheus and by a line of its log.

import { expect, test } from "bun:test";
import { Secret } from "../../src/base/secret.ts";
import { ruleFile } from "../../src/metrics/alert-rules.ts";
import { connect, type ReceivedMessages } from "../support/callers/ws-client.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";
import { ChatServer, type ChatScript, wellBehaved } from "../support/servers/chat-server.ts";
import { familiesOf } from "../support/prometheus.ts";
import { Program } from "../support/servers/program.ts";
import { PrometheusServer } from "../support/servers/prometheus-server.ts";
import { json } from "../support/json-request.ts";
import { type LogEvent } from "../support/servers/served.ts";
import { smallDisk } from "../support/servers/small-disk.ts";
import { until } from "../support/until.ts";
import { product } from "../support/servers/product.ts";

const namedWithinMs = 120_000;
const token = new Secret("open-sesame");

/** A reply that begins later than any caller likes. */
const slowAnswer = (): ChatScript => ({
  ...wellBehaved("Well."),
  get headGate() {
    return new Promise<void>((resolve) =>
      AbortSignal.timeout(1_800).addEventListener("abort", () => resolve()),
    );
  },
});

const said = (text: string) => (it: ReceivedMessages) =>
  it.type === "bot-output" && it.data?.spoken_status === "completed" && it.data.text === text;

test("operated: a slow provider, a full disk, a login attack and a leaking key are each named within two minutes", async () => {
  await using owned = new AsyncDisposableStack();
  const chat = owned.use(
    await ChatServer.open(wellBehaved("Hello."), ...Array.from({ length: 6 }, slowAnswer)),
  );
  const disk = owned.use(smallDisk(96));
  const lines: LogEvent[] = [];
  const env = {
    PATH: process.env.PATH,
    PORT: "0",
    LOG_FORMAT: "json",
    DATA_DIR: disk.file("data"),
    METRICS_ADDRESS: "127.0.0.1:0",
    METRICS_TOKEN: token.reveal(),
    TRUSTED_PROXIES: "127.0.0.1",
    PASSWORD_MEMORY_MIB: "1",
    LLM_BASE_URL: chat.baseUrl,
    LLM_MODEL: "tiny",
  };
  const program = owned.use(
    new Program(product, {
      env,
      line: (text) => void lines.push(JSON.parse(text) as LogEvent),
    }),
  );
  const url = await program.url();
  const [, port] = await program.says(/"metrics\.listening","host":"127\.0\.0\.1","port":(\d+)/);
  const targets = [`127.0.0.1:${port}`];
  const prometheus = owned.use(
    await PrometheusServer.start({ targets, token: token.reveal(), rules: ruleFile() }),
  );
  await until("scrape", async () => (await prometheus.one("sum(up)")) === 1);
  const ask = (path: string, init?: RequestInit): Promise<Response> => fetch(url + path, init);
  const person = await signUpAt({ ask });
  const isFiring = (alert: string) => async () =>
    (await prometheus.rules()).some(({ name, state }) => name === alert && state === "firing");
  const logged = (event: string): readonly LogEvent[] => lines.filter((line) => line.event === event);
  const bearer = { authorization: `Bearer ${token.reveal()}` };
  const figure = async (name: string, labels: string): Promise<number | undefined> => {
    const text = await (await fetch(`http://${targets[0]}/metrics`, { headers: bearer })).text();
    return familiesOf(text).get(name)?.series.get(labels);
  };
  expect((await prometheus.rules()).filter(({ state }) => state === "firing")).toEqual([]);

  await talkSlowly(url, person);
  await until("alert", isFiring("ProviderSlow"), namedWithinMs);
  const answers = '_count{kind="llm",provider="openai-compatible",what="first"}';
  expect(await figure("voice_flow_provider_seconds", answers)).toBe(7);
  expect(logged("provider.slow")[0]).toMatchObject({ level: "warn", capability: "llm", slow: 3 });

  for (let i = 0; i < 200; i++) {
    const guess = {
      email: i % 2 === 0 ? person.email : `nobody-${i}@example.com`,
      password: `password ${i}`,
    };
    expect((await ask("/auth/login", json("POST", guess, { "x-forwarded-for": "203.0.113.77" }))).ok).toBe(
      false,
    );
  }
  await until("alert", isFiring("LoginAttack"), namedWithinMs);
  expect(logged("login.attack")[0]).toMatchObject({ level: "warn", address: "203.0.113.0/24" });
  expect(await figure("voice_flow_login_attacks_total", '{by="address"}')).toBePositive();

  for (let i = 0; i < 30; i++)
    await answer(ask("/v1/flows", { headers: { ...person.service, "x-forwarded-for": `198.51.${i}.7` } }));
  await until("alert", isFiring("KeyLeaks"), namedWithinMs);
  expect(await figure("voice_flow_keys_suspected_total", '{sign="addresses"}')).toBe(1);
  // The key's owner has used it from one address before.
  const [leak] = logged("key.suspected");
  expect(leak).toMatchObject({ level: "warn", key: person.keyId, addresses: 20, address: "198.51.18.0/24" });
  await until(
    "sum of its addresses",
    () => logged("key.suspected").some(({ addresses }) => addresses === 31),
    namedWithinMs,
  );

  disk.fill();
  await ask("/v1/secrets/NAME", json("PUT", { value: "s3cret", hosts: [] }, person.login));
  await until("alert", isFiring("StorageAway"), namedWithinMs);
  expect(await figure("voice_flow_not_ready", '{why="disk-full"}')).toBe(1);
  await until("alert", isFiring("DiskFull"), namedWithinMs);
  expect(logged("disk.short")[0]).toMatchObject({ level: "warn", folder: disk.file("data"), free_bytes: 0 });
  expect(chat.problems).toEqual([]);
}, 600_000);

/** Holds a call with one instant reply and six slow ones. */
async function talkSlowly(url: string, person: Person): Promise<void> {
  await using client = await connect(`${url.replace("http", "ws")}/ws`, { headers: person.service });
  await client.ready();
  await client.message(said("Hello."));
  for (let i = 0; i < 6; i++) {
    client.send({ type: "send-text", data: { content: `And ${i}?` } });
    await client.message(said("Well."));
  }
}
