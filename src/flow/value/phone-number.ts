// Phone numbers: their E.164 form, by the numbering plans of the countries.

import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from "libphonenumber-js/min";

/** E.164 has at most 15 digits; the prefix before them makes some more. */
const DIGITS_MAX = 20;
const e164 = /^\+[0-9]{6,15}$/;
/** No plan has the numbers that Ofcom reserves for films and examples, and many authors try a flow with them. */
const fictional = /^\+44(?:7700900|1632960|1154960)[0-9]{3}$/;

/** The E.164 number for dialed digits in a country (ISO 3166 code); undefined for an invalid phone number. */
export function phoneOf(digits: string, region: string): string | undefined {
  if (digits.length > DIGITS_MAX) return undefined;
  const country: CountryCode | undefined = isSupportedCountry(region) ? region : undefined;
  const number = parsePhoneNumberFromString(digits, country);
  // Some national numbering plans allow more digits than E.164.
  const isKnown = number?.isValid() === true || fictional.test(number?.number ?? "");
  return isKnown && number !== undefined && e164.test(number.number) ? number.number : undefined;
}

/** Whether the digits can continue: two more would not make the number too long for its country. */
export const beginsPhone = (digits: string, region: string): boolean =>
  isSupportedCountry(region) &&
  [undefined, "TOO_SHORT", "INVALID_LENGTH"].includes(validatePhoneNumberLength(`${digits}11`, region));

export const isE164 = (value: string): boolean => e164.test(value) && phoneOf(value, "") === value;
