// Spoken phone number: a number in E.164 form as the people of a country dial it and group its digits.

import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { groupDigits } from "./spoken-forms.ts";

/**
 * The number as it is dialled, its groups set apart: `+33140123456` is "01 40 12 34 56" in France. `region` is the ISO
 * 3166 code of the country where it is said. Undefined for a number of another country, or where none is known.
 */
export function dialledPhone(value: string, region: string | undefined): string | undefined {
  if (region === undefined || !isSupportedCountry(region)) return undefined;
  const number = parsePhoneNumberFromString(value);
  // Countries that share a code dial each other's numbers as their own.
  return number?.countryCallingCode === getCountryCallingCode(region) ? number.formatNational() : undefined;
}

/** "0 1, 4 0, 1 2": read back as it was said, because nobody knows their own number again behind its country's code. */
export function spokenPhone(value: string, region: string | undefined): string {
  const dialled = dialledPhone(value, region);
  if (dialled === undefined) return groupDigits(value);
  const groups = dialled.split(/\D+/).filter((group) => group !== "");
  return groups.map(groupDigits).join(", ");
}
