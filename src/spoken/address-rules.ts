// Address rules: web addresses, e-mail addresses, file names, and names with @ or #, spoken so that a
// listener can write them down.

import type { ReadAloud } from "./read-aloud.ts";
import { groupedDigits, matchAt, type Rule, spelled } from "./spoken-rule.ts";

const email = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,6}\p{L}{2,24}(?![\p{L}\p{N}])/uy;
const webAddress =
  /(?:(https?|wss?|ftp):\/\/)?((?:[\p{L}\p{N}_-]{1,63}\.){0,6}[\p{L}\p{N}_-]{1,63})(:\d{1,5}(?!\d))?((?:[/?#][^\s<>"]{0,400})?)/uy;
const handle = /@([\p{L}\p{N}_]{2,40})/uy;

/** Endings of host and file names, which show that a full stop inside a word is a "dot". */
const endings: ReadonlySet<string> = new Set(
  (
    "com org net dev io de uk eu info app ai co us edu gov biz me tv ch at fr es it nl be pl se no dk fi ie ca au nz jp cn in br " +
    "example test local cloud online shop xyz tech page site blog pdf doc docx xls xlsx ppt csv txt jpg jpeg png gif svg zip mp3 " +
    "mp4 wav html htm json yaml yml xml js ts py sh exe md log"
  ).split(" "),
);

/** Endings of two or three letters that are spoken as a word. */
const saidEndings: ReadonlySet<string> = new Set("com org net dev info app biz zip test doc log".split(" "));

/** `anna@example.com` */
export const emailRule: Rule = ({ text, at, words }) => {
  const match = matchAt(email, text, at);
  if (match === undefined) return undefined;
  const [box = "", host = ""] = match[0].split("@");
  const address = `${partText(box, words, true)} ${words.words.at} ${hostText(host, words, true)}`;
  return { to: at + match[0].length, said: address };
};

/** `https://voice-flow.dev/docs?x=1`, `www.example.com`, `report.pdf` */
export const webRule: Rule = ({ text, at, words }) => {
  const match = matchAt(webAddress, text, at);
  if (match === undefined) return undefined;
  const [, scheme, host = "", port = "", path = ""] = match;
  const labels = host.split(".");
  const ending = labels.at(-1) ?? "";
  const isKnown = labels.length > 1 && endings.has(ending.toLowerCase()) && ending === ending.toLowerCase();
  const isWww = labels[0]?.toLowerCase() === "www" && labels.length > 2;
  if (scheme === undefined && !isWww && !isKnown) return undefined;
  // A full stop after the address ends the sentence.
  const tail = path.replace(/[.,;:!?'")\]}…]+$/u, "");
  const to = at + match[0].length - (path.length - tail.length);
  const shown = isWww || (scheme !== undefined && labels[0] === "www") ? labels.slice(1) : labels;
  const portText = port === "" ? "" : ` ${words.words.colon} ${partText(port.slice(1), words, true)}`;
  return { to, said: `${hostText(shown.join("."), words)}${portText}${pathText(tail, words)}` };
};

/** `@anna` */
export const handleRule: Rule = ({ text, at, words }) => {
  const match = matchAt(handle, text, at);
  if (match === undefined) return undefined;
  return { to: at + match[0].length, said: `${words.words.at} ${partText(match[1] ?? "", words, true)}` };
};

function hostText(host: string, words: ReadAloud, isExact = false): string {
  const labels = host.split(".");
  return labels
    .map((label, i) => {
      const isEnding = i > 0 && i >= labels.length - 2;
      const isSpelled = isEnding && label.length <= 3 && !saidEndings.has(label) && /^\p{L}+$/u.test(label);
      return isSpelled && (i === labels.length - 1 || label.length === 2) && label !== "co"
        ? spelled(label)
        : partText(label, words, isExact);
    })
    .join(` ${words.words.dot} `);
}

/** A path may end in a slash that is not spoken. */
function pathText(path: string, words: ReadAloud): string {
  const text = path.replace(/\/+$/, "").replaceAll(/[^\p{L}\p{N}]+|\p{N}+|\p{L}+/gu, (part) => {
    if (/\p{L}/u.test(part)) return ` ${part}`;
    if (/\p{N}/u.test(part)) return ` ${digitsText(part, words)}`;
    return Array.from(part, (sign) => ` ${signName(sign, words)}`).join("");
  });
  return text.replaceAll(/ +/g, " ").trimEnd();
}

/** Letters, digits and signs of an address. `isExact`: a hyphen is spoken, too, as no listener could guess it. */
function partText(part: string, words: ReadAloud, isExact: boolean): string {
  return part
    .replaceAll(/\p{N}+|[^\p{L}\p{N}]/gu, (one) => {
      if (/\p{N}/u.test(one)) return ` ${digitsText(one, words)} `;
      return one === "-" && !isExact ? "-" : ` ${signName(one, words)} `;
    })
    .replaceAll(/ +/g, " ")
    .trim();
}

function digitsText(digits: string, words: ReadAloud): string {
  return digits.length >= 5 || (digits.length > 1 && digits.startsWith("0"))
    ? groupedDigits(digits, words)
    : digits;
}

function signName(sign: string, { words, signs }: ReadAloud): string {
  switch (sign) {
    case ".":
      return words.dot;
    case "-":
      return words.dash;
    case "_":
      return words.underscore;
    case "/":
      return words.slash;
    case ":":
      return words.colon;
    case "?":
      return words.questionMark;
    case "#":
      return words.hashtag;
    default:
      return signs.get(sign) ?? "";
  }
}
