// Numbers, digits, times and days as English words, the way a person says them.

const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/** "twenty one"; numbers that are not whole or beyond 99 stay numerals. */
export function numberWords(value: number): string {
  const word = small[value];
  if (word !== undefined) return word;
  const ten = tens[Math.floor(value / 10)];
  if (!Number.isInteger(value) || ten === undefined || ten === "") return String(value);
  return value % 10 === 0 ? ten : `${ten} ${numberWords(value % 10)}`;
}

/** "one, two, three, four": the commas make a voice say them one by one. */
export function digitWords(digits: string): string {
  return Array.from(digits, (digit) => numberWords(Number(digit))).join(", ");
}

/** "twenty seven minutes past" is nobody's English: "ten twenty seven in the morning". */
export function timeWords(wallMs: number, timezone: string): string {
  const { hour, minute } = wallParts(wallMs, timezone);
  if (minute === 0 && hour === 0) return "midnight";
  if (minute === 0 && hour === 12) return "twelve noon";
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  const minutes = minute === 0 ? "o'clock" : minute < 10 ? `oh ${numberWords(minute)}` : numberWords(minute);
  return `${numberWords(twelve)} ${minutes} ${partOfDay(hour)}`;
}

/** "Friday, November twentieth". */
export function dateWords(wallMs: number, timezone: string): string {
  const { weekday, month, day } = wallParts(wallMs, timezone);
  return `${weekday}, ${month} ${ordinalWords(day)}`;
}

const irregular = new Map([
  ["one", "first"],
  ["two", "second"],
  ["three", "third"],
  ["five", "fifth"],
  ["eight", "eighth"],
  ["nine", "ninth"],
  ["twelve", "twelfth"],
]);

/** "twenty first", for 1 to 99. */
export function ordinalWords(value: number): string {
  const words = numberWords(value).split(" ");
  const last = words.pop() ?? "";
  const ordinal = irregular.get(last) ?? (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return [...words, ordinal].join(" ");
}

function partOfDay(hour: number): string {
  if (hour < 5) return "at night";
  if (hour < 12) return "in the morning";
  if (hour < 18) return "in the afternoon";
  return hour < 22 ? "in the evening" : "at night";
}

function wallParts(wallMs: number, timeZone: string) {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
    weekday: "long",
    month: "long",
    day: "numeric",
  });
  const parts = new Map(format.formatToParts(wallMs).map(({ type, value }) => [type, value]));
  return {
    hour: Number(parts.get("hour")),
    minute: Number(parts.get("minute")),
    day: Number(parts.get("day")),
    weekday: parts.get("weekday") ?? "",
    month: parts.get("month") ?? "",
  };
}
