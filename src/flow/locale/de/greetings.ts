// German greetings of answering machines: what they say, and people who answer a telephone hardly ever do.

import { list } from "../spoken-forms.ts";

// People ask none of these sentences: "möchten Sie eine Nachricht hinterlassen?"
export const greetings: readonly string[] = list(
  "hinterlassen sie eine nachricht, hinterlassen sie bitte eine nachricht, bitte hinterlassen sie eine nachricht, hinterlassen sie mir eine nachricht, hinterlassen sie uns eine nachricht, hinterlassen sie ihre nachricht, hinterlassen sie bitte ihre nachricht, bitte hinterlassen sie ihren namen, hinterlassen sie ihren namen, hinterlasst eine nachricht, hinterlasst mir eine nachricht, hinterlass eine nachricht, hinterlass mir eine nachricht, hinterlass mir was",
  "nach dem ton, nach dem signalton, nach dem signal, nach dem piep, nach dem piepton, nach dem pfeifton, nach dem pieps, sprechen sie nach, aufs band, auf das band",
  "nicht ans telefon gehen, nicht ans telefon kommen, nicht persönlich erreichbar, nicht persönlich entgegennehmen, ihren anruf nicht entgegennehmen, ihren anruf derzeit nicht, ihren anruf zurzeit nicht, ist zurzeit nicht erreichbar, ist zur zeit nicht erreichbar, ist derzeit nicht erreichbar, ist momentan nicht erreichbar, ist vorübergehend nicht erreichbar, sind zurzeit nicht erreichbar, sind zur zeit nicht erreichbar, bin zurzeit nicht erreichbar, bin zur zeit nicht erreichbar, bin gerade nicht erreichbar",
  "mailbox von, die mailbox der rufnummer, der anrufbeantworter von, hier ist der anrufbeantworter, dies ist der anrufbeantworter, das ist der anrufbeantworter, automatischer anrufbeantworter, sprachbox, der gewünschte gesprächspartner, der gewünschte teilnehmer, die mailbox ist voll",
);
