// Little words: words that the dictionary has in full form only, though they are weak inside a sentence, and words
// with an odd first form.

import { tableOf } from "../../flow/locale/spoken-forms.ts";

/** Unstressed forms. */
export const weakWords = tableOf(`
  a AH0, an AE0 N, and AE0 N D, are AA0 R, as AE0 Z, at AE0 T, be B IY0, but B AH0 T, by B AY0,
  can K AE0 N, could K UH0 D, for F AO0 R, from F R AH0 M, had HH AE0 D, has HH AE0 Z, have HH AE0 V,
  he HH IY0, her HH ER0, his HH IH0 Z, i AY0, i'll AY0 L, i'm AY0 M, i've AY0 V, if IH0 F, in IH0 N,
  is IH0 Z, it IH0 T, its IH0 T S, me M IY2, my M AY0, of AH0 V, on AA2 N, or AO0 R, our AW0 R,
  she SH IY0, should SH UH0 D, so S OW2, than DH AE0 N, that DH AE0 T, the DH AH0, their DH EH0 R,
  they DH EY0, to T UH0, us AH2 S, was W AH0 Z, we W IY0, we're W IH0 R, were W ER0, will W IH0 L,
  with W IH0 DH, would W UH0 D, you Y UW0, you'll Y UW0 L, you're Y UH0 R, your Y AO0 R
`);

/** Full forms at the end of a clause. */
export const fullWords = tableOf(`
  are AA1 R, can K AE1 N, for F AO1 R, have HH AE1 V, i AY1, in IH1 N, is IH1 Z, it IH1 T, me M IY1,
  of AH1 V, on AA1 N, that DH AE1 T, to T UW1, us AH1 S, was W AH1 Z, will W IH1 L, with W IH1 DH,
  you Y UW1
`);

export const betterWords = tableOf(`
  august AO1 G AH0 S T, company K AH1 M P AH0 N IY0, couldn't K UH1 D N T, decaf D IY1 K AE2 F,
  didn't D IH1 D N T, e-mail IY1 M EY2 L, edinburgh EH1 D IH0 N B ER0 AH0, email IY1 M EY2 L,
  friday F R AY1 D EY0, get G EH0 T, hundred HH AH1 N D R IH0 D, invalid IH0 N V AE1 L AH0 D,
  joaquin W AA0 K IY1 N, monday M AH1 N D EY0, nguyen W IH1 N, okay OW2 K EY1, record R EH1 K ER0 D,
  saturday S AE1 T ER0 D EY2, siobhan SH IH0 V AO1 N, sunday S AH1 N D EY0, there DH EH0 R,
  thirteen TH ER2 T IY1 N, thirty TH ER1 T IY0, thursday TH ER1 Z D EY0, tuesday T UW1 Z D EY0,
  wednesday W EH1 N Z D EY0, what W AH1 T, where W EH1 R, wi-fi W AY1 F AY2, wouldn't W UH1 D N T,
  zero Z IH1 R OW0
`);

/** The names of the letters. */
export const letterNames = tableOf(`
  a EY1, b B IY1, c S IY1, d D IY1, e IY1, f EH1 F, g JH IY1, h EY1 CH, i AY1, j JH EY1, k K EY1, l EH1 L,
  m EH1 M, n EH1 N, o OW1, p P IY1, q K Y UW1, r AA1 R, s EH1 S, t T IY1, u Y UW1, v V IY1,
  w D AH1 B AH0 L Y UW0, x EH1 K S, y W AY1, z Z IY1
`);
