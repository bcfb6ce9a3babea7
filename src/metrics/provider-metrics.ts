// Provider metrics: requests to recognisers, voices and models, with their results and times, and the providers that
// are avoided at present.

import type { Metrics } from "../base/metrics.ts";
import { catalog } from "../providers/catalog/catalog.ts";
import type { ProviderKind } from "../providers/catalog/catalog-row.ts";
import { type ProviderCounters, requestOutcomes } from "../providers/measured-stt.ts";
import type { Breakers } from "../providers/policy/breaker.ts";
import { answerBuckets } from "./buckets.ts";

const kinds = ["stt", "tts", "llm"] as const satisfies readonly ProviderKind[];
/** Label for all other names. */
const other = "other";
const names = [...new Set(catalog.map(({ name }) => name)), other];
const catalogKeys = new Set(catalog.map(({ kind, name }) => `${kind} ${name}`));

/** Names of each kind that are compiled in, and `other`. */
const exists = (kind: string, name: string): boolean => name === other || catalogKeys.has(`${kind} ${name}`);

/** Times of each kind: of recognisers to their readiness and their last words, of others to the first piece. */
const moments: Readonly<Record<ProviderKind, readonly string[]>> = {
  stt: ["connect", "final"],
  tts: ["first"],
  llm: ["first"],
};

export interface ProviderMetrics {
  readonly counters: ProviderCounters;
  /** Watches breakers; each scrape reads their present state. */
  readonly watch: (breakers: Pick<Breakers, "countOpen">) => void;
}

export function openProviderMetrics(metrics: Metrics): ProviderMetrics {
  const requests = metrics.counter("voice_flow_provider_requests_total", {
    help: "Sessions of recognisers, sentences of voices and answers of models, by result.",
    labels: [
      ["kind", kinds],
      ["provider", names],
      ["outcome", requestOutcomes],
    ],
    exist: exists,
  });
  const seconds = metrics.histogram("voice_flow_provider_seconds", {
    help: "Seconds until a recogniser was ready (connect) and had its last words (final), and until a voice's or a model's first piece came (first).",
    labels: [
      ["kind", kinds],
      ["provider", names],
      ["what", ["connect", "first", "final"]],
    ],
    exist: (kind, name, what) => exists(kind, name) && moments[kind].includes(what),
    buckets: answerBuckets,
  });
  const open = metrics.gauge("voice_flow_provider_breaker_open", {
    help: "1: the provider gets no requests at present because it has failed several times.",
    labels: [
      ["kind", kinds],
      ["provider", names],
    ],
    exist: exists,
    together: "worst",
  });
  const labelOf = (kind: ProviderKind, name: string): string =>
    catalogKeys.has(`${kind} ${name}`) ? name : other;
  return {
    counters(kind, name) {
      const label = labelOf(kind, name);
      return {
        ended: (outcome) => requests.at(kind, label, outcome).add(1),
        took: (what, ms) => seconds.at(kind, label, what).observe(ms / 1_000),
      };
    },
    watch: (breakers) =>
      metrics.measure(() => {
        for (const kind of kinds)
          for (const name of names) if (exists(kind, name)) open.at(kind, name).set(0);
        breakers.countOpen((kind, name) => {
          if (kind !== "vad") open.at(kind, labelOf(kind, name)).set(1);
        });
      }),
  };
}
