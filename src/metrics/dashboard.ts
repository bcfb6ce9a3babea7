// Dashboard: panels for an operator, as data and as a dashboard of Grafana. Each expression names series of this
// program only.

interface Panel {
  readonly title: string;
  /** Grafana's names of units. */
  readonly unit: "s" | "short" | "bytes" | "reqps" | "percentunit";
  /** Series, by legend. */
  readonly draws: Readonly<Record<string, string>>;
}

const p = (q: number, series: string, by = "le"): string =>
  `histogram_quantile(${q}, sum by (${by}) (rate(${series}[$__rate_interval])))`;
const rate = (series: string, by: string): string => `sum by (${by}) (rate(${series}[$__rate_interval]))`;

const rows: Readonly<Record<string, readonly Panel[]>> = {
  Calls: [
    {
      title: "Calls",
      unit: "short",
      draws: {
        "{{transport}}": "sum by (transport) (voice_flow_calls_active)",
        places: "sum(voice_flow_calls_max)",
      },
    },
    {
      title: "Ends a second",
      unit: "reqps",
      draws: { "{{reason}}": `${rate("voice_flow_calls_ended_total", "reason")} > 0` },
    },
    {
      title: "Refused a second",
      unit: "reqps",
      draws: { "{{why}}": `${rate("voice_flow_calls_refused_total", "why")} > 0` },
    },
    { title: "Not ready", unit: "short", draws: { "{{why}}": "sum by (why) (voice_flow_not_ready)" } },
    {
      title: "Length of calls",
      unit: "s",
      draws: { median: p(0.5, "voice_flow_call_seconds_bucket") },
    },
    {
      title: "Telephone numbers",
      unit: "short",
      draws: { "{{state}}": "sum by (state) (voice_flow_phone_numbers)" },
    },
    {
      title: "Outgoing telephone calls a second",
      unit: "reqps",
      draws: { "{{outcome}}": `${rate("voice_flow_phone_calls_total", "outcome")} > 0` },
    },
    {
      title: "Telephone transfers a second",
      unit: "reqps",
      draws: { "{{outcome}}": `${rate("voice_flow_phone_transfers_total", "outcome")} > 0` },
    },
    {
      title: "Broken invariants (must be 0)",
      unit: "short",
      draws: { "{{name}}": "sum by (name) (increase(voice_flow_invariant_broken_total[$__rate_interval]))" },
    },
    {
      title: "Contracts broken or held again",
      unit: "short",
      draws: {
        "{{term}} {{to}}":
          "sum by (term, to) (increase(voice_flow_contract_changes_total[$__rate_interval])) > 0",
      },
    },
  ],
  Latency: [
    {
      title: "From the caller's last sound, 19 of 20",
      unit: "s",
      draws: { "{{stage}}": p(0.95, "voice_flow_turn_latency_seconds_bucket", "le, stage") },
    },
    {
      title: "Answers",
      unit: "s",
      draws: {
        median: p(0.5, 'voice_flow_turn_latency_seconds_bucket{stage="first_audio"}'),
        "95 of 100": p(0.95, 'voice_flow_turn_latency_seconds_bucket{stage="first_audio"}'),
        "heard, 95 of 100": p(0.95, "voice_flow_heard_latency_seconds_bucket"),
      },
    },
    {
      title: "Interruptions, noises, silences a second",
      unit: "reqps",
      draws: {
        "agent {{outcome}}": rate("voice_flow_interruptions_total", "outcome"),
        "no words": "sum(rate(voice_flow_false_starts_total[$__rate_interval]))",
        "asked again after {{why}}": rate("voice_flow_reprompts_total", "why"),
      },
    },
    {
      title: "Late audio, 99 of 100",
      unit: "s",
      draws: { "{{direction}}": p(0.99, "voice_flow_audio_late_seconds_bucket", "le, direction") },
    },
    {
      title: "Lost and dropped a second",
      unit: "reqps",
      draws: {
        "{{why}}": rate("voice_flow_frames_dropped_total", "why"),
        "RTP packets": "sum(rate(voice_flow_rtp_lost_total[$__rate_interval]))",
        "RTP packets to telephones": "sum(rate(voice_flow_rtp_lost_there_total[$__rate_interval]))",
        "spans {{why}}": rate("voice_flow_spans_dropped_total", "why"),
      },
    },
    {
      title: "Jitter at telephones, 95 of 100",
      unit: "s",
      draws: { "{{instance}}": p(0.95, "voice_flow_rtp_jitter_there_seconds_bucket", "le, instance") },
    },
    {
      title: "Waiting for clients",
      unit: "bytes",
      draws: { "{{instance}}": "voice_flow_socket_buffer_bytes" },
    },
  ],
  Providers: [
    {
      title: "Requests a second",
      unit: "reqps",
      draws: {
        "{{kind}} {{provider}} {{outcome}}": `${rate("voice_flow_provider_requests_total", "kind, provider, outcome")} > 0`,
      },
    },
    {
      title: "Times, 19 of 20",
      unit: "s",
      draws: {
        "{{kind}} {{provider}} {{what}}": p(
          0.95,
          "voice_flow_provider_seconds_bucket",
          "le, kind, provider, what",
        ),
      },
    },
    {
      title: "Without requests at present",
      unit: "short",
      draws: { "{{kind}} {{provider}}": "max by (kind, provider) (voice_flow_provider_breaker_open) > 0" },
    },
    {
      title: "Fallbacks a second",
      unit: "reqps",
      draws: { "{{stage}}": rate("voice_flow_fallbacks_total", "stage") },
    },
    {
      title: "Queue of the built-in voice, 19 of 20",
      unit: "s",
      draws: { wait: p(0.95, "voice_flow_speech_queue_seconds_bucket") },
    },
  ],
  "Hooks and money": [
    {
      title: "Deliveries a second",
      unit: "reqps",
      draws: { "{{outcome}}": rate("voice_flow_hooks_delivered_total", "outcome") },
    },
    { title: "Waiting events", unit: "short", draws: { events: "max(voice_flow_hooks_pending)" } },
    { title: "Oldest waiting event", unit: "s", draws: { age: "max(voice_flow_hook_age_seconds)" } },
    { title: "Reserved micro-cents", unit: "short", draws: { held: "max(voice_flow_ledger_held_micros)" } },
    {
      title: "Charged seconds a second, and micro-cents written off",
      unit: "short",
      draws: {
        charged: "sum(rate(voice_flow_charged_seconds_total[$__rate_interval]))",
        "written off": "sum(increase(voice_flow_ledger_writeoff_micros_total[$__rate_interval]))",
      },
    },
    {
      title: "Logins and credentials a second",
      unit: "reqps",
      draws: {
        "login {{outcome}}": rate("voice_flow_logins_total", "outcome"),
        "unknown {{kind}}": rate("voice_flow_credentials_refused_total", "kind"),
        "attack by {{by}}": rate("voice_flow_login_attacks_total", "by"),
        "suspected by {{sign}}": rate("voice_flow_keys_suspected_total", "sign"),
      },
    },
  ],
  Machine: [
    {
      title: "Processor",
      unit: "percentunit",
      draws: { "{{instance}}": "rate(process_cpu_seconds_total[$__rate_interval])" },
    },
    { title: "Memory", unit: "bytes", draws: { "{{instance}}": "process_resident_memory_bytes" } },
    {
      title: "Lag of the event loop, 99 of 100",
      unit: "s",
      draws: { "{{instance}}": p(0.99, "voice_flow_loop_lag_seconds_bucket", "le, instance") },
    },
    {
      title: "Store, 99 of 100",
      unit: "s",
      draws: { "{{op}}": `${p(0.99, "voice_flow_db_seconds_bucket", "le, op")} > 0` },
    },
    {
      title: "Rows in a write, median",
      unit: "short",
      draws: { rows: p(0.5, "voice_flow_db_batch_rows_bucket") },
    },
    {
      title: "Disk",
      unit: "bytes",
      draws: {
        "{{instance}} free": "voice_flow_storage_free_bytes",
        "{{instance}} data": "voice_flow_data_bytes",
      },
    },
    {
      title: "Open files",
      unit: "percentunit",
      draws: { "{{instance}}": "process_open_fds / process_max_fds" },
    },
    { title: "Nodes", unit: "short", draws: { "{{state}}": "max by (state) (voice_flow_nodes)" } },
    {
      title: "Restarts",
      unit: "short",
      draws: { "{{role}}": "sum by (role) (increase(voice_flow_workers_restarted_total[$__rate_interval]))" },
    },
    {
      title: "Versions",
      unit: "short",
      draws: { "{{version}}, Bun {{bun}}": "count by (version, bun) (voice_flow_build_info)" },
    },
  ],
};

/** @internal Every expression of the dashboard. */
export const dashboardExpressions: readonly string[] = Object.values(rows).flatMap((panels) =>
  panels.flatMap(({ draws }) => Object.values(draws)),
);

const source = { type: "prometheus", uid: "${source}" };
/** Width in Grafana's 24 columns. */
const width = 8;
const height = 7;

/** Dashboard for import into Grafana 9 or later, which asks for the Prometheus to use. */
export function dashboardJson(): string {
  const panels: object[] = [];
  let y = 0;
  for (const [title, content] of Object.entries(rows)) {
    panels.push({
      id: panels.length + 1,
      type: "row",
      title,
      gridPos: { h: 1, w: 24, x: 0, y },
      collapsed: false,
      panels: [],
    });
    y += 1;
    content.forEach((panel, at) => {
      const place = {
        h: height,
        w: width,
        x: (at * width) % 24,
        y: y + Math.floor((at * width) / 24) * height,
      };
      panels.push({ id: panels.length + 1, ...drawn(panel), gridPos: place });
    });
    y += Math.ceil((content.length * width) / 24) * height;
  }
  return `${JSON.stringify(
    {
      title: "Voice Flow",
      uid: "voice-flow",
      schemaVersion: 38,
      version: 1,
      refresh: "30s",
      time: { from: "now-3h", to: "now" },
      templating: {
        list: [{ name: "source", label: "Prometheus", type: "datasource", query: "prometheus" }],
      },
      panels,
    },
    undefined,
    2,
  )}\n`;
}

function drawn({ title, unit, draws }: Panel): object {
  return {
    type: "timeseries",
    title,
    datasource: source,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: Object.entries(draws).map(([legendFormat, expr], i) => ({
      refId: String.fromCodePoint("A".charCodeAt(0) + i),
      datasource: source,
      expr,
      legendFormat,
    })),
  };
}
