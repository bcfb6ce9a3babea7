// Catalogue row: facts about one provider, as data for cloud, routes, pages, doctor and docs.

export type ProviderKind = "stt" | "tts" | "llm";

export interface CatalogRow {
  readonly kind: ProviderKind;
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly about: string;
  /** `never`: no key exists. `maybe`: some servers want one. */
  readonly key: "never" | "maybe" | "always";
  /** Estimated cost of a minute with the service's own key, in micro-cents; 0 if free for the service. */
  readonly microsPerMinute: number;
  /** The vendor's own address, without a trailing slash. Absent: a server that only the operator may name. */
  readonly address?: string;
  /**
   * Usual address of the operator's own server: used when an operator names the provider without an address. Accounts
   * never reach it by this.
   */
  readonly ownAddress?: string;
  /** Selectable models; the first is the default. Absent: any name, and no default. */
  readonly models?: readonly string[];
  /** Default voice. */
  readonly voice?: string;
  /** Unit of the vendor's bill. Absent: nothing. */
  readonly unit?: "audio_ms" | "socket_ms" | "chars" | "tokens" | "requests";
  /** Recognisers: 99 of 100 final transcripts come within this time after the end of speech. */
  readonly finalMs?: number;
  /** Language models: it hears the caller and speaks itself, and assistants need neither recogniser nor voice. */
  readonly audio?: true;
  /** Missing abilities, one clause each, for people. */
  readonly lacks?: readonly string[];
}
