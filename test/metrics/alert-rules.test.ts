// Alert rules: Prometheus accepts them, and each is proved by figures that fire it and similar figures that do not.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerBuckets } from "../../src/metrics/buckets.ts";
import { alertRules, ruleFile } from "../../src/metrics/alert-rules.ts";

/** By series, as promtool expands them: `0+3x100` begins at 0 and grows by 3 each 15 s, a hundred times. */
type Figures = Readonly<Record<string, string>>;

interface Proof {
  /** Figures that fire the alert, or several sets that each fire it. */
  readonly fires: Figures | readonly Figures[];
  readonly not: Figures;
}

const steady = (figure: number): string => `${figure}+0x200`;
const growing = (by: number): string => `0+${by}x200`;

/** Histogram whose observations all are `value`: ten of them each 15 s. */
function histogram(name: string, labels: string, buckets: readonly number[], value: number): Figures {
  const inner = labels === "" ? "" : `${labels},`;
  const counts = [...buckets.map(String), "+Inf"].map((le) => [
    `${name}_bucket{${inner}le="${le}"}`,
    growing(Number(le === "+Inf" ? Infinity : le) >= value ? 10 : 0),
  ]);
  return { ...Object.fromEntries(counts), [`${name}_count{${labels}}`]: growing(10) };
}

const turns = (stage: string, value: number): Figures =>
  histogram("voice_flow_turn_latency_seconds", `stage="${stage}"`, answerBuckets, value);
/** In the last two minutes, each of so many answers in 15 s takes 1.9 s. */
const turnedSlow = (what: string, answers: number): Figures => {
  const labels = `kind="llm",provider="openai",what="${what}"`;
  const at = (le: string) => `voice_flow_provider_seconds_bucket{${labels},le="${le}"}`;
  const all = growing(answers);
  return {
    [at("1")]: `0+${answers}x152 ${152 * answers}+0x48`,
    [at("1.5")]: `0+${answers}x152 ${152 * answers}+0x48`,
    [at("2")]: all,
    [at("+Inf")]: all,
    [`voice_flow_provider_seconds_count{${labels}}`]: all,
  };
};
const seldomSlow = (what: string): Figures => {
  const labels = `kind="stt",provider="deepgram",what="${what}"`;
  const seldom = Array.from({ length: 11 }, (_, i) => `${i}+0x19`).join(" ");
  return Object.fromEntries([
    ...["2", "+Inf"].map((le) => [`voice_flow_provider_seconds_bucket{${labels},le="${le}"}`, seldom]),
    [`voice_flow_provider_seconds_bucket{${labels},le="1.5"}`, steady(0)],
    [`voice_flow_provider_seconds_count{${labels}}`, seldom],
  ]);
};
const late = (direction: string, value: number): Figures =>
  histogram(
    "voice_flow_audio_late_seconds",
    `direction="${direction}"`,
    [0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.2, 0.5, 1],
    value,
  );
const lag = (value: number): Figures =>
  histogram("voice_flow_loop_lag_seconds", 'instance="a"', [0.001, 0.005, 0.01, 0.02, 0.05, 0.1], value);
const ends = (failed: number, completed: number): Figures => ({
  'voice_flow_calls_ended_total{reason="failed"}': growing(failed),
  'voice_flow_calls_ended_total{reason="completed"}': growing(completed),
});
const breaker = (open: string): Figures => ({
  'voice_flow_provider_breaker_open{kind="llm",provider="openai"}': open,
});
const held = (micros: number, calls: number): Figures => ({
  voice_flow_ledger_held_micros: steady(micros),
  'voice_flow_calls_active{transport="websocket"}': steady(calls),
});
const room = (free: number): Figures => ({
  'voice_flow_storage_free_bytes{instance="a"}': steady(free),
  'voice_flow_storage_size_bytes{instance="a"}': steady(100),
});
const files = (open: number): Figures => ({
  'process_open_fds{instance="a"}': steady(open),
  'process_max_fds{instance="a"}': steady(100),
});
const logins = (wrong: number, ok: number): Figures => ({
  'voice_flow_logins_total{outcome="wrong"}': growing(wrong),
  'voice_flow_logins_total{outcome="ok"}': growing(ok),
  'voice_flow_credentials_refused_total{kind="key"}': growing(wrong),
});
const nodes = (up: string, draining: number): Figures => ({
  'voice_flow_nodes{state="up"}': up,
  'voice_flow_nodes{state="draining"}': steady(draining),
});
/** Three nodes until the 30th minute, then two. */
const oneDies = "3+0x120 2+0x80";

const proofs: Readonly<Record<string, Proof>> = {
  Gone: { fires: { 'up{job="voice-flow",instance="a"}': steady(0) }, not: { 'up{job="other"}': steady(0) } },
  AnswerSlow: {
    fires: turns("first_audio", 1.4),
    not: { ...turns("first_audio", 0.7), ...turns("words", 3) },
  },
  ProviderSlow: {
    // Fires: slow for two minutes, after half an hour of instant answers. Does not fire: slow, but with one answer in
    // five minutes.
    fires: turnedSlow("first", 10),
    not: { ...turnedSlow("connect", 10), ...seldomSlow("final") },
  },
  // Fires: open for two minutes. Does not fire: open once for 15 s.
  ProviderDown: { fires: breaker("0+0x152 1+0x48"), not: breaker("0+0x156 1 0+0x43") },
  ProviderRefusesKey: {
    fires: {
      'voice_flow_provider_requests_total{kind="stt",provider="deepgram",outcome="auth"}': growing(1),
    },
    not: {
      'voice_flow_provider_requests_total{kind="stt",provider="deepgram",outcome="failed"}': growing(9),
    },
  },
  CallsFail: { fires: ends(1, 15), not: ends(1, 25) },
  CallsRefused: {
    fires: { 'voice_flow_calls_refused_total{why="calls/limit"}': growing(2) },
    not: {
      'voice_flow_calls_refused_total{why="calls/limit"}': growing(1),
      'voice_flow_calls_refused_total{why="auth/invalid"}': growing(90),
    },
  },
  LoopLag: { fires: lag(0.04), not: lag(0.004) },
  AudioLate: { fires: late("out", 0.09), not: { ...late("out", 0.03), ...late("in", 0.4) } },
  InvariantBroken: {
    fires: { 'voice_flow_invariant_broken_total{name="every call ends"}': "0+0x155 1+0x45" },
    not: { 'voice_flow_invariant_broken_total{name="every call ends"}': steady(0) },
  },
  ContractBroken: {
    fires: { 'voice_flow_contract_changes_total{term="gave_up",to="broken"}': "0+0x150 1+0x50" },
    not: { 'voice_flow_contract_changes_total{term="gave_up",to="held"}': "0+0x150 1+0x50" },
  },
  WorkersRestart: {
    fires: { 'voice_flow_workers_restarted_total{role="speech"}': "0+0x120 0+1x80" },
    not: { 'voice_flow_workers_restarted_total{role="speech"}': "0+0x120 2+0x80" },
  },
  HooksLate: {
    fires: { voice_flow_hook_age_seconds: steady(3_700) },
    not: { voice_flow_hook_age_seconds: steady(3_500) },
  },
  MoneyStuck: { fires: held(50, 0), not: held(50, 1) },
  DiskFull: { fires: room(9), not: room(11) },
  StorageAway: {
    fires: { 'voice_flow_not_ready{instance="a",why="disk-full"}': steady(1) },
    not: {
      'voice_flow_not_ready{instance="a",why="database-away"}': steady(0),
      'voice_flow_not_ready{instance="a",why="full"}': steady(1),
    },
  },
  NodesGone: { fires: nodes(oneDies, 0), not: nodes(oneDies, 1) },
  LoginAttack: {
    fires: [
      // All within one scrape, two minutes ago.
      {
        'voice_flow_logins_total{outcome="wrong"}': "0+0x154 200+0x46",
        'voice_flow_credentials_refused_total{kind="key"}': steady(0),
      },
      { ...logins(1, 90), 'voice_flow_login_attacks_total{by="address"}': "0+0x154 1+0x46" },
    ],
    not: { ...logins(1, 90), 'voice_flow_login_attacks_total{by="address"}': "0+0x130 1+0x70" },
  },
  KeyLeaks: {
    fires: { 'voice_flow_keys_suspected_total{sign="addresses"}': "0+0x152 1+0x48" },
    not: {
      'voice_flow_keys_suspected_total{sign="addresses"}': steady(3),
      'voice_flow_keys_suspected_total{sign="network"}': "0+0x152 1+0x48",
    },
  },
  KeyMoved: {
    fires: { 'voice_flow_keys_suspected_total{sign="network"}': "0+0x152 1+0x48" },
    not: { 'voice_flow_keys_suspected_total{sign="rate"}': "0+0x152 1+0x48" },
  },
  LettersLimited: {
    fires: { 'voice_flow_letters_limited_total{limit="newcomers"}': "0+0x152 1+0x48" },
    not: {
      'voice_flow_letters_limited_total{limit="account"}': "0+0x152 1+0x48",
      'voice_flow_letters_limited_total{limit="network"}': steady(3),
    },
  },
  FilesRunOut: { fires: files(85), not: files(75) },
};

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-rules-"));
  await writeFile(join(folder, "rules.yml"), ruleFile());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function promtool(...args: readonly string[]): { readonly code: number; readonly said: string } {
  const { exitCode: code, stdout, stderr } = Bun.spawnSync(["promtool", ...args], { cwd: folder });
  return { code, said: `${stdout.toString()}${stderr.toString()}` };
}

const proofOf = (alert: string): Proof => {
  const proof = proofs[alert];
  if (proof === undefined) throw new Error(`No proof of ${alert}`);
  return proof;
};

/** One test of promtool, which passes if this number of alerts with this name fires. */
function trial(alert: string, figures: Figures, fires: boolean): object {
  const expected = fires ? [{ labels: "{}", value: 1 }] : [];
  const expr = `count(ALERTS{alertname="${alert}",alertstate="firing"})`;
  return {
    name: `${alert} ${fires ? "fires" : "does not"}`,
    interval: "15s",
    input_series: Object.entries(figures).map(([series, values]) => ({ series, values })),
    promql_expr_test: [{ expr, eval_time: "40m", exp_samples: expected }],
  };
}

test("rules: Prometheus accepts all of them", () => {
  const { code, said } = promtool("check", "rules", "rules.yml");
  expect([code, said]).toEqual([0, `Checking rules.yml\n  SUCCESS: ${alertRules.length} rules found\n\n`]);
  expect(Object.keys(proofs).sort()).toEqual(alertRules.map(({ alert }) => alert).sort());
});

test("rules: each fires for its own figures, and not for others", async () => {
  const tests = alertRules.flatMap(({ alert }) => [
    ...[proofOf(alert).fires].flat().map((figures) => trial(alert, figures, true)),
    trial(alert, proofOf(alert).not, false),
  ]);
  const file = { rule_files: ["rules.yml"], evaluation_interval: "30s", tests };
  await writeFile(join(folder, "tests.yml"), JSON.stringify(file));
  expect(promtool("test", "rules", "tests.yml")).toMatchObject({ code: 0 });
}, 240_000);

test("rules: a failing proof is found", async () => {
  const wrong = [trial("DiskFull", room(9), false), trial("DiskFull", room(11), true)];
  for (const one of wrong) {
    const file = { rule_files: ["rules.yml"], evaluation_interval: "30s", tests: [one] };
    await writeFile(join(folder, "wrong.yml"), JSON.stringify(file));
    expect(promtool("test", "rules", "wrong.yml").code).toBe(1);
  }
});
