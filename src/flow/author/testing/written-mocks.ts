// Written mocks: recorded answers of tools as a test writes them under `mocks`. Pure.

/** An answer in a test's form, which may resemble something else. */
export function mockOf(body: unknown): unknown {
  const looksLikeControl =
    isObject(body) && Object.keys(body).length > 0 && Object.keys(body).every((key) => controls.has(key));
  return Array.isArray(body) || looksLikeControl ? { body } : body;
}

const controls: ReadonlySet<string> = new Set(["error", "status", "delay", "body"]);

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Answers in order, without final repetitions, because the last answer of a mock repeats. */
export function withoutRepetition(list: readonly unknown[]): unknown {
  const texts = list.map((one) => JSON.stringify(one));
  const end = texts.findLastIndex((text) => text !== texts.at(-1)) + 2;
  const kept = list.slice(0, end);
  return kept.length === 1 ? kept[0] : kept;
}
