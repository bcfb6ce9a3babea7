// Alert rules: conditions that wake an operator, as data and as a rule file of Prometheus. Each expression names only
// series of this program.

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  /** Time for which the condition must hold; absent: none. */
  readonly for?: string;
  readonly severity: "page" | "ticket";
  /** Problem, with its figure. */
  readonly summary: string;
  /** First thing to check. */
  readonly advice: string;
}

const p = (q: number, series: string, by = "le"): string =>
  `histogram_quantile(${q}, sum by (${by}) (rate(${series})))`;

/** Providers with this share of their answers slower than a caller waits, given enough answers. */
const slow = (q: number, during: string, answersMin: number): string =>
  `(${p(q, `voice_flow_provider_seconds_bucket{what=~"first|final"}[${during}]`, "le, kind, provider")} > 1.5 and sum by (kind, provider) (increase(voice_flow_provider_seconds_count{what=~"first|final"}[${during}])) >= ${answersMin})`;

/** Results of the last two minutes. */
const wrong =
  '(sum(increase(voice_flow_logins_total{outcome=~"wrong|limited"}[2m])) + sum(increase(voice_flow_credentials_refused_total[2m])))';

/** @internal Exported for its tests as well. */
export const alertRules: readonly AlertRule[] = [
  {
    alert: "Gone",
    expr: 'up{job="voice-flow"} == 0',
    for: "1m",
    severity: "page",
    summary: "{{ $labels.instance }} does not answer Prometheus",
    advice:
      "Does the process run? Its last log lines name the reason of its end; METRICS_ADDRESS and METRICS_TOKEN may have changed.",
  },
  {
    alert: "AnswerSlow",
    expr: `${p(0.95, 'voice_flow_turn_latency_seconds_bucket{stage="first_audio"}[10m]')} > 1.2`,
    for: "10m",
    severity: "page",
    summary: "Answers are slow: 1 of 20 begins later than {{ $value | humanizeDuration }}",
    advice:
      "The stages of voice_flow_turn_latency_seconds show the slow step, voice_flow_provider_seconds the slow provider.",
  },
  {
    alert: "ProviderSlow",
    // Half of the requests, which excludes one odd answer: reported within two minutes. One in twenty takes longer to
    // establish.
    expr: `${slow(0.5, "2m", 3)} or ${slow(0.95, "15m", 40)}`,
    for: "30s",
    severity: "page",
    summary: "{{ $labels.provider }} ({{ $labels.kind }}) takes {{ $value | humanizeDuration }}",
    advice:
      "Check log lines provider.slow and the provider's status page. Then set another provider or model (LLM_MODEL, STT_PROVIDER, TTS_PROVIDER), or a fallback.",
  },
  {
    alert: "ProviderDown",
    // Each trial closes the breaker for a moment, and 15 s are a hiccup.
    expr: "max by (kind, provider) (avg_over_time(voice_flow_provider_breaker_open[90s])) > 0.4",
    severity: "page",
    summary: "{{ $labels.provider }} ({{ $labels.kind }}) fails and gets no requests",
    advice: "Log lines provider.failed name the failure. Calls continue with a fallback if one is set.",
  },
  {
    alert: "ProviderRefusesKey",
    expr: 'sum by (kind, provider) (increase(voice_flow_provider_requests_total{outcome=~"auth|quota"}[10m])) > 5',
    severity: "ticket",
    summary: "{{ $labels.provider }} ({{ $labels.kind }}) has refused a key {{ $value }} times",
    advice:
      "The key has expired or has no credit left: the server's key, or an account's (log lines provider.failed).",
  },
  {
    alert: "CallsFail",
    expr: 'sum(rate(voice_flow_calls_ended_total{reason="failed"}[15m])) / sum(rate(voice_flow_calls_ended_total[15m])) > 0.05',
    for: "15m",
    severity: "page",
    summary: "{{ $value | humanizePercentage }} of the calls end as failed",
    advice: "Log lines call.failed and call.bug name the sessions.",
  },
  {
    alert: "CallsRefused",
    expr: 'sum by (why) (rate(voice_flow_calls_refused_total{why!~"auth/invalid|credits/empty|flow/.*|assistant/invalid|session/over|other"}[5m])) > 0.1',
    for: "5m",
    severity: "page",
    summary: "Calls are refused with {{ $labels.why }}",
    advice:
      "calls/limit: raise the limit or add nodes. calls/draining: check that another node takes calls. voice_flow_not_ready has the reasons.",
  },
  {
    alert: "LoopLag",
    expr: `${p(0.99, "voice_flow_loop_lag_seconds_bucket[5m]", "le, instance")} > 0.02`,
    for: "5m",
    severity: "page",
    summary: "The event loop of {{ $labels.instance }} is {{ $value | humanizeDuration }} late",
    advice:
      "Too many calls for its core, or another program uses it. Allow fewer calls, set PROCESSES=auto, or add a node.",
  },
  {
    alert: "AudioLate",
    expr: `${p(0.99, 'voice_flow_audio_late_seconds_bucket{direction="out"}[10m]')} > 0.06`,
    for: "10m",
    severity: "page",
    summary: "Callers hear gaps of {{ $value | humanizeDuration }} in sentences",
    advice:
      "With LoopLag: the machine is overloaded. Without it: the voice is slower than speech. See voice_flow_provider_seconds and voice_flow_speech_queue_seconds.",
  },
  {
    alert: "InvariantBroken",
    expr: "increase(voice_flow_invariant_broken_total[5m]) > 0",
    severity: "ticket",
    summary: "A call broke an invariant: {{ $labels.name }}",
    advice:
      "This is a bug of Voice Flow. Log lines call.invariant-broken name the session; RECORD=on records the next one.",
  },
  {
    alert: "ContractBroken",
    expr: 'sum by (term) (increase(voice_flow_contract_changes_total{to="broken"}[10m])) > 0',
    severity: "ticket",
    summary: "A flow broke its contract: {{ $labels.term }}",
    advice: "Log lines contract.broken name the account and the flow; its owner sees it in the console.",
  },
  {
    alert: "WorkersRestart",
    expr: "increase(voice_flow_workers_restarted_total[15m]) > 3",
    severity: "page",
    summary: "{{ $labels.role }} threads or processes of {{ $labels.instance }} keep dying",
    advice: "Out of memory? Log lines speech.worker_replaced, documents.worker_lost, process.died.",
  },
  {
    alert: "HooksLate",
    expr: "max(voice_flow_hook_age_seconds) > 3600",
    severity: "ticket",
    summary: "An event has been waiting for {{ $value | humanizeDuration }} for its receiver",
    advice:
      "Log lines hook.failed and hook.given-up name the accounts. A receiver that is down gets the waiting events when it is back.",
  },
  {
    alert: "MoneyStuck",
    expr: "max(voice_flow_ledger_held_micros) > 0 and on() (sum(voice_flow_calls_active) == 0)",
    for: "15m",
    severity: "ticket",
    summary: "Money is reserved without calls",
    advice:
      "Nodes return reserved money within minutes; voice-flow ledger ACCOUNT shows reservations that remain.",
  },
  {
    alert: "DiskFull",
    expr: "voice_flow_storage_free_bytes / voice_flow_storage_size_bytes < 0.1",
    for: "1m",
    severity: "page",
    summary: "The disk of {{ $labels.instance }} has {{ $value | humanizePercentage }} left",
    advice:
      "RECORDING_DAYS and RECORDING_MAX_MIB limit recordings. When the disk is full, calls continue and nothing new is stored.",
  },
  {
    alert: "StorageAway",
    expr: 'max by (instance, why) (voice_flow_not_ready{why=~"disk-full|database-away"}) > 0',
    for: "30s",
    severity: "page",
    summary: "{{ $labels.instance }} cannot store data: {{ $labels.why }}",
    advice:
      "disk-full: the disk has no room, or less than DISK_FREE_MIB_MIN; database-away: the database does not answer or does not write. Running calls continue.",
  },
  {
    alert: "NodesGone",
    expr: 'max(voice_flow_nodes{state="up"}) < max(max_over_time(voice_flow_nodes{state="up"}[30m])) and on() (max(voice_flow_nodes{state="draining"}) == 0)',
    for: "5m",
    severity: "page",
    summary: "Only {{ $value }} nodes are up",
    advice: "voice-flow nodes lists them. Other nodes continue the calls of a dead node.",
  },
  {
    alert: "LoginAttack",
    // A slow one is too little for the sum, and known to the program by where it comes from.
    expr: `${wrong} > 60 or ${wrong} > 0 and on() sum(increase(voice_flow_login_attacks_total[2m])) > 0`,
    severity: "page",
    summary: "{{ $value | humanize }} invalid logins and credentials within two minutes",
    advice:
      "Log lines login.attack name the addresses or the account, and requests.not-logged the addresses that guess keys: block them in front of the server. AUTH_PER_MINUTE and LOGIN_FAILURES_PER_MINUTE apply to each address.",
  },
  {
    alert: "KeyLeaks",
    expr: 'sum by (sign) (increase(voice_flow_keys_suspected_total{sign!="network"}[5m])) > 0',
    severity: "page",
    summary: "An API key is used in an unusual way ({{ $labels.sign }}): it may have leaked",
    advice:
      "Log lines key.suspected name key, account and addresses. Ask the owner; DELETE /auth/api-keys/{id} revokes the key and ends its calls.",
  },
  {
    alert: "KeyMoved",
    expr: 'sum(increase(voice_flow_keys_suspected_total{sign="network"}[5m])) > 0',
    severity: "ticket",
    summary: "An API key is used from a new network: it may have leaked",
    advice:
      "Log lines key.suspected name key, account and address. Ask the owner; DELETE /auth/api-keys/{id} revokes the key and ends its calls.",
  },
  {
    alert: "LettersLimited",
    // Requests for one account again and again hold up no other.
    expr: 'sum by (limit) (increase(voice_flow_letters_limited_total{limit!="account"}[10m])) > 0',
    severity: "ticket",
    summary: "Emails to accounts are not sent because the limit of {{ $labels.limit }} is reached",
    advice:
      "Check log lines mail.limited. If accounts are created only to send emails, SIGNUP=invite stops it; voice-flow account EMAIL and the People page help people who wait. letters and waiting: check that the mail server of SMTP_URL answers.",
  },
  {
    alert: "FilesRunOut",
    expr: "process_open_fds / process_max_fds > 0.8",
    severity: "page",
    summary: "{{ $labels.instance }} uses {{ $value | humanizePercentage }} of its open file limit",
    advice: "Raise the limit (LimitNOFILE, ulimit -n): each call needs open files.",
  },
];

/** Rules as `rule_files` of Prometheus wants them. JSON is also valid YAML, and needs no thought about quotes. */
export function ruleFile(rules: readonly AlertRule[] = alertRules): string {
  const lines = rules.map(({ alert, expr, for: lasts, severity, summary, advice }) => {
    const annotations = { summary, description: advice };
    return `  - ${JSON.stringify({ alert, expr, ...(lasts && { for: lasts }), labels: { severity }, annotations })}\n`;
  });
  return `groups:\n- name: voice-flow\n  rules:\n${lines.join("")}`;
}
