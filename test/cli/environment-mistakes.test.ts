// Mistakes in environment variables: the program refuses to start, or warns which variable was meant.

import { expect, test } from "bun:test";
import { readConfig } from "../../src/config.ts";
import { type Mistake, testMistakes } from "../support/mistakes.ts";

type Variables = Readonly<Record<string, string>>;

/** Mistake whose refusal has a line that begins with the variable `at`. */
const set = (variables: Variables, at: string, says: RegExp): Mistake<Variables> => ({
  about: Object.entries(variables)
    .map((pair) => pair.join("="))
    .join(" "),
  does: variables,
  at,
  says,
});

function refusalOf(variables: Variables): string | undefined {
  try {
    readConfig(variables);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const misspelt = (given: string, meant: string): Mistake<Variables> =>
  set({ [given]: "x" }, given, new RegExp(`^${given} is not a setting: did you mean '${meant}'\\?$`));

const environments: readonly Mistake<Variables>[] = [
  set({ PORT: "abc" }, "PORT", /^PORT must be a whole number from 0 to 65535, not "abc"/m),
  set({ PORT: "99999" }, "PORT", /^PORT must be a whole number/m),
  set({ HOST: "http://0.0.0.0" }, "HOST", /^HOST must be an address or a host name such as 127\.0\.0\.1/m),
  set({ TTS_VOICE: "rachel" }, "TTS_VOICE", /^TTS_VOICE must be one of heart, michael, not/m),
  set({ MASTER_KEY: "abc" }, "MASTER_KEY", /^MASTER_KEY must be 64 hexadecimal digits/m),
  set({ LLM_MODEL: "llama3.2" }, "LLM_MODEL", /LLM_BASE_URL/),
  set({ LLM_BASE_URL: "http://127.0.0.1:9/v1" }, "LLM_BASE_URL", /LLM_MODEL/),
  set(
    { LLM_BASE_URL: "127.0.0.1:9/v1", LLM_MODEL: "m" },
    "LLM_BASE_URL",
    /^LLM_BASE_URL must be a URL.*http/m,
  ),
  set({ PUBLIC_URL: "voice.example" }, "PUBLIC_URL", /^PUBLIC_URL must be a URL/m),
  set(
    { PUBLIC_URL: "https://voice.example:https" },
    "PUBLIC_URL",
    /^PUBLIC_URL must be a URL such as https:\/\/voice\.example or https:\/\/voice\.example:8443/m,
  ),
  set({ CORS_ORIGINS: "*" }, "CORS_ORIGINS", /^CORS_ORIGINS must be a URL/m),
  set({ ICE_PORTS: "40000" }, "ICE_PORTS", /^ICE_PORTS must be two ports/m),
  set({ TURN_PROVIDER: "static" }, "TURN_PROVIDER", /TURN_URLS/),
  set({ SPEECH: "yes" }, "SPEECH", /^SPEECH must be one of on, off/m),
  set({ LOG_LEVEL: "loud" }, "LOG_LEVEL", /^LOG_LEVEL must be one of debug, info, warn, error, silent/m),
  set({ HOST: "localhost:3000" }, "HOST", /an address alone, such as localhost: the port is PORT=3000/),
  set(
    { DATA_DIR: "~/voice" },
    "DATA_DIR",
    /must be written out, not "~\/voice": a shell replaces ~ and \$NAME/,
  ),
  set({ DATA_DIR: "$HOME/voice" }, "DATA_DIR", /must be written out/),
  set(
    { LLM_BASE_URL: "http://127.0.0.1:9/v1/chat/completions", LLM_MODEL: "m" },
    "LLM_BASE_URL",
    /must end before \/chat\/completions/,
  ),
  set({ SMTP_URL: "mail.example.com:587" }, "SMTP_URL", /must be smtp:\/\/user:password@host:587/),
  set({ DRAIN_SECONDS: "30s" }, "DRAIN_SECONDS", /must be a whole number from 0 to 3600, not "30s"/),
  set({ SIGNUP: "true" }, "SIGNUP", /^SIGNUP must be one of open, invite, closed, not "true"/m),
  set(
    { PUBLIC_URL: "https://voice.example/app" },
    "PUBLIC_URL",
    /^PUBLIC_URL .*(path|https:\/\/voice\.example)/m,
  ),
  set(
    { LLM_API_KEY: '"sk-abc"', LLM_BASE_URL: "http://127.0.0.1:9/v1", LLM_MODEL: "m" },
    "LLM_API_KEY",
    /^LLM_API_KEY .*quot/m,
  ),
  set({ OUTBOUND_ALLOW: "http://127.0.0.1:3500" }, "OUTBOUND_ALLOW", /^OUTBOUND_ALLOW .*127\.0\.0\.1:3500/m),
  misspelt("LLM_BASEURL", "LLM_BASE_URL"),
  misspelt("DATADIR", "DATA_DIR"),
  misspelt("TURN_PROVIDR", "TURN_PROVIDER"),
  misspelt("DRAIN_SECOND", "DRAIN_SECONDS"),
  misspelt("port", "PORT"),
  misspelt("VOICE_FLOW_PORT", "PORT"),
  misspelt("VF_LLM_MODEL", "LLM_MODEL"),
];

testMistakes("environment", environments, (variables) => {
  const said = refusalOf(variables) ?? readConfig(variables).warnings.join("\n");
  return { at: said.split("\n").map((each) => /^\w+/.exec(each)?.[0] ?? ""), said };
});

test("mistakes: variables of other programs are ignored", () => {
  const others = "PATH HOME HOSTNAME LANG LC_ALL OPENAI_API_KEY NODE_ENV SHELL TERM LOGNAME PWD";
  expect(readConfig(Object.fromEntries(others.split(" ").map((name) => [name, "x"]))).warnings).toEqual([]);
});
