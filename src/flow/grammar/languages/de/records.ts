// German words about lists: how callers take entries out, change them and point at them.

import { recordsOf } from "../../records.ts";
import { type Rule, words } from "../../rules.ts";

export const records: readonly Rule[] = [
  ...words(
    "times",
    "einmal=1 zweimal=2 dreimal=3 viermal=4 fünfmal=5 sechsmal=6 siebenmal=7 achtmal=8 neunmal=9 zehnmal=10",
  ),
  { type: "times", form: "{n} (mal|x)" },
  ...recordsOf({
    remove:
      "(ohne|streiche|streichen sie|entferne|entfernen sie|lösche|löschen sie|nimm|nehmen sie|lass|lassen sie|kein|keine|keinen|vergiss|vergessen sie|storniere|stornieren sie|will nicht|brauche nicht|doch kein|doch keine|doch keinen)",
    away: "(weg|raus|heraus|doch nicht)",
    drop: "(streichen|entfernen|löschen|stornieren|weglassen)",
    rather: "(stattdessen|lieber|dafür)",
    insteadOf: "(statt|anstatt|anstelle von)",
    change: "(mach|machen sie|mache|ändere|ändern sie|ändern|tausche|tauschen sie|wechsle)",
    into: "(zu|in|auf|gegen)",
    everything: "(alles|alle|beide|die ganze bestellung|das ganze|sie alle|alle davon)",
    more: "(noch|weitere|weiteren|weiteres|noch mal|noch einmal)",
    add: "(dazu|plus|sowie|außerdem|bestellen|hinzufügen)",
    and: "und",
    it: "(es|sie|das|davon)",
    one: "(ein|eine|einen|einem|einer|eines)",
    the: "(die|der|den|das|meine|meinen)",
    of: "(von den|von diesen|davon|der)",
    some: "(ein paar|paar|einige|mehrere|etliche|viele|wenige|eine handvoll|eine menge|jede menge|reichlich|genug|etwas|ein bisschen|ein wenig|eine runde|ein haufen|zig)",
  }),
];
