// Fallback name: the written form of replacement providers, in the environment and over the API.

/** Limit of replacements, for a server and for an account. More failures in a call have other reasons. */
export const fallbacksMax = 4;

/** `name` or `name#model`; the model may contain further "#". The place is not checked: it may be an address. */
export function readFallback(text: string): { readonly place: string; readonly model?: string } {
  const [place = "", ...rest] = text.split("#");
  return rest.length === 0 ? { place } : { place, model: rest.join("#") };
}
