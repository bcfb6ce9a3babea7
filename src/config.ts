// Configuration: turns the environment into a Config, here alone. One table of variables, read once; contradictions
// are refused with the remedy.

import { Fault } from "./base/fault.ts";
import { type AllowRule, allowed } from "./base/outbound/outbound-allow.ts";
import { Secret } from "./base/secret.ts";
import {
  type DatabaseConfig,
  databaseConfig,
  databaseContradictions,
  storageVariables,
} from "./config/config-storage.ts";
import { providersConfig, type ProvidersConfig, providerVariables } from "./config/config-providers.ts";
import type { ProviderSettings } from "./providers/provider-contract.ts";
import { type AccessConfig, accessConfig, accessVariables } from "./config/config-access.ts";
import { accountVariables } from "./config/config-accounts.ts";
import { clusterVariables, nodeConfig, type NodeConfig } from "./config/config-cluster.ts";
import { processContradictions, processVariables } from "./config/config-processes.ts";
import { type MetricsConfig, metricsConfig, metricsVariables } from "./config/config-metrics.ts";
import { type LogConfig, logConfig, logVariables } from "./config/config-log.ts";
import { type TraceConfig, traceConfig, traceVariables } from "./config/config-trace.ts";
import { type MailConfig, mailConfig, mailVariables } from "./config/config-mail.ts";
import { type PhoneConfig, phoneConfig, phoneVariables } from "./config/config-phone.ts";
import { filesConfig, filesVariables, retentionConfig } from "./config/config-files.ts";
import type { S3Place } from "./files/s3-files.ts";
import { type ShownSetting, shownSettings } from "./config/config-shown.ts";
import { llmVariables } from "./config/config-llm.ts";
import { iceConfig, type IceConfig, iceContradictions, iceVariables } from "./config/config-ice.ts";
import {
  address,
  host,
  listOf,
  misspelt,
  quoted,
  oneOf,
  optional,
  origin,
  row,
  type Variable,
  whole,
} from "./base/setting-reader.ts";

export interface LlmConfig extends ProviderSettings {
  /** Undefined: the default of its provider. */
  readonly firstTokenSeconds: number | undefined;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: URL | undefined;
  /** Origins in the browser's form: scheme, host and port. */
  readonly corsOrigins: readonly string[];
  /** Addresses of proxies whose X-Forwarded headers count. */
  readonly trustedProxies: readonly string[];
  readonly log: LogConfig;
  /** Address for Prometheus; undefined: none. */
  readonly metrics: MetricsConfig | undefined;
  /** Undefined: none are made. */
  readonly traces: TraceConfig | undefined;
  /** Processes of this machine, at one port. */
  readonly processes: number;
  /** True if it replaces the process with the data. */
  readonly takesOver: boolean;
  /** Address of this node. */
  readonly node: NodeConfig;
  /** API key of `talk`. */
  readonly apiKey: Secret | undefined;
  /** `:memory:` keeps nothing. */
  readonly dataDir: string;
  /** Minimum free space on the disk of `dataDir`. */
  readonly diskFreeMibMin: number;
  /** Space for flows' prepared lines. */
  readonly promptsMibMax: number;
  /** Undefined: everything is in `dataDir`. */
  readonly database: DatabaseConfig | undefined;
  /** 64 hexadecimal digits. */
  readonly masterKey: Secret | undefined;
  readonly newMasterKey: Secret | undefined;
  /** Reach of this server, and access to its calls. */
  readonly access: AccessConfig;
  /** Per minute. */
  readonly limits: {
    readonly authPerAddress: number;
    readonly failuresPerLogin: number;
    readonly requestsPerAccount: number;
    readonly checksPerAddress: number;
  };
  /** Registration: open to all, by invitation, or closed. */
  readonly signup: "open" | "invite" | "closed";
  readonly sessionsPerAccountMax: number;
  /** Percent of the places of all servers. */
  readonly sessionsPerAccountShare: number;
  readonly storagePerAccountMib: number;
  readonly passwordMemoryMib: number;
  readonly drainSeconds: number;
  readonly engineOpenSessionsMax: number;
  readonly callMinutesMax: number;
  readonly idleSeconds: number;
  /** Allowed targets of tools and hooks besides public addresses. */
  readonly outboundAllow: readonly AllowRule[];
  /** Addresses and ports of WebRTC calls. */
  readonly ice: IceConfig;
  readonly recordings: { readonly days: number; readonly mibMax: number };
  /** Longest retention of sessions' data, in days. */
  readonly retention: ReturnType<typeof retentionConfig>;
  /** Mail server; undefined: none is sent. */
  readonly mail: MailConfig | undefined;
  /** Telephone of this server; undefined: none. */
  readonly phone: PhoneConfig | undefined;
  /** UDP ports of telephone audio; undefined: any free ones. */
  readonly rtpPorts: PhoneConfig["rtpPorts"];
  /** Listening address of Asterisk's AudioSocket; undefined: none. */
  readonly audioSocket: { readonly host: string; readonly port: number } | undefined;
  /** Storage of files that outlive the process; undefined: in the data folder. */
  readonly files: S3Place | undefined;
  /** Records whole calls if a session does not decide. */
  readonly recordsCalls: boolean;
  /** `workers`: 0 means by the number of cores. */
  readonly speech: { readonly on: boolean; readonly workers: number };
  /** Prices that override the built-in list. */
  readonly pricingFile: string | undefined;
  /** Recogniser, voice and model, besides the built-in ones. */
  readonly providers: ProvidersConfig;
  readonly llm: LlmConfig | undefined;
  /** A model is asked before the caller's turn is over. */
  readonly preempts: boolean;
  readonly bargeInMs: number;
  readonly systemPrompt: string;
  /** True if the prompt is the operator's own. */
  readonly systemPromptGiven: boolean;
  readonly settings: readonly ShownSetting[];
  /** Warnings that do not prevent a start, apart from access; sentences for the log. */
  readonly warnings: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A long prompt costs money at every turn of every call. */
const promptBytesMax = 32 * 1024;

const defaultPrompt =
  "You are a helpful voice assistant on a live call. Answer in one to three short spoken sentences. " +
  "Use plain words: no lists, no markup, no emoji. Write numbers and abbreviations the way they are said. " +
  "If you did not understand, ask.";

/** All variables. The README's table and `--help` are made from it. */
export const variables = {
  HOST: row("127.0.0.1", { unit: "address", about: "Address to listen at; 0.0.0.0 for all", parse: host }),
  PORT: row("3000", {
    unit: "port",
    about: "Port to listen at; 0 picks a free one",
    parse: whole(0, 65_535),
  }),
  PUBLIC_URL: row("", {
    unit: "URL",
    about: "Public URL of this server, if it differs from HOST and PORT, such as https://voice.example",
    parse: optional(origin),
  }),
  CORS_ORIGINS: row("", {
    unit: "origins",
    about: "Origins of other web pages that may call, separated by commas",
    parse: listOf((text) => origin(text).origin),
  }),
  TRUSTED_PROXIES: row("", {
    unit: "addresses",
    about: "Addresses of proxies whose X-Forwarded headers are trusted, separated by commas",
    parse: listOf(address),
  }),
  ...logVariables,
  ...metricsVariables,
  ...traceVariables,
  ...storageVariables,
  ...clusterVariables,
  ...processVariables,
  ...accessVariables,
  API_KEY: row("", {
    unit: "secret",
    about: "API key of the command talk, unless it gets --key",
    parse: optional((text) => new Secret(text)),
  }),
  AUTH_PER_MINUTE: row("300", {
    unit: "requests a minute",
    about: "Logins, signups, key requests and loads of /test from one address",
    parse: whole(1, 1_000_000_000),
  }),
  LOGIN_FAILURES_PER_MINUTE: row("10", {
    unit: "logins a minute",
    about: "Failed logins with one email from one address",
    parse: whole(1, 1_000_000_000),
  }),
  REQUESTS_PER_MINUTE: row("6000", {
    unit: "requests a minute",
    about: "API requests of one account",
    parse: whole(1, 1_000_000_000),
  }),
  CHECKS_PER_MINUTE: row("60", {
    unit: "requests a minute",
    about: "Flow checks from one address",
    parse: whole(1, 1_000_000_000),
  }),
  ...accountVariables,
  ...mailVariables,
  DRAIN_SECONDS: row("30", {
    unit: "seconds",
    about: "Time for running calls to end after SIGTERM",
    parse: whole(0, 3_600),
  }),
  ENGINE_OPEN_SESSIONS_MAX: row("100", {
    unit: "calls",
    about: "Maximum number of simultaneous calls",
    parse: whole(0, 100_000),
  }),
  CALL_MINUTES_MAX: row("30", {
    unit: "minutes",
    about: "Maximum duration of a call",
    parse: whole(1, 1_440),
  }),
  IDLE_SECONDS: row("30", {
    unit: "seconds",
    about: "Time after which a call without audio and messages ends",
    parse: whole(5, 3_600),
  }),
  OUTBOUND_ALLOW: row("", {
    unit: "hosts, addresses, networks",
    about:
      "Allowed targets of tools and hooks other than public https addresses, with or without a port, such as " +
      "crm.internal:8080,10.0.0.0/8",
    parse: listOf(allowed),
  }),
  ...filesVariables,
  ...iceVariables,
  ...phoneVariables,
  SPEECH: row("on", {
    unit: "on, off",
    about: "off: start no speech engines; calls are text only",
    parse: oneOf(["on", "off"]),
  }),
  SPEECH_WORKERS: row("0", {
    unit: "threads",
    about: "Number of parallel speech engines; 0: by the number of cores",
    parse: whole(0, 256),
  }),
  ...providerVariables,
  PRICING_FILE: row("", {
    unit: "file",
    about:
      "Prices of providers as YAML, which override the built-in list; for names, see GET /v1/providers/catalog",
    parse: optional(String),
  }),
  ...llmVariables,
  PREEMPTIVE_GENERATION: row("on", {
    unit: "on, off",
    about:
      "on: ask the model before the end of the caller's turn is certain; faster answers, some 5 % more paid requests",
    parse: oneOf(["on", "off"]),
  }),
  BARGE_IN_MS: row("60", {
    unit: "ms",
    about: "Sound over the agent that silences it before words are heard; 950: listeners are talked through",
    parse: whole(20, 2_000),
  }),
  SYSTEM_PROMPT: row("", {
    unit: "text, at most 32 KiB",
    about: "System prompt of the model; unset: a prompt for short spoken answers",
    parse: optional(prompt),
  }),
};

type Name = keyof typeof variables;
type Values = { readonly [N in Name]: ReturnType<(typeof variables)[N]["parse"]> };

/**
 * Reads, checks and combines; throws one Fault with all problems. `unseals`: data under the master key is needed, and
 * so is the key.
 */
export function readConfig(environment: Environment = process.env, { unseals = true } = {}): Config {
  const problems: string[] = [];
  const unread = new Set<string>();
  const read = Object.fromEntries(
    Object.entries<Variable<unknown>>(variables).map(([name, variable]) => {
      try {
        return [name, variable.parse(environment[name]?.trim() || variable.default)];
      } catch (error) {
        problems.push(`${name} ${(error as Error).message}.`);
        unread.add(name);
        return [name, undefined];
      }
    }),
  );
  // The table above maps each name to its own parser's type; the loop cannot express it.
  const values = read as Values;
  problems.push(...contradictions(environment, unseals));
  const providers = providersConfig(values, { problems, unread });
  const metrics = metricsConfig(values, problems);
  const files = filesConfig(values, problems);
  const mail = mailConfig(values, problems);
  const phone = phoneConfig(values, problems);
  problems.push(...processContradictions(values));
  if (problems.length > 0) throw new Fault("config/invalid", problems.join("\n"));
  const config = combine(values, providers);
  return {
    ...config,
    metrics,
    traces: traceConfig(values),
    files,
    mail,
    phone,
    settings: shownSettings(variables, { environment, values }),
    warnings: [
      ...config.warnings,
      ...misspelt(Object.keys(environment), Object.keys(variables)),
      ...quoted(environment, Object.keys(variables)),
    ],
  };
}

/** Compares the given texts rather than parsed values, so that one mistake is reported once. */
function contradictions(environment: Environment, unseals: boolean): string[] {
  const given = (name: Name): boolean => (environment[name]?.trim() ?? "") !== "";
  return [
    ...databaseContradictions(given, unseals),
    ...iceContradictions(given, environment.TURN_PROVIDER?.trim().toLowerCase()),
  ];
}

type Combined = Omit<Config, "metrics" | "files" | "mail" | "phone" | "traces" | "settings">;

function combine(values: Values, providers: ProvidersConfig): Combined {
  const { SYSTEM_PROMPT: ownPrompt } = values;
  const { llm } = providers;
  const warnings: string[] = [];
  if (ownPrompt !== undefined && llm === undefined)
    warnings.push("SYSTEM_PROMPT is set without a model. Set LLM_BASE_URL and LLM_MODEL, too.");
  if (values.LLM_BASE_URL !== undefined && URL.parse(values.LLM_BASE_URL)?.pathname === "/")
    warnings.push(
      `LLM_BASE_URL has no path: OpenAI-compatible servers mostly answer at ${values.LLM_BASE_URL}/v1.`,
    );
  const access = accessConfig(values);
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    corsOrigins: values.CORS_ORIGINS,
    trustedProxies: values.TRUSTED_PROXIES,
    log: logConfig(values, process.stderr.isTTY),
    processes: values.PROCESSES,
    rtpPorts: values.PHONE_RTP_PORTS,
    audioSocket: values.AUDIOSOCKET_LISTEN,
    diskFreeMibMin: values.DISK_FREE_MIB_MIN,
    promptsMibMax: values.PROMPTS_MIB,
    takesOver: values.TAKE_OVER === "on",
    node: nodeConfig(values),
    apiKey: values.API_KEY,
    dataDir: values.DATA_DIR,
    database: databaseConfig(values),
    masterKey: values.MASTER_KEY,
    newMasterKey: values.NEW_MASTER_KEY,
    access,
    limits: {
      authPerAddress: values.AUTH_PER_MINUTE,
      failuresPerLogin: values.LOGIN_FAILURES_PER_MINUTE,
      requestsPerAccount: values.REQUESTS_PER_MINUTE,
      checksPerAddress: values.CHECKS_PER_MINUTE,
    },
    signup: values.SIGNUP,
    sessionsPerAccountMax: values.SESSIONS_PER_ACCOUNT_MAX,
    sessionsPerAccountShare: values.SESSIONS_PER_ACCOUNT_SHARE,
    storagePerAccountMib: values.STORAGE_PER_ACCOUNT_MIB,
    passwordMemoryMib: values.PASSWORD_MEMORY_MIB,
    drainSeconds: values.DRAIN_SECONDS,
    engineOpenSessionsMax: values.ENGINE_OPEN_SESSIONS_MAX,
    callMinutesMax: values.CALL_MINUTES_MAX,
    idleSeconds: values.IDLE_SECONDS,
    outboundAllow: values.OUTBOUND_ALLOW,
    ice: iceConfig(values),
    recordsCalls: values.RECORD === "on",
    recordings: { days: values.RECORDING_DAYS, mibMax: values.RECORDING_MAX_MIB },
    retention: retentionConfig(values),
    speech: { on: values.SPEECH === "on", workers: values.SPEECH_WORKERS },
    providers,
    pricingFile: values.PRICING_FILE,
    llm: llm === undefined ? undefined : { ...llm, firstTokenSeconds: values.LLM_FIRST_TOKEN_SECONDS },
    preempts: values.PREEMPTIVE_GENERATION === "on",
    bargeInMs: values.BARGE_IN_MS,
    systemPrompt: ownPrompt ?? defaultPrompt,
    systemPromptGiven: ownPrompt !== undefined,
    warnings,
  };
}

function prompt(text: string): string {
  if (Buffer.byteLength(text) <= promptBytesMax) return text;
  throw new Error(
    `is longer than ${promptBytesMax / 1024} KiB. Shorten it: it is sent and charged in every turn`,
  );
}
