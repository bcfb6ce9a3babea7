// Postcodes: their masks by country (ISO 3166), where `A` is a letter, `9` a digit, `*` either, and anything else itself.

/** Separator of several masks of one code in one text. */
export const maskMark = "|";

const four = "9999";
const five = "99999";

export const postcodeMasks: ReadonlyMap<string, readonly string[]> = new Map([
  ["GB", ["A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "A9A 9AA", "AA9A 9AA"]],
  ["IE", ["A99 ****", "A9A ****"]],
  ["US", [five, "99999-9999"]],
  ["CA", ["A9A 9A9"]],
  ["NL", ["9999 AA"]],
  ["PL", ["99-999"]],
  ["PT", ["9999-999"]],
  ["JP", ["999-9999"]],
  ["SE", ["999 99"]],
  ["CZ", ["999 99"]],
  ["SK", ["999 99"]],
  ["GR", ["999 99"]],
  ...["DE", "FR", "ES", "IT", "FI", "EE", "HR", "MX", "TR"].map((region): [string, string[]] => [
    region,
    [five],
  ]),
  ...["AT", "CH", "BE", "DK", "NO", "AU", "NZ", "HU", "LU", "SI", "BG", "ZA"].map(
    (region): [string, string[]] => [region, [four]],
  ),
  ["IN", ["999999"]],
]);
