// Composition of shared services: tokens, vaults, hook delivery, flow reader and planner.

import type { RetentionRules } from "../db/port/retention-store.ts";
import type { Store } from "../db/port/store.ts";
import { openAudit } from "./app-audit.ts";
import {
  type ClockAndLog,
  clientsOf,
  defaultProviders,
  openFiles,
  pricesOf,
  propagationOf,
} from "./app-calls.ts";
import { type JoinedCluster, openLimits } from "./app-cluster.ts";
import { openAccountMail } from "./app-mail.ts";
import type { AppMetrics } from "./app-metrics.ts";
import type { NodeRouting } from "./app-routing.ts";
import { openDelivery } from "./app-sessions.ts";
import { openSounds } from "./app-sounds.ts";
import { Outbound } from "./base/outbound/outbound-request.ts";
import { ProviderTrial } from "./calls/provider-trial.ts";
import { Planner } from "./calls/call-plan.ts";
import { Previews } from "./calls/flow-previews.ts";
import { ReadyAssistants } from "./calls/ready-assistants.ts";
import { builtInPrograms } from "./calls/built-in-programs.ts";
import { type ProvidersOptions, providersOf } from "./calls/session-providers.ts";
import { openTokens } from "./cloud/access-tokens.ts";
import { nothingSaid } from "./cloud/account-retention.ts";
import { hasRoomToRecord } from "./cloud/account-storage.ts";
import { type ProviderChoices, readProviders } from "./cloud/account-providers.ts";
import { voices } from "./speech/speech-message.ts";
import { FlowReader, type FlowReaderOptions } from "./cloud/flow-reader.ts";
import { deriveKey, type MasterKey } from "./cloud/master-key.ts";
import { Passwords } from "./cloud/passwords.ts";
import { SubjectIndex } from "./cloud/subject-index.ts";
import { vaultsOf } from "./cloud/vault.ts";
import { languageHeard } from "./providers/embedded-hearing.ts";
import type { Config } from "./config.ts";
import type { Documents } from "./documents/documents.ts";
import { Breakers } from "./providers/policy/breaker.ts";
import { FinalTimes } from "./providers/policy/final-times.ts";
import { slowAnswersTold } from "./providers/policy/slow-answers.ts";

interface SharedParts extends ClockAndLog, JoinedCluster, Pick<ProvidersOptions, "builtIn"> {
  readonly store: Store;
  readonly documents: Documents;
  readonly metrics: Pick<AppMetrics, "providers" | "delivered" | "access">;
  readonly owned: AsyncDisposableStack;
  readonly master: MasterKey;
  /** True if this process sends hooks. */
  readonly sends: boolean;
  readonly routing: NodeRouting | undefined;
}

/** Services that account routes and sessions share: tokens, keys, vaults, limits. */
export async function openSharedServices(
  config: Config,
  { documents, builtIn, crashed, ...around }: SharedParts,
) {
  const { clock, store, node, master, routing, metrics } = around;
  const tokens = openTokens(deriveKey(master, "access-tokens"), clock);
  const { vault, secretVault, snapshotVault } = vaultsOf(master);
  const outbound = new Outbound({ clock, allow: config.outboundAllow });
  const kept = openFiles(config, { clock, key: deriveKey(master, "files") });
  const { soundsOf, ...lying } = openSounds(config, { files: kept, documents, outbound, clock, store });
  const delivery = await openDelivery(
    { ...around, propagation: propagationOf(config) },
    outbound,
    secretVault,
  );
  const defaults = defaultProviders(config);
  const breakers = new Breakers(clock);
  metrics.providers.watch(breakers);
  const providers: ProvidersOptions = {
    defaults,
    deployment: config.providers,
    clients: clientsOf(config),
    clock,
    prices: await pricesOf(config),
    breakers,
    counters: slowAnswersTold(metrics.providers.counters, around),
    finals: new FinalTimes(),
    builtIn,
  };
  const choicesOf = (accountId: string) => readProviders(store, accountId, { vault, defaults });
  const reader = openReader(config, { store, documents, choicesOf, soundsOf });
  const previews = new Previews({ clock, reader, nodeId: () => node.id, fetchFrom: routing?.previewOf });
  const planner = new Planner({
    store,
    programs: builtInPrograms,
    reader,
    previews,
    assistants: new ReadyAssistants(store, reader),
    choicesOf,
    retention: { days: config.retention, rulesOf: (accountId) => rulesWithRoom(config, around, accountId) },
    providersOf: (asker) => providersOf(asker, providers),
  });
  return {
    trial: new ProviderTrial({ ...providers, log: around.log }),
    prices: providers.prices,
    node,
    routing,
    ...lying,
    tokens,
    crashed,
    openLimit: openLimits(around),
    planner,
    reader,
    previews,
    passwords: new Passwords(config.passwordMemoryMib),
    vault,
    secretVault,
    snapshotVault,
    ...openAudit(around),
    accountMail: openAccountMail(config, around),
    outbound,
    delivery,
    subjects: await SubjectIndex.open(store.seals, secretVault),
  };
}

/** Retention settings of an account; an account above its storage limit records nothing. */
async function rulesWithRoom(
  { storagePerAccountMib }: Pick<Config, "storagePerAccountMib">,
  { store, log }: Pick<SharedParts, "store" | "log">,
  accountId: string,
): Promise<RetentionRules | undefined> {
  const rules = await store.retention.rules(accountId);
  if (await hasRoomToRecord(store, storagePerAccountMib, accountId)) return rules;
  log.warn("recording.no-room", { account: accountId, mib: storagePerAccountMib });
  return { ...(rules ?? nothingSaid), audioDays: 0 };
}

export type SharedServices = Awaited<ReturnType<typeof openSharedServices>>;

interface ReaderParts extends Pick<FlowReaderOptions, "store" | "documents" | "soundsOf"> {
  readonly choicesOf: (accountId: string) => Promise<ProviderChoices>;
}

function openReader(config: Config, { choicesOf, ...parts }: ReaderParts): FlowReader {
  const hearsOnly = languageHeard(config);
  return new FlowReader({
    ...parts,
    allow: config.outboundAllow,
    hearsOnlyOf: async (accountId) => {
      const choices = accountId === undefined ? undefined : await choicesOf(accountId);
      return (choices?.stt.name ?? "builtin") === "builtin" ? hearsOnly : undefined;
    },
    voicesOf: async (accountId) => {
      const choices = accountId === undefined ? undefined : await choicesOf(accountId);
      const name = choices?.tts.name ?? config.providers.tts?.provider ?? "builtin";
      return name === "builtin" && config.speech.on ? voices : undefined;
    },
  });
}
