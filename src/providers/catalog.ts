// Provider catalogue: which providers there are, as data that cloud, routes, pages and docs read. It imports no
// vendor; a name stands here from the day its client works, not earlier.

export type ProviderKind = "stt" | "tts" | "llm";

export interface CatalogRow {
  readonly kind: ProviderKind;
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly about: string;
  /** `never`: there is nothing to unlock. `maybe`: some servers want one. */
  readonly key: "never" | "maybe" | "always";
  /** It understands only what the agent expects to hear. */
  readonly guided: boolean;
  /**
   * What a minute with the service's own key is thought to cost, in micro-cents; 0 for what costs the service
   * nothing.
   */
  readonly microsPerMinute: number;
}

export const catalog: readonly CatalogRow[] = [
  {
    kind: "stt",
    name: "builtin",
    title: "Built in",
    about: "Recognises set phrases, digits and numbers in English, inside the server.",
    key: "never",
    guided: true,
    microsPerMinute: 0,
  },
  {
    kind: "tts",
    name: "builtin",
    title: "Built in",
    about: "Speaks English with three voices, inside the server.",
    key: "never",
    guided: false,
    microsPerMinute: 0,
  },
  {
    kind: "llm",
    name: "builtin",
    title: "None",
    about: "No language model: a built-in flow answers.",
    key: "never",
    guided: true,
    microsPerMinute: 0,
  },
  {
    kind: "llm",
    name: "openai-compatible",
    title: "OpenAI-compatible",
    about: "Any server that speaks the chat completions protocol, in the cloud or on your own machine.",
    key: "maybe",
    guided: false,
    microsPerMinute: 0,
  },
];

export function findProvider(kind: ProviderKind, name: string): CatalogRow | undefined {
  return catalog.find((row) => row.kind === kind && row.name === name);
}
