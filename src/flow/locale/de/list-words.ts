// German words about lists: how callers take entries out, change them and point at them.

import type { ListWords } from "../list-words.ts";
import { list } from "../spoken-forms.ts";

export const listWords: ListWords = {
  remove: list(
    "ohne, streiche, streichen, entferne, entfernen, lösche, löschen, nimm, nehmen sie, lass, lassen sie, kein, keine, keinen, vergiss, vergessen sie, nicht, storniere, stornieren, weglassen, will nicht, brauche nicht",
  ),
  removeBehind: list("weg, raus, heraus, streichen, entfernen, löschen, weglassen, doch nicht, stornieren"),
  isolated: list("nicht"),
  instead: list("stattdessen, lieber, dafür"),
  insteadOf: list("statt, anstatt, anstelle von"),
  change: list("mach, machen sie, mache, ändere, ändern sie, ändern, tausche, tauschen sie, wechsle"),
  into: list("zu, in, auf, gegen"),
  everything: list("alles, die ganze bestellung, das ganze"),
  more: list("noch, weitere, weiteren, weiteres"),
  add: list("dazu, plus, sowie, außerdem, bestellen, hinzufügen"),
  some: list(
    "ein paar, paar, einige, mehrere, etliche, viele, wenige, eine handvoll, eine menge, jede menge, reichlich, genug, etwas, ein bisschen, ein wenig, eine runde, ein haufen, zig",
  ),
  pronouns: new Set<string>(),
  timesSuffix: "mal",
  it: list("es, sie, das, die, den, davon"),
};
