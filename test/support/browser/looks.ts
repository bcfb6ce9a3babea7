// Looks: colours and widths in which a page is checked. Two of the four combinations cover each colour and each width
// once; the long run checks all four.

const isLong = process.env["LONG"] === "1";

/** For `test.each`: a colour scheme, and a width in pixels. */
export const looks: (readonly ["light" | "dark", number])[] = [
  ["light", 1280],
  ["dark", 390],
  ...(isLong
    ? ([
        ["dark", 1280],
        ["light", 390],
      ] as const)
    : []),
];
