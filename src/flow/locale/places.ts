// Places in a row: what the words for places of options mean, the same in every language.

/** The place of "the middle one", which only a row of an odd length has. Others count from 1, or from -1 backwards. */
const middlePlace = 0.5;

/** The index of a place among so many; undefined where there is none. */
export function indexOfPlace(place: number, count: number): number | undefined {
  const at = place === middlePlace ? (count - 1) / 2 : place < 0 ? count + place : place - 1;
  return Number.isInteger(at) && at >= 0 && at < count ? at : undefined;
}
