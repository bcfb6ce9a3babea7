// Catalogue row: facts about one provider, as data that cloud, routes, pages, doctor and docs read.

export type ProviderKind = "stt" | "tts" | "llm";

export interface CatalogRow {
  readonly kind: ProviderKind;
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly about: string;
  /** `never`: there is nothing to unlock. `maybe`: some servers want one. */
  readonly key: "never" | "maybe" | "always";
  /** Estimated cost of a minute with the service's own key, in micro-cents; 0 for what costs the service nothing. */
  readonly microsPerMinute: number;
  /** The vendor's own address, without a slash at the end. Absent: a server that only the operator may name. */
  readonly address?: string;
  /**
   * Where a server of the operator's own listens as a rule: what is meant when an operator names the provider without
   * an address. Accounts never reach it by this.
   */
  readonly ownAddress?: string;
  /** The models that may be asked for; the first is the default. Absent: any name, and no default. */
  readonly models?: readonly string[];
  /** Voices: the one that speaks when none is chosen. */
  readonly voice?: string;
  /** Unit of the vendor's bill. Absent: nothing. */
  readonly unit?: "audio_ms" | "socket_ms" | "chars" | "tokens" | "requests";
  /** Recognisers: 99 of 100 final transcripts come within so many milliseconds of the end of speech. */
  readonly finalMs?: number;
  /** Missing abilities, one clause each, for people. */
  readonly lacks?: readonly string[];
}
