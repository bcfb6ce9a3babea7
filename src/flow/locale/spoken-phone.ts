// Spoken phone number: a number in E.164 form as the people of a country dial it and group its digits.

import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Maximum length of a spoken group of digits: people keep no more in mind. */
const groupDigitsMax = 4;
/** Calling codes of countries where people say long groups in threes ("07911 123 456"); elsewhere it is in pairs. */
const inThrees: ReadonlySet<string> = new Set(["1", "39", "44", "353"]);

/**
 * The number as people dial it, in groups: `+33140123456` is "01 40 12 34 56" in France. `region` is the ISO 3166 code
 * of the country where it is said. Undefined for a number of another country, or without a known country.
 */
export function dialledPhone(value: string, region: string | undefined): string | undefined {
  if (region === undefined || !isSupportedCountry(region)) return undefined;
  const number = parsePhoneNumberFromString(value);
  // Countries that share a code dial each other's numbers as their own.
  return number?.countryCallingCode === getCountryCallingCode(region) ? number.formatNational() : undefined;
}

/**
 * "0 1, 4 0, 1 2": read back as it was said, because callers do not recognise their own number behind its country's
 * code. A number of another country begins with that code after `plus`, the word for its sign.
 */
export function spokenPhone(value: string, region: string | undefined, plus: string): string {
  const number = parsePhoneNumberFromString(value);
  const dialled = dialledPhone(value, region);
  const written = dialled ?? number?.formatInternational() ?? value;
  const size = inThrees.has(number?.countryCallingCode ?? "") ? 3 : 2;
  const groups = written.match(/\d+/g);
  if (groups === null) return value;
  const spokenDigits = groups.flatMap((group) => spokenGroups(group, size)).join(", ");
  return dialled === undefined && value.startsWith("+") ? `${plus} ${spokenDigits}` : spokenDigits;
}

/** Groups of `size` digits; a rest makes the first one longer. */
function spokenGroups(digits: string, size: number): readonly string[] {
  if (digits.length <= groupDigitsMax) return [digits.split("").join(" ")];
  const first = size + (digits.length % size);
  const rest = digits.slice(first).match(new RegExp(`\\d{${size}}`, "g")) ?? [];
  return [digits.slice(0, first), ...rest].map((group) => group.split("").join(" "));
}
