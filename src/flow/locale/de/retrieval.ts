// German retrieval: how German words are searched for.

import { stemmer } from "@orama/stemmers/german";
import { type Retrieval, wordSet } from "../retrieval.ts";

export const germanRetrieval: Retrieval = {
  stem: stemmer,
  stopWords: wordSet(`
    ab aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist bitte da dabei
    dafür damit danke dann daran das dass dein deine dem den denn der des dessen die dies diese dieser dieses doch dort
    du durch ein eine einem einen einer eines er es etwa etwas euch euer für ganz geht gehen genau gerne gibt hab habe
    haben hallo hat hatte hätte hätten hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem
    jeden jeder jedes kann kannst kein keine keinen können könnte könnten lassen mal man mehr mein meine meinem meinen
    meiner mich mir mit möchte möchten muss müssen nach nein nicht nichts noch nun nur ob oder ohne sagen schon sehr sei
    seid sein seine selbst sich sie sind so soll sollen sollte sonst über um und uns unser unsere unter vom von vor
    wann war waren warum was weil welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieso will
    wir wird wirst wissen wo wollen worden wurde wurden würde würden zu zum zur zwischen
  `),
};
