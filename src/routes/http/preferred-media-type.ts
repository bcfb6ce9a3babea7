// Accept header: a client's preference for a page over JSON, or for JSON over a sound, by RFC 9110, section 12.5.1.
// Browsers list text/html when a person opens an address; scripts and API clients ask for JSON or for anything.

interface MediaRange {
  readonly type: string;
  /** Quality from 0, unwanted, to 1. */
  readonly quality: number;
}

/** True if the client prefers text/html to JSON. False for equal weights and without a header. */
export function prefersHtml(accept: string | null): boolean {
  const ranges = (accept ?? "*/*").split(",").map(rangeOf);
  const json = Math.max(qualityOf("application/problem+json", ranges), qualityOf("application/json", ranges));
  return qualityOf("text/html", ranges) > json;
}

/** True if JSON is worth more to the client than a WAV file. */
export function prefersJsonToAudio(accept: string | null): boolean {
  const ranges = (accept ?? "*/*").split(",").map(rangeOf);
  return qualityOf("application/json", ranges) > qualityOf("audio/wav", ranges);
}

/** The type that the client prefers; of equals the first. */
export function preferredType<T extends string>(accept: string | null, types: readonly T[]): T {
  const ranges = (accept ?? "*/*").split(",").map(rangeOf);
  return types.reduce((best, type) => (qualityOf(type, ranges) > qualityOf(best, ranges) ? type : best));
}

function rangeOf(text: string): MediaRange {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
  // An invalid weight by the grammar of section 12.4.2 counts as refused.
  return { type, quality: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 };
}

/** The most specific range that contains the type decides. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const names = [type, `${type.slice(0, type.indexOf("/"))}/*`, "*/*"];
  for (const name of names) {
    const range = ranges.find((each) => each.type === name);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
