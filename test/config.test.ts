// Configuration from the environment: defaults, refusals, and the table in the README.

import { withTables } from "../src/manual/manual-tables.ts";
import { expect, test } from "bun:test";
import { Fault } from "../src/base/fault.ts";
import { type Config, type Environment, readConfig, variables } from "../src/config.ts";
import { accessWarnings, whoMayCall } from "../src/config/config-access.ts";
import { rowsOf } from "./support/markdown.ts";

function refusal(environment: Environment): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof Fault && error.code === "config/invalid") return error.message;
    throw error;
  }
  return "";
}

test("config: an empty environment is enough", () => {
  expect(readConfig({})).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    publicUrl: undefined,
    corsOrigins: [],
    trustedProxies: [],
    metrics: undefined,
    log: { level: "info" },
    drainSeconds: 30,
    engineOpenSessionsMax: 100,
    callMinutesMax: 30,
    idleSeconds: 30,
    outboundAllow: [],
    speech: { on: true, workers: 0 },
    providers: { stt: undefined, tts: undefined, embeddedVoice: "heart" },
    llm: undefined,
    systemPromptGiven: false,
    warnings: [],
  });
});

test("config: an empty value counts as unset", () => {
  const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, " "]));
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test("config: it reads lists, URLs and switches", () => {
  const config = readConfig({
    PUBLIC_URL: "https://voice.example/",
    CORS_ORIGINS: "https://app.example , http://localhost:5173/",
    TRUSTED_PROXIES: "10.0.0.1,::1",
    SPEECH: "OFF",
    TTS_VOICE: "michael",
    PORT: "0",
  });
  expect(config.publicUrl?.origin).toBe("https://voice.example");
  expect(config.corsOrigins).toEqual(["https://app.example", "http://localhost:5173"]);
  expect(config.trustedProxies).toEqual(["10.0.0.1", "::1"]);
  expect([config.speech.on, config.providers.embeddedVoice, config.port]).toEqual([false, "michael", 0]);
});

test("config: metrics have their own address, and need a token on another interface", () => {
  const at = (METRICS_ADDRESS: string, METRICS_TOKEN?: string) =>
    readConfig({ METRICS_ADDRESS, METRICS_TOKEN }).metrics;
  expect(at("")).toBeUndefined();
  expect(readConfig({ METRICS_TOKEN: "t" }).metrics).toBeUndefined();
  expect(at("127.0.0.1:9464")).toEqual({ host: "127.0.0.1", port: 9464, token: undefined });
  expect(at("[::1]:65535")).toEqual({ host: "::1", port: 65_535, token: undefined });
  expect(at("localhost:0")?.host).toBe("localhost");
  const open = at("0.0.0.0:9464", "sesame");
  expect([open?.host, open?.token?.reveal()]).toEqual(["0.0.0.0", "sesame"]);
});

test("config: a node is reached at its configured address, or at its listening address", () => {
  const at = (environment: Environment) => readConfig(environment).node;
  expect(at({})).toEqual({
    address: "http://127.0.0.1:3000",
    publicUrl: undefined,
    region: "",
  });
  expect(at({ HOST: "::1", PORT: "4000" }).address).toBe("http://[::1]:4000");
  const url = "https://n7.voice.example";
  expect(at({ NODE_URL: `${url}/`, NODE_REGION: "eu-west" })).toEqual({
    address: url,
    publicUrl: url,
    region: "eu-west",
  });
  const inner = "http://10.0.0.7:3000";
  expect(at({ NODE_URL: url, NODE_ADDRESS: inner })).toMatchObject({ address: inner, publicUrl: url });
  expect(at({ NODE_ADDRESS: inner })).toMatchObject({ address: inner, publicUrl: undefined });
  // 0.0.0.0 is unreachable from elsewhere.
  expect(at({ HOST: "0.0.0.0" }).address).toMatch(/^http:\/\/(?!0\.0\.0\.0)\d+(?:\.\d+){3}:3000$/);
  expect(refusal({ NODE_URL: "https://a.example/x" })).toContain(
    "NODE_URL must be scheme, host and port alone",
  );
  expect(refusal({ NODE_ADDRESS: "10.0.0.7" })).toContain("NODE_ADDRESS must be a URL");
  expect(refusal({ NODE_REGION: "eu west" })).toContain("NODE_REGION must be letters");
});

test("config: a model is a URL, a name and perhaps a key", () => {
  const { llm } = readConfig({
    LLM_BASE_URL: "http://127.0.0.1:8080/v1/",
    LLM_MODEL: "m",
    LLM_API_KEY: "k-1",
  });
  expect(llm?.baseUrl).toBe("http://127.0.0.1:8080/v1");
  expect(llm?.apiKey?.reveal()).toBe("k-1");
  expect(llm?.firstTokenSeconds).toBeUndefined();
  const local = readConfig({ LLM_BASE_URL: "http://127.0.0.1:8080/v1", LLM_MODEL: "m" });
  expect(local.llm?.apiKey).toBeUndefined();
});

test("config: its key is never printed", () => {
  const config = readConfig({ LLM_BASE_URL: "http://a.example", LLM_MODEL: "m", LLM_API_KEY: "sk-hidden" });
  expect(JSON.stringify(config) + Bun.inspect(config)).not.toContain("sk-hidden");
});

const bad: readonly [environment: Environment, says: string][] = [
  [{ PORT: "65536" }, 'PORT must be a whole number from 0 to 65535, not "65536".'],
  [{ PORT: "3e3" }, 'PORT must be a whole number from 0 to 65535, not "3e3".'],
  [{ HOST: "http://x" }, "HOST must be an address"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of debug, info, warn, error, silent"],
  [{ LOG_FORMAT: "xml" }, "LOG_FORMAT must be one of"],
  [{ METRICS_ADDRESS: "9464" }, "METRICS_ADDRESS must be a host and a port such as 127.0.0.1:9464"],
  [{ METRICS_ADDRESS: "127.0.0.1:65536" }, "METRICS_ADDRESS must be a host and a port"],
  [{ METRICS_ADDRESS: "::1:9464" }, "METRICS_ADDRESS must be a host and a port"],
  [{ METRICS_ADDRESS: "0.0.0.0:9464" }, "Others can read METRICS_ADDRESS at 0.0.0.0. Set METRICS_TOKEN"],
  [{ SPEECH: "maybe" }, "SPEECH must be one of on, off"],
  [{ OUTBOUND_ALLOW: "10.0.0.0/8,http://x" }, "OUTBOUND_ALLOW must list hosts, addresses or networks"],
  [{ TTS_VOICE: "bob" }, "TTS_VOICE must be one of heart, michael, not"],
  [{ TTS_VOICE: "slt" }, "TTS_VOICE=slt is a removed voice. Use heart"],
  [{ PUBLIC_URL: "voice.example" }, "PUBLIC_URL must be a URL"],
  [{ PUBLIC_URL: "https://voice.example/app" }, "PUBLIC_URL must be scheme, host and port alone"],
  [{ CORS_ORIGINS: "*" }, "CORS_ORIGINS must be a URL"],
  [{ CORS_ORIGINS: "https://a.example,https://*.example" }, "CORS_ORIGINS must name its host in full"],
  [{ TRUSTED_PROXIES: "proxy" }, "TRUSTED_PROXIES must list IP addresses"],
  [{ DRAIN_SECONDS: "-1" }, "DRAIN_SECONDS must be a whole number"],
  [{ CALL_MINUTES_MAX: "0" }, "CALL_MINUTES_MAX must be a whole number from 1"],
  [{ SYSTEM_PROMPT: "x".repeat(33_000) }, "SYSTEM_PROMPT is longer than 32 KiB"],
  [{ MASTER_KEY: "hunter4" }, "MASTER_KEY must be 64 hexadecimal digits"],
  [{ NEW_MASTER_KEY: "0".repeat(63) }, "NEW_MASTER_KEY must be 64 hexadecimal digits"],
  [{ ENGINE_AUTH: "perhaps" }, "ENGINE_AUTH must be one of open, required, off"],
  [{ AUTH_PER_MINUTE: "0" }, "AUTH_PER_MINUTE must be a whole number from 1"],
  [{ LLM_BASE_URL: "http://a.example" }, "LLM_BASE_URL is set without LLM_MODEL"],
  [{ LLM_MODEL: "m" }, "LLM_MODEL is set, but nothing uses it: set LLM_BASE_URL"],
  [{ LLM_API_KEY: "k" }, "LLM_API_KEY is set, but nothing uses it: set LLM_BASE_URL"],
  [{ STT_API_KEY: "k" }, "STT_API_KEY is set, but nothing uses it: set STT_URL"],
  [{ STT_PROVIDER: "ears" }, "STT_PROVIDER must be one of builtin"],
  [{ STT_URL: "ftp://a.example" }, "STT_URL must be a URL that begins with http://"],
  [{ STT_LANGUAGE: "English" }, "STT_LANGUAGE must be a language"],
  [{ STT: "guided" }, "STT cannot be guided any more. Remove it: the built-in recogniser"],
  [{ PROVIDER_KEYS: "wonder=k" }, "PROVIDER_KEYS must list names of providers with their keys"],
  [{ STT_FALLBACK: "ears" }, "STT_FALLBACK must be one of builtin"],
  [{ STT_FALLBACK: "deepgram" }, "STT_FALLBACK contains deepgram, which needs a key"],
  [{ TTS_FALLBACK: "ftp://a.example" }, "TTS_FALLBACK must be a URL that begins with http://"],
  [{ LLM_FALLBACK: "builtin" }, "LLM_FALLBACK cannot contain builtin"],
  [{ LLM_FALLBACK: "http://a.example/v1" }, "LLM_FALLBACK needs a model for http://a.example/v1"],
  [{ STT_FALLBACK: "builtin,".repeat(5) }, "STT_FALLBACK must not list more than 4"],
  [{ LLM_BASE_URL: "http://a.example?x=1", LLM_MODEL: "m" }, "LLM_BASE_URL must not have a query"],
];

test.each(bad)("config: refuses %j", (environment, says) => {
  expect(refusal(environment)).toStartWith(says);
  expect(refusal(environment)).not.toContain("\n");
});

test("config: fallbacks are names with their keys, addresses with their models, and built-in ones", () => {
  const { fallbacks } = readConfig({
    STT_FALLBACK: "deepgram, tcp://127.0.0.1:10300, builtin",
    LLM_FALLBACK: "http://127.0.0.1:11434/v1#qwen3:4b",
    PROVIDER_KEYS: "deepgram=k",
    LLM_BASE_URL: "http://a.example",
    LLM_MODEL: "m",
    LLM_API_KEY: "other",
  }).providers;
  expect(fallbacks.stt).toMatchObject([
    { provider: "deepgram" },
    { baseUrl: "tcp://127.0.0.1:10300" },
    "builtin",
  ]);
  expect(fallbacks.tts).toEqual([]);
  const [model] = fallbacks.llm;
  expect(model).toMatchObject({ baseUrl: "http://127.0.0.1:11434/v1", model: "qwen3:4b" });
  // The program never sends a key to another address.
  expect(model !== "builtin" && model?.apiKey).toBeUndefined();
});

test("config: reports all problems together", () => {
  const lines = refusal({ PORT: "x", SPEECH: "x", LLM_MODEL: "m" }).split("\n");
  expect(lines.map((line) => line.split(" ")[0])).toEqual(["PORT", "SPEECH", "LLM_MODEL"]);
});

test("config: a refusal never repeats a secret", () => {
  const said = refusal({
    LLM_BASE_URL: "http://user:hunter2@a.example",
    LLM_MODEL: "m",
    LLM_API_KEY: "hunter3",
    MASTER_KEY: "hunter4",
  });
  expect(said).toContain("LLM_BASE_URL must not hold a user name");
  expect(said).not.toContain("hunter");
});

test("config: a master key is the same in capitals, and is never printed", () => {
  const config = readConfig({ MASTER_KEY: "AB".repeat(32) });
  expect(config.masterKey?.reveal()).toBe("ab".repeat(32));
  expect(JSON.stringify(config) + Bun.inspect(config)).not.toContain("abab");
});

test("config: open sign-up is reported where others reach the server, with the remedy", () => {
  const at = (HOST: string, SIGNUP?: string) => readConfig({ HOST, SIGNUP });
  const signups = (config: Config) => accessWarnings(config).filter((each) => each.includes("SIGNUP=invite"));
  expect([at("127.0.0.1"), at("0.0.0.0"), at("0.0.0.0", "closed")].map(signups)).toEqual([
    [],
    [expect.stringContaining("Anyone may sign up")],
    [],
  ]);
  expect([at("0.0.0.0").signup, at("127.0.0.1", "closed").signup]).toEqual(["open", "closed"]);
});

test("config: ENGINE_AUTH sets who may call, and by default the server's reach does", () => {
  const callers = (HOST: string, ENGINE_AUTH?: string) => readConfig({ HOST, ENGINE_AUTH }).access.callers;
  const ways = [undefined, "required", "open", "off"];
  expect(ways.map((auth) => callers("127.0.0.1", auth))).toEqual(["here", "accounts", "anybody", "anybody"]);
  expect(ways.map((auth) => callers("0.0.0.0", auth))).toEqual([
    "accounts",
    "accounts",
    "anybody",
    "anybody",
  ]);
  const says = (HOST: string, ENGINE_AUTH?: string) => whoMayCall(readConfig({ HOST, ENGINE_AUTH }).access);
  expect(says("127.0.0.1")).toStartWith("Programs and pages of this machine, without an account.");
  expect(says("0.0.0.0")).toBe(
    "Accounts, with an API key or after a sign-in: others reach this server (HOST is 0.0.0.0).",
  );
  expect(says("127.0.0.1", "required")).toEndWith(": ENGINE_AUTH=required says so.");
  expect(says("0.0.0.0", "open")).toContain("Since others reach this server (HOST is 0.0.0.0), they use");
  expect(says("127.0.0.1", "open")).toContain("If a proxy or a tunnel leads others here, they use");
});

test("config: an unused prompt is a warning", () => {
  expect(readConfig({ SYSTEM_PROMPT: "Be kind." }).warnings).toHaveLength(1);
  const heard = readConfig({
    SYSTEM_PROMPT: "Be kind.",
    LLM_BASE_URL: "http://a.example/v1",
    LLM_MODEL: "m",
  });
  expect([heard.warnings, heard.systemPrompt, heard.systemPromptGiven]).toEqual([[], "Be kind.", true]);
});

test("configuration: its page lists each variable", async () => {
  const wanted = Object.entries(variables).map(([name, { default: fallback, unit, about }]) => [
    `\`${name}\``,
    fallback === "" ? "" : `\`${fallback}\``,
    unit,
    about,
  ]);
  const rows = rowsOf(withTables("{configuration}"));
  const from = rows.findIndex(([first]) => first === "Variable");
  expect(rows.slice(from, from + 1 + wanted.length)).toEqual([
    ["Variable", "Default", "Unit", "Meaning"],
    ...wanted,
  ]);
});

test("config: servers with a shared database need one key; a command that unseals nothing does not", () => {
  const environment = { DATABASE_URL: "postgres://voice@db.internal/voice" };
  expect(() => readConfig(environment)).toThrow("all servers need the same MASTER_KEY");
  expect(readConfig(environment, { unseals: false }).database?.connectionsMax).toBe(10);
  const key = { MASTER_KEY: "5a".repeat(32) };
  expect(readConfig({ ...environment, ...key }).database?.url.reveal()).toBe(environment.DATABASE_URL);
  const direct = { DATABASE_DIRECT_URL: environment.DATABASE_URL };
  expect(() => readConfig(direct)).toThrow("Set both or neither");
  const wrong = { ...key, DATABASE_URL: "mysql://root:hunter2@db/voice" };
  expect(() => readConfig(wrong)).toThrow("DATABASE_URL is not a Postgres URL");
  expect(() => readConfig(wrong)).not.toThrow("hunter2");
});

const mailOf = (environment: Environment) =>
  readConfig({ PUBLIC_URL: "https://voice.example", SMTP_FROM: "voice@example.com", ...environment }).mail;

test("config: a mail server is asked for TLS except on this machine, and has the given sender", () => {
  expect(mailOf({})).toBeUndefined();
  const mail = mailOf({ SMTP_URL: "smtp://ada%40example.com:a%2Fb@mail.example", SMTP_FROM: "" });
  expect(mail).toMatchObject({ host: "mail.example", port: 587, tls: "starttls", from: "ada@example.com" });
  expect([mail?.login?.user, mail?.login?.password.reveal()]).toEqual(["ada@example.com", "a/b"]);
  expect(mail?.origin).toBe("https://voice.example");
  const ways = [
    ["smtps://a:b@mail.example", "mail.example", 465, "at-once"],
    ["smtp://mail.example:25?tls=off", "mail.example", 25, "off"],
    ["smtp://127.0.0.1:2525", "127.0.0.1", 2_525, "off"],
    ["smtp://localhost:25/?tls=starttls", "localhost", 25, "starttls"],
    ["smtp://[::1]:25", "::1", 25, "off"],
  ] as const;
  for (const [SMTP_URL, host, port, tls] of ways)
    expect(mailOf({ SMTP_URL })).toMatchObject({ host, port, tls });
  const named = { SMTP_URL: "smtp://mail.example", SMTP_FROM: "Voice Flow <voice@example.com>" };
  expect(mailOf(named)).toMatchObject({ from: "Voice Flow <voice@example.com>", login: undefined });
});

test("config: mail errors are reported without the password", () => {
  const wrong = [
    ["http://a:hunter2@mail.example", "SMTP_URL must be smtp://user:password@host:587"],
    ["smtp://a:hunter2/3@mail.example", "SMTP_URL must be smtp://user:password@host:587"],
    ["smtp://a:hunter2@", "SMTP_URL must be smtp://user:password@host:587"],
    ["smtp://a:hunter2@mail.example#hunter2", "SMTP_URL must be smtp://user:password@host:587"],
    ["smtp://a:hunter2@mail%20.example", "SMTP_URL must be smtp://user:password@host:587"],
    ["smtp://mail.example/hunter2", "SMTP_URL must be smtp://user:password@host:587"],
    ["smtp://a:hunter2@mail.example?tls=no", "SMTP_URL may have ?tls=starttls or ?tls=off"],
    ["smtps://a:hunter2@mail.example?tls=off", "SMTP_URL may have ?tls=starttls or ?tls=off"],
    ["smtp://hunter2@mail.example", "SMTP_URL must hold a user and a password, or neither"],
    ["smtp://a:hunter2%2@mail.example", "SMTP_URL holds a % that begins no percent-encoded character"],
  ] as const;
  for (const [SMTP_URL, says] of wrong) {
    expect(() => mailOf({ SMTP_URL })).toThrow(says);
    expect(() => mailOf({ SMTP_URL })).not.toThrow("hunter2");
  }
  const SMTP_URL = "smtp://a:hunter2@mail.example";
  expect(() => mailOf({ SMTP_URL, PUBLIC_URL: "" })).toThrow("SMTP_URL needs PUBLIC_URL");
  expect(() => mailOf({ SMTP_URL, SMTP_FROM: "" })).toThrow("Set the sender with SMTP_FROM");
  for (const SMTP_FROM of [
    "voice",
    "a@b.example, c@d.example",
    "<a@b.example> <c@d.example>",
    "a\r\nb@c.example",
  ])
    expect(() => mailOf({ SMTP_URL, SMTP_FROM })).toThrow("SMTP_FROM must be an address");
  const config = readConfig({
    PUBLIC_URL: "https://voice.example",
    SMTP_URL,
    SMTP_FROM: "voice@example.com",
  });
  expect(JSON.stringify(config) + Bun.inspect(config, { depth: 9 })).not.toContain("hunter2");
  expect(config.settings.find(({ name }) => name === "SMTP_URL")).toMatchObject({
    isSecret: true,
    value: "••••",
  });
});
