// Order of providers: the provider of a session's work and its replacements, from its own choice, the server's, and
// the priced ones.

import type { Secret } from "../base/secret.ts";
import { isPriced, type PriceRow } from "../billing/price-table.ts";
import type { ProviderKind } from "../providers/catalog/catalog-row.ts";
import { findProvider } from "../providers/catalog/catalog.ts";
import { breakerId, type Candidate, type Candidates } from "../providers/policy/candidate.ts";
import type { ProviderSettings } from "../providers/provider-contract.ts";
import type { DeploymentProviders } from "../providers/provider-settings.ts";

export interface Engine {
  readonly settings: ProviderSettings;
  /** The account's own key pays. */
  readonly ownKey: boolean;
}

export type Choice = Engine | "builtin";

interface FirstChoice {
  readonly kind: ProviderKind;
  /** Undefined: the built-in one, which needs no other. */
  readonly first: ProviderSettings | undefined;
  readonly ownKey: boolean;
  /** The account's, in order. */
  readonly fallbacks?: readonly Choice[];
}

/**
 * The session's choice, its account's fallbacks, the server's choice, then its fallbacks; each once. Providers
 * without a known price are left out if the service would pay, and so are those whose key the service lacks.
 */
export function enginesOf(
  { kind, first, ownKey, fallbacks = [] }: FirstChoice,
  { deployment, prices }: { readonly deployment: DeploymentProviders; readonly prices: readonly PriceRow[] },
): readonly Choice[] {
  if (first === undefined) return [];
  const deploymentSettings = deployment[kind];
  const shared = [
    ...(deploymentSettings === undefined ? [] : [deploymentSettings]),
    ...deployment.fallbacks[kind],
  ];
  const others = [
    ...fallbacks,
    ...shared.map((each): Choice => (each === "builtin" ? each : { settings: each, ownKey: false })),
  ];
  const chosen: Choice[] = [{ settings: first, ownKey }];
  for (const other of others) {
    if (chosen.some((each) => isSame(each, other))) continue;
    if (other === "builtin" || isPayable(kind, other.settings, { ownKey: other.ownKey, prices }))
      chosen.push(other);
  }
  return chosen;
}

/** True if both would fail together. */
function isSame(one: Choice, other: Choice): boolean {
  if (one === "builtin" || other === "builtin") return one === other;
  return engineId(one.settings) === engineId(other.settings);
}

/** Id of engines that fail together and are equally quick: for breakers and measured times. */
export function engineId({ provider, baseUrl, model, apiKey }: ProviderSettings): string {
  return breakerId(`${provider} ${baseUrl}`, model, keyIdOf(apiKey));
}

interface CandidateParts<T> {
  readonly open: (engine: Engine) => T;
  readonly builtIn?: T | undefined;
  /** True if a replacement can do the work. */
  readonly fits?: (client: T) => boolean;
}

/** Undefined: none. */
export function candidatesOf<T extends object>(
  choices: readonly Choice[],
  { open, builtIn, fits = () => true }: CandidateParts<T>,
): Candidates<T> | undefined {
  const [first, ...others] = choices.flatMap((choice): Candidate<T>[] => {
    if (choice !== "builtin") {
      const { settings, ownKey } = choice;
      return [{ client: open(choice), name: settings.provider, breakerId: engineId(settings), ownKey }];
    }
    if (builtIn === undefined) return [];
    return [{ client: builtIn, name: "builtin", breakerId: breakerId("builtin", "", ""), ownKey: false }];
  });
  return first && [first, ...others.filter(({ client }) => fits(client))];
}

/** `speaks`: first parts of tags; undefined: any. `language`: BCP 47. */
export function speaksLanguage(speaks: readonly string[] | undefined, language: string | undefined): boolean {
  const [first = ""] = (language ?? "").toLowerCase().split("-");
  return speaks === undefined || first === "" || speaks.includes(first);
}

/**
 * A vendor's model paid by the service needs a price, or it would be given away. A server at an address outside the
 * catalog is the operator's own, who knows its cost.
 */
export function isPayable(
  kind: ProviderKind,
  { provider, model }: ProviderSettings,
  { ownKey, prices }: { readonly ownKey: boolean; readonly prices: readonly PriceRow[] },
): boolean {
  const { unit, address } = findProvider(kind, provider) ?? {};
  const isBilled = unit !== undefined && address !== undefined;
  return ownKey || !isBilled || isPriced(prices, { kind, provider, model });
}

/** Distinguishes keys without showing them; for memory only, since a short key could be guessed from it. */
function keyIdOf(key: Secret | undefined): string {
  if (key === undefined) return "";
  return new Bun.CryptoHasher("sha256").update(key.reveal()).digest("hex").slice(0, 16);
}
