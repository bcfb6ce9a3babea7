// Phone number matcher: reads digits as they are dialled in a country, or with a country's code. The value is E.164.

import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { ValueReading } from "../reading.ts";
import type { Utterance } from "../tokenised-utterance.ts";
import { type DigitRun, digitRuns } from "./digits.ts";

/** E.164 has at most 15 digits; prefixes and slips make some more. */
const digitsMax = 24;
const e164 = /^\+[0-9]{6,15}$/;
/** Numbers that Ofcom keeps for films and examples are in no plan, and everybody tries a flow with them. */
const fictional = /^\+447700900[0-9]{3}$/;
/** Fewer digits are something else. */
const digitsMin = 5;
/** So many digits are hardly anything but a phone number. */
const clearDigitsMin = 9;

/** The E.164 number for dialled digits in a country (ISO 3166 code). Undefined for what is no valid phone number. */
export function phoneOf(digits: string, region: string): string | undefined {
  if (digits.length > digitsMax) return undefined;
  const country: CountryCode | undefined = isSupportedCountry(region) ? region : undefined;
  const number = parsePhoneNumberFromString(digits, country);
  // Some national numbering plans allow more digits than E.164.
  const isKnown = number?.isValid() === true || fictional.test(number?.number ?? "");
  return isKnown && number !== undefined && e164.test(number.number) ? number.number : undefined;
}

export const fitsPhone = (value: unknown): value is string =>
  typeof value === "string" && e164.test(value) && phoneOf(value, "") === value;

/** Phone numbers in an utterance; a string of digits that is no valid number is a misfit. */
export function readPhone(utterance: Utterance, region: string): readonly ValueReading[] {
  return digitRuns(utterance, true)
    .filter(({ spellings }) => (spellings[0] ?? "").length >= digitsMin)
    .map(({ from, to, plus, spellings }: DigitRun) => {
      const written = spellings.map((digits) => (plus ? `+${digits}` : digits));
      const [known] = written.map((digits) => phoneOf(digits, region)).filter((each) => each !== undefined);
      const clear = (spellings[0] ?? "").length >= clearDigitsMin;
      return known === undefined
        ? { from, to, values: [], misfit: written[0] ?? "", clear: false }
        : { from, to, values: [known], clear };
    });
}
