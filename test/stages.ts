// Which tests run when: what is fast, what waits for servers and browsers, what is heard as it is spoken.

/** Suites in which people are heard as they speak: a machine without room for that hears them otherwise. */
const spoken = [
  "test/speech/",
  "test/binary/",
  "test/pages/conversation.test.ts",
  "test/clients/network.test.ts",
];
/** Suites that start servers and browsers, and mostly wait for them. */
const waiting = [
  "test/calls/",
  "test/pages/",
  "test/transport/webrtc/",
  "test/routes/call/",
  "test/routes/privacy/",
  "test/processes/processes.test.ts",
  "test/cluster/chaos.test.ts",
  "test/cluster/ready-balancer.test.ts",
  "test/trace/trace-traffic.test.ts",
];
/**
 * Suites that try thousands of inputs, every vendor, or every command in a process of its own, or that take about a
 * second and more: together they are most of the time, so they wait for the full run.
 */
const thorough = [
  "fuzz.test.ts",
  "full-disk.test.ts",
  "laws.test.ts",
  "money.test.ts",
  "monkey.test.ts",
  "untrusted.test.ts",
  "suspension-points.test.ts",
  "kill-moments.test.ts",
  "postgres-killed.test.ts",
  "hung-transaction.test.ts",
  "cluster-simulation.test.ts",
  "readme-cluster.test.ts",
  "recording-routes.test.ts",
  "socket-connection.test.ts",
  "assistant-calls.test.ts",
  "test/routes/cluster/",
  "splice.test.ts",
  "source-reader.test.ts",
  "stt-vendor-failures.test.ts",
  "stt-vendors-conformance.test.ts",
  "stt-servers-conformance.test.ts",
  "vendor-voices.test.ts",
  "vendor-voice-failure.test.ts",
  "server-voices.test.ts",
  "test/routes/account/",
  "test/routes/calls/",
  "flow-links.test.ts",
  "retention/leaving.test.ts",
  "cluster/sweep.test.ts",
  "store-contract-access.test.ts",
  "store-contract-calls.test.ts",
  "store-contract-deliveries.test.ts",
  "store-contract-embeds.test.ts",
  "store-contract-nodes.test.ts",
  "store-contract-sessions.test.ts",
  "store-contract-audit.test.ts",
  "passwords.test.ts",
  "audit-tampering.test.ts",
  "open-postgres.test.ts",
  "test/routes/flow/",
  "test/routes/pages/",
  "test/retention/",
  "test/metrics/",
  "engine/run/replay.test.ts",
  "echo-estimate.test.ts",
  "test/documents/",
  "test/cli/",
  "test/manual/",
  "test/mcp/",
  "mcp-routes.test.ts",
  "import/import-flow.test.ts",
  "sim/simulation.test.ts",
  "files/stored-files.test.ts",
  "mail/smtp-sender.test.ts",
  "one-reply-timing.test.ts",
  "beep-detector.test.ts",
  "postgres-together.test.ts",
  "store-contract-knowledge.test.ts",
  "store-contract-retention.test.ts",
  "testing/examples.test.ts",
  "draw/svg-diagram.test.ts",
  "llm/conformance.test.ts",
  "hooks/delivery.test.ts",
  "http/allowed-origin.test.ts",
  "http/problem-document.test.ts",
  "voice/wander.test.ts",
  "cluster/shared-rates.test.ts",
  "routes/walk.test.ts",
  "guide/guide.test.ts",
  "trace/trace-step.test.ts",
  "draw/layout.test.ts",
  "source/incremental-reader.test.ts",
  "routes/engine-routes.test.ts",
  "tts/call-voice.test.ts",
  "db/open-database.test.ts",
  "db/backup.test.ts",
  "try/made-test.test.ts",
  "sim/simulate-call.test.ts",
  "author/document-graph.test.ts",
  "http/limits.test.ts",
  "flow/welcome.test.ts",
  "http/unknown-keys.test.ts",
  "hooks/shared-outbox.test.ts",
  "cluster/app-nodes.test.ts",
  "routes/engine-auth.test.ts",
  "tts/wyoming-voice.test.ts",
  "source/splice-large.test.ts",
  "run/dictation.test.ts",
  "session/survival.test.ts",
  "voice/reconnecting-peer.test.ts",
  "cluster/place.test.ts",
  "edit/edit-nodes.test.ts",
  "tts/vendor-traps.test.ts",
  "audio/noise-gate.test.ts",
  "cluster/session-affinity.test.ts",
  "trace/span-exporter.test.ts",
  "session/session-moves.test.ts",
  "routes/mistakes.test.ts",
  "files/s3-failure.test.ts",
  "db/store-contract.test.ts",
  "billing/ledger.test.ts",
  "session/session-record.test.ts",
  "voice/call-state.test.ts",
  "tts/openai-speech.test.ts",
  "edit/undo-history.test.ts",
  "spoken/spoken-form.test.ts",
  "edit/writing.test.ts",
  "session/settlement-queue.test.ts",
  "value/zoned-time.test.ts",
  "edit/change-kind.test.ts",
  "voice/converse-calls.test.ts",
  "providers/relay.test.ts",
  "llm/openai-failure.test.ts",
  "session/call-outcomes.test.ts",
  "edit/build.test.ts",
  "base/outbound-request.test.ts",
  "testing/steps.test.ts",
  "testing/coverage.test.ts",
  "cluster/membership.test.ts",
  "try/talk.test.ts",
  "flow-editor/same-findings.test.ts",
  "widget/widget-scripts.test.ts",
  "db/audit-seals.test.ts",
  "cloud/knowledge-slices.test.ts",
  "cloud/accounts.test.ts",
  "import/real-shapes.test.ts",
  "import/import-settings.test.ts",
  "session/session-registry.test.ts",
  "routes/system-routes.test.ts",
  "routes/system-sessions.test.ts",
  "check/checks.test.ts",
  "run/corrections-random.test.ts",
  "http/private.test.ts",
  "db/move-from-file.test.ts",
  "voice/sentence-splitter.test.ts",
  "audio/resampler.test.ts",
  "understand/corpus.test.ts",
  "playout/pause.test.ts",
  "preemption/preempting.test.ts",
  "trace/call-traces.test.ts",
  "voice/fillers.test.ts",
  "processes/listeners.test.ts",
  "preemption/free-talk.test.ts",
  "testing/tool-mocks.test.ts",
  "llm/chat-presets.test.ts",
  "voice/stalled-minute.test.ts",
  "voice/facts.test.ts",
  "voice/call.test.ts",
  "barge-in/over-agent.test.ts",
  "run/outside.test.ts",
  "edit/rename.test.ts",
  "pauses/one-reply.test.ts",
  "run/voicemail.test.ts",
  "expression/functions.test.ts",
];

/** Suites that run once more with everything kept in Postgres. */
const onBothStores = [
  "test/billing/",
  "test/calls/",
  "test/cloud/",
  "test/hooks/",
  "test/routes/",
  "test/session/",
  "test/trace/trace-traffic.test.ts",
];
/** Of those, what is about the file itself, and what keeps nothing. */
const onFileAlone = [
  // Opens its data itself, whose operations are timed; the other one runs nodes on either.
  "calls/metrics.test.ts",
  // A folder of its own in any case, the file with the key, a full disk, a process that is killed at its file.
  "master-key.test.ts",
  "hooks/full-disk.test.ts",
  "calls/crash.test.ts",
  "calls/full-disk.test.ts",
  "calls/recordings.test.ts",
  "calls/recording-upload.test.ts",
  "calls/vendor-keys.test.ts",
  // Requests by thousands, and flows that are tested by themselves: what is kept of them is tried beside.
  "schema-fuzz.test.ts",
  "flow-run.test.ts",
  // Counts what is left in the process, and a node's own beats never end.
  "calls/churn.test.ts",
  "calls/dead-client.test.ts",
  // No store is opened, or nothing is kept in it.
  "access-tokens.test.ts",
  "calls/reprompts.test.ts",
  "calls/call-fillers.test.ts",
  "examples/example-flows.test.ts",
  "calls/fault-matrix.test.ts",
  "calls/flight.test.ts",
  "calls/flight-file.test.ts",
  "calls/live-calls.test.ts",
  "calls/provider-order.test.ts",
  "hook-event.test.ts",
  "hook-receivers.test.ts",
  "key-use.test.ts",
  "letter-limits.test.ts",
  "passwords.test.ts",
  "price.test.ts",
  "price-table.test.ts",
  "reconnecting-line.test.ts",
  "session-meter.test.ts",
  "session-snapshot.test.ts",
  "session-step.test.ts",
  "signature.test.ts",
  "session/transcript.test.ts",
  "warm-up-queue.test.ts",
];

/** Of those on both stores, what keeps little: on Postgres in the long run alone. */
const onPostgresInLongRun = [
  // Which links there are is tried on it in test/routes/account/people.test.ts.
  "test/routes/account/account-mail.test.ts",
  "test/routes/http/",
  "test/routes/pages/",
  // What they keep is tried on either store by its contract, and who may ask for it in walk.test.ts.
  "test/routes/account/account-secrets.test.ts",
  "test/routes/account/api-key-routes.test.ts",
  "test/routes/account/assistant-routes.test.ts",
  "test/routes/account/engine-standing.test.ts",
  "test/routes/account/provider-routes.test.ts",
  "test/routes/call/context.test.ts",
  "test/routes/engine-auth.test.ts",
  "test/routes/engine-routes.test.ts",
  "test/routes/flow/flows-routes.test.ts",
  "test/routes/mcp-routes.test.ts",
  "test/routes/fuzz.test.ts",
  "test/routes/mistakes.test.ts",
  "test/routes/flow/flow-diagram.test.ts",
  "test/routes/flow/flow-graph-routes.test.ts",
  "test/routes/flow/flow-json.test.ts",
  "test/routes/flow/flow-trial-routes.test.ts",
  "test/routes/flow/flow-upload.test.ts",
  "test/routes/call/flow-events.test.ts",
  "test/routes/call/lag.test.ts",
  "test/routes/call/offer-routes.test.ts",
  "test/routes/call/outbound.test.ts",
  "test/routes/call/prompt-edges.test.ts",
  "test/routes/call/socket-routes.test.ts",
  "test/calls/assistant.test.ts",
  "test/calls/dead-air.test.ts",
  "test/calls/fallbacks.test.ts",
  "test/calls/hang-up.test.ts",
  "test/calls/model.test.ts",
  "test/calls/preemption.test.ts",
  "test/calls/worded-line.test.ts",
  "test/trace/trace-traffic.test.ts",
  // On a file each run takes the same random ways.
  "test/session/kill-moments.test.ts",
  "test/session/laws.test.ts",
];

/**
 * Suites of the long run alone: what is deployed on other machines and behind other servers, clients of others, pages
 * whose parts are tried without a browser, and what is tried in another way on each run.
 */
const inLongRun = [
  // What it tells its pool, and what a Worker's death costs with the guided one, is tried on each run.
  "open/ears-pool.test.ts",
  "test/deploy/",
  // Sessions are handed over between processes in test/session and test/processes/processes.test.ts on each run.
  "test/processes/upgrade.test.ts",
  "test/calls/fault-sockets.test.ts",
  "test/cluster/browser-cluster.test.ts",
  "test/cluster/chaos-outages.test.ts",
  // Vendors' voices and the page's microphone are tried apart from each other, too.
  "test/pages/by-url.test.ts",
  // Prometheus' own tool judges what else is only read.
  "test/metrics/alert-rules.test.ts",
  // On a file each run looks for what was deleted.
  "test/retention/forgotten-postgres.test.ts",
  // What a call and a connection leave behind is tried by fewer of them in test/calls/churn.test.ts.
  "test/routes/call/session-memory.test.ts",
  "test/transport/webrtc/churn.test.ts",
  // Each page's own suites hear its console, too.
  "test/pages/console.test.ts",
  // Each of its routes has its own suite, and each part of its views another view.
  "test/pages/console-people.test.ts",
  // On each run the executable passes them (`test/binary/suites.test.ts`).
  "test/pages/flow-editor-files.test.ts",
  "test/pages/ways.test.ts",
  // A browser walks through the whole editor in flow-editor-journey.test.ts; what its parts decide is tried without one.
  "test/pages/flow-editor-canvas.test.ts",
  "test/pages/flow-editor-forms.test.ts",
  "test/pages/flow-editor-gestures.test.ts",
  "test/pages/flow-editor-keyboard.test.ts",
  "test/pages/flow-editor-new.test.ts",
  "test/pages/flow-editor-picture.test.ts",
  "test/pages/flow-editor-small.test.ts",
  "test/pages/flow-editor-try.test.ts",
  // What else the test page and the pages of words show; people talk and sign in on each run.
  "test/pages/guided-model.test.ts",
  "test/pages/manual.test.ts",
  "test/pages/network.test.ts",
  "test/pages/own-flows.test.ts",
  "test/pages/server-trouble.test.ts",
  "test/pages/swagger.test.ts",
  "test/pages/transfer.test.ts",
  // Foreign clients and a foreign judge of metrics, which come as packages of their own.
  "test/clients/examples.test.ts",
  "test/clients/pipecat.test.ts",
  "test/clients/stacks.test.ts",
  "test/calls/prometheus.test.ts",
  // Every example is talked to by text on each run, and some by voice (`test/speech/flows.test.ts`).
  "test/calls/examples/example-courses.test.ts",
  "test/speech/example-calls.test.ts",
  // Each old word goes by a case of its own.
  "migrate/shipped-flows.test.ts",
  // Disks fill up in the suites of the store, of hooks and of commands; calls by chance are those of the simulation.
  "test/calls/full.test.ts",
  "test/sim/many-calls.test.ts",
];

export interface Stage {
  readonly name: string;
  readonly files: readonly string[];
  /** How many files at a time; without it as many as the machine has cores. */
  readonly parallel?: number;
  /** Whether its tests talk at real pace or to a real database, so that a machine with other work disturbs them. */
  readonly isPaced?: boolean;
  /** Its files share a world in each process, which makes small ones half as long; the others have one each. */
  readonly isShared?: boolean;
  /** Set for its tests. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Every suite, in the order in which the stages run. Paths are relative to the project. */
export function stages({ long }: { readonly long: boolean }): Stage[] {
  const files = suites().filter((file) => !isOf(file, inLongRun));
  const isSpoken = (file: string): boolean => isOf(file, spoken);
  const isWaiting = (file: string): boolean => isOf(file, waiting) && !isSpoken(file);
  const small = new Set(quickSuites());
  return [
    { name: "small", files: files.filter((file) => small.has(file)), isShared: true },
    {
      name: "thorough",
      files: files.filter((file) => !small.has(file) && !isSpoken(file) && !isWaiting(file)),
    },
    { name: "servers and pages", files: files.filter(isWaiting), parallel: 3, isPaced: true },
    { name: "speech", files: files.filter(isSpoken), parallel: 3, isPaced: true },
    {
      name: "on Postgres",
      files: files.filter(
        (file) =>
          isOf(file, onBothStores) && !isOf(file, onFileAlone) && (long || !isOf(file, onPostgresInLongRun)),
      ),
      isPaced: true,
      // They wait for sockets and the database.
      parallel: 4,
      environment: { STORE: "postgres" },
    },
    // One at a time: an emulated machine takes all there is.
    {
      name: "long run alone",
      files: long ? suites().filter((file) => isOf(file, inLongRun)) : [],
      parallel: 1,
    },
  ].filter((stage) => stage.files.length > 0);
}

/** What a commit waits for: under a minute, with the other checks. */
export function quickSuites(): string[] {
  return suites().filter((file) => !isOf(file, [...spoken, ...waiting, ...thorough, ...inLongRun]));
}

function suites(): string[] {
  return [...new Bun.Glob("test/**/*.test.ts").scanSync(".")].sort();
}

function isOf(file: string, places: readonly string[]): boolean {
  return places.some((place) => file.startsWith(place) || file.endsWith(place));
}
