// Say shapes: tells a `say` that a model words from one that is written, in one language or several.

/** Whether a map is `say: {prompt: …}`; any other map has languages as its keys. */
export function isWorded(map: { readonly has: (key: string) => boolean }): boolean {
  return map.has("prompt");
}
