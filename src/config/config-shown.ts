// Shown configuration: each setting for the owner of a deployment: its value, its source, and for secrets only that
// they are set.

import { Secret } from "../base/secret.ts";
import type { Variable } from "../base/setting-reader.ts";

export interface ShownSetting {
  readonly name: string;
  readonly unit: string;
  readonly about: string;
  /** Set in the environment; else it is the default. */
  readonly isGiven: boolean;
  readonly isSecret: boolean;
  /** Null: there is none. */
  readonly value: string | null;
}

/** Names of secrets, even if their reader does not treat them as such. */
const secretName = /(?:KEYS?|KEY_ID|SECRET|TOKEN|HEADERS)$/;
/** A prompt is read at its source. */
const valueCharsMax = 200;
const mask = "••••";

interface Reading {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Parsed values, by name. */
  readonly values: Readonly<Record<string, unknown>>;
}

export function shownSettings(
  variables: Readonly<Record<string, Variable<unknown>>>,
  { environment, values }: Reading,
): readonly ShownSetting[] {
  return Object.entries(variables).map(([name, { default: usual, unit, about }]) => {
    const given = environment[name]?.trim() ?? "";
    const isSecret = secretName.test(name) || unit === "secret" || values[name] instanceof Secret;
    const text = given === "" ? usual : given;
    const value = text === "" ? null : isSecret ? mask : cut(text);
    return { name, unit, about, isGiven: given !== "", isSecret, value };
  });
}

function cut(text: string): string {
  return text.length > valueCharsMax ? `${text.slice(0, valueCharsMax)}…` : text;
}
