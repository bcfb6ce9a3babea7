// Say shapes: tells a `say` that a model words, and one that was recorded, from one that is written, in one language or
// several.

/** The forms of `say` that are maps, by the key that marks each form. */
const placesByKey = { prompt: "wording", sound: "sound" } as const;

type SayPlace = (typeof placesByKey)[keyof typeof placesByKey];

/** `say: {prompt: …}` and `say: {sound: …}`; undefined: the keys of the map are languages. */
export function sayPlaceOf(map: { readonly has: (key: string) => boolean }): SayPlace | undefined {
  const key = Object.keys(placesByKey).find((each) => map.has(each));
  return placesByKey[key as keyof typeof placesByKey];
}

/** The key whose value is the line as written. */
export const writtenKeys: Readonly<Record<SayPlace, string>> = { wording: "fallback", sound: "text" };

/** Whether a place is one form of `say`. */
export const isSayPlace = (place: string): place is SayPlace =>
  Object.values<string>(placesByKey).includes(place);
