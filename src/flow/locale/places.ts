// Places in a row: what the words for places of options mean, the same in every language.

/** The place of "the middle one", which only a row of an odd length has. Others count from 1, or from -1 backwards. */
export const middlePlace = 0.5;
