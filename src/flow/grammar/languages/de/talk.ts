// German talk: yes and no, corrections, words that may accompany an answer, and counted persons.

import type { Forms } from "../../forms.ts";
import { recordsOf } from "../records.ts";
import { type Rule, words } from "../../rules.ts";

export const talk: Forms = {
  yes: "ja",
  no: "nein",
  yesWord: "[{yesish}] {yes}",
  noWord: "[{noish}] {no}",
  yesnoTwice: `{yesno} {yesno}
    {yesno} {agreement}`,
  agreement: `{yesish}
    {agreed}
    (alles|soweit) {right}
    {right} so
    bitte ~0.1`,
  agreementTag: "{yesish} (ne|oder|nicht wahr|gell)",
  disagreement: `{noish}
    {denied} ~-0.05`,
  enough:
    "[nein] (sonst nichts|nichts mehr|nichts weiter|weiter nichts|alles erledigt|mehr brauche ich nicht|das war es|das wäre es|das wäre alles|das ist alles|das war alles|das wäre alles|alles gut|mehr nicht|passt so|das reicht) [danke]",
  wish: "[ich habe|ich hätte|da wäre] [nur] noch (eine|ne) (frage|sache|bitte)\n(eine|ne) (frage|sache|bitte) noch\nnoch (etwas|was)",
  agreed: `{subject} (ist|wäre|klingt|passt|stimmt|geht|sieht) [so|ganz|mir|alles|sehr|genau] [{right}]
    (passt|stimmt|geht|klingt) [so|mir|alles|ganz|genau|sehr] [{right}]
    (ist|wäre) [so|mir|alles|ganz|genau|sehr] {right}
    (ist|wäre) (so|es)
    {aux} (ich|wir)
    [ich bin] am (apparat|telefon)
    (ich|wir|er|sie|man) {aux}
    (brauche|brauch) (ich|wir) [schon]
    (habe|hab|haben|brauche) (ich|wir) (welche|eine|einen|schon|auch)
    wäre (schön|gut|nett|toll|super|prima)
    (ich denke|ich glaube|denke|glaube|eher) (schon|ja)`,
  denied: `[{subject}] {aux} [{subject}] [das|es] (nicht|keine|keinen|kein|nie)
    [{subject}] (ist|wäre|stimmt|passt|geht|klingt) [bei] [so|mir|uns|aber|leider|gar|überhaupt] nicht [so|ganz] [{right}]
    (so was|so etwas|sowas) {aux} (ich|wir) nicht
    (das|so was) (habe|hab) ich [so] nicht gesagt
    da (kann|können) (ich|wir) nicht
    das ist [leider] nicht (nötig|notwendig|erforderlich|der fall)
    (doch|jetzt) nicht
    ({yes}|{yesish}) nicht
    keine (bekannten|bekannte|besonderen|einzige)
    das kann ich ausschließen
    [ja] [also] (eher|eigentlich|lieber|besser) nicht ~-0.1
    (ich denke nicht|ich glaube nicht|ich glaub nicht|denke nicht|glaube nicht|das ist falsch|das war falsch|ich möchte nicht|brauche ich nicht|brauch ich nicht|muss nicht sein|nicht dass ich weiß|das war es|das war alles|das ist alles)`,
  without: "ohne",
  not: "(nicht|kein|keine|keinen|alles außer|jeden tag außer|bloß nicht|auf keinen fall|und nicht)",
  bad: "((geht|gehen|passt|funktioniert|läuft|klappt|stimmt) [bei] [leider|mir|uns|gar|überhaupt] [gar|überhaupt] nicht [mehr|mehr richtig|richtig]|zu früh|zu spät|zu kurz|schlecht|unmöglich|ungünstig|schwierig)",
  mend: "(äh|ähm|sorry|entschuldigung|ich meine|ich meinte|ich mein|quatsch|moment|warte|halt|vielmehr|beziehungsweise|besser gesagt|oder vielmehr|doch lieber|lieber|doch|korrektur|pardon|verzeihung|stattdessen|eigentlich|oder besser|besser|machen sie|machen wir|ändern sie (das|es) auf|sondern|ach|ich sagte|ich habe gesagt)",
  noMark: "(nein|nee|nö|ne|falsch|das ist falsch|stimmt nicht|das stimmt nicht)",
  tag: "(nicht wahr|stimmt das|richtig so)",
  instead: "(statt|anstatt|anstelle von|und nicht)",
  or: "(oder|oder auch|beziehungsweise vielleicht)",
  but: "(aber|sondern)",
  conclude: "(also|also sagen wir|dann also|macht|jetzt aber|aber jetzt)",
  aside: `(sagt|sagte|sagen|gesagt) {yesno}
    {yesno} (sagt|sagte|sagen|gesagt) ~-0.05
    (wie wäre es|wie sieht es|wie ist es|wie steht es) [mit|am|denn mit|bei ihnen]
    (haben sie|gibt es|hätten sie|ginge|geht|wäre|ist|ginge es|geht es|passt es) [denn|da|noch|am|auch|ihnen] [noch] [etwas|was|einen termin|termine|platz|einen tisch|etwas frei|was frei|möglich]
    (was frei|noch frei|etwas frei|pro tag|pro woche|am tag|die woche|pro person|am besten|am liebsten|wenn möglich|wenn es geht|so gegen|so um die|mehr oder weniger|über den daumen|plus minus|alles in allem|wie gesagt|sagen wir|sagen wir mal|würde ich sagen|schätze ich|denke ich|glaube ich|soweit ich weiß|wenn ich mich richtig erinnere|um genau zu sein|oder so|so etwa|bis zu dem|auf jeden fall|kein problem|keine ursache|was weiß ich)
    (das|es|dies) (ist|wäre|sind|wären|würde|wird|sollte|müsste|dürfte) [dann|wohl] [gut|super|toll|prima|perfekt|ideal|schön|am besten|reichen|passen|gehen|genug]
    (wäre|ist|würde|passt) [mir|uns] [gut|super|toll|prima|perfekt|ideal|schön|recht|lieb|am liebsten|am besten|in ordnung|okay|ganz gut]
    (können|könnten) wir
    (genügen|reichen|reicht|passen|passt|gehen|geht) oder
    (hat|hatte) [mir|uns] (der|die|das|mein|meine|man) [{word}] gesagt
    [und] (keinen cent|keins|keinen|keine|kein stück) mehr
    (sonst nichts|mehr nicht|kein scherz|ohne witz|ehrlich|im moment|zum glück|gott sei dank|für den anfang|wie immer|wie üblich|ganz klassisch|ganz normal|in etwa|im großen und ganzen|mehr (brauche|braucht) (ich|es|man) nicht)`,
  reason:
    "(bevor (ich|wir|er|sie|es|die|der|das)|nachdem (ich|wir|er|sie|es)|wenn (ich|wir|er|sie|es|die|der|das)|weil|da wir|da ich|denn|damit|wegen|zum geburtstag|zur hochzeit|inklusive)",
  condition: "(wenn|falls|sofern|solange)",
  opening: `(es|das|er|sie) (heißt|heisst)
    (mein|der|sein|ihr) name (ist|lautet|wäre)
    (es geht um|ich rufe an wegen)`,
  lead: `[mein] (name|familienname) [ist|lautet|wäre]
    [{owner}] heißt
    (mein|meine|unser|unsere) {relative} [ist|heißt] [der|die|das]
    (wir|ich) nennen (sie|ihn|es)
    (ich heiße|ich heisse|hier ist|hier spricht|am apparat|auf den namen|auf den namen von|hier ist der|hier ist die|ich bin der|ich bin die|das ist der|das ist die|auf|unter|unter dem namen|der name ist|er heißt|sie heißt|es heißt|das kind heißt|buchstabiert|frau|herr|auf herrn|schreiben sie|es geht um)`,
  weakLead: "(ich bin|das ist|es ist)",
  firstName: "[und] [mein|der] vorname [ist|lautet]",
  lastName: "[und] [mein|der] (nachname|familienname|zuname) [ist|lautet]",
  memberOne: `[nur] {self} ~0.02
    (mein|meine|meinem|meiner|meinen|ein|eine|einem|einer|unser|unsere|unserem|unserer|unseren) {relative}`,
  memberTwo: "(meine|unsere) eltern",
  memberN: "[die|meine|unsere] {n} [kleine|kleinen] {relatives}",
  partySum: `{member} [und|plus|mit] {member}
    {party} [und|plus|mit] {member}
    [wir|uns|für uns] {n} [leute|personen|erwachsene] (und|plus|mit) {member}`,
  partyPlus: "{self} (plus|und) [noch] {n} [andere|weitere]",
  partyOne:
    "(nur für mich|bloß ich|[ich] [bin|komme] (allein|alleine)|nur ich|ich allein|ich alleine|nur mich|alleine|allein)",
  partyPairs: "{n} (paare|pärchen|ehepaare)",
  party: "(gruppe|runde|team|familie|tisch) (von|für) {n}",
  headcount: `wir (sind|wären|werden) [nur|etwa|circa|jetzt] {n}
    [nur|bloß] wir {n}`,
  headcountTwo: "(ein pärchen|ein ehepaar|zu zweien|wir beide|uns beide)",
  ofUs: "zu {together}",
  position: "(das|die|der|den) {ordinal} [option]",
  positionNumber: "(nummer|option) {n}",
  positionLast: "(das|die|der|den) (letzte|letzten|letztere)",
  positionMiddle: "(das|die|der|den) (mittlere|mittleren)",
};

export const beside = `
  ich wir sie es das dies diese dieser dieses dieses man mich mir uns ihnen mein meine meinen meinem meiner unser
  unsere unseren ihr ihre wir's
  der die des dem den zu zum zur für von vom bei beim mit am im in an auf um und so wie als also dann denn mal ja
  doch schon noch nur bloß etwa ungefähr circa ca rund knapp gut genau exakt nämlich auch eigentlich eben halt
  einfach vielleicht wahrscheinlich eventuell bitte danke gern gerne lieber bestimmt sicher wohl jetzt hier da dort
  nun okay ok gegen ganz sehr ziemlich recht
  bin ist sind sein wäre wären wird werden würde würden bräuchte bräuchten habe haben hab hätte hätten hat kann
  können könnte könnten möchte möchten will wollen soll sollen sollte muss müssen darf dürfen brauche brauchen
  brauch nehme nehmen nehm mache machen mach sage sagen sag denke denk glaube glaub schätze meine meinte meint
  nenne gebe geben komme kommen komm kommt gehe gehen geht geh passt passen reicht reichen tut bleibe bleiben
  bleibt buchen buche reservieren reserviere vorbeikommen bestellen hätten's zahlen zahle ausgeben heißt lautet
  liegt steht stehen sein's gäbe ginge nehmt bringe bringen wünsche
  hallo guten tag äh ähm hm hmm öh tja na nun ach oh ah mhm jo ja jawohl genau richtig
  möglich frei super prima toll perfekt ideal schön besten liebsten optimal günstig günstigsten wunderbar recht
  sollten eher volle glatte zwar inzwischen draus daraus dazu heut erst verschieben verschiebe einschließlich gleich genügt genügen schätz irgend dürfte dürften könnte mag
  davon diesmal haha völlig dicke locker
  insgesamt zusammen alle alles ganze ganzen gesamt antwort zahl nummer moment ne gell oder stück mindest
  eigentlich ehrlich gesagt freundlich nett paar's`;

export const doubt = {
  question:
    "was wer wann wo warum wieso weshalb welche welcher welches welchen wie wieviel wessen ob wohin woher",
  past: "war waren hatte hatten wurde wurden gestern früher letztes letzte letzten damals vorhin gewesen gekommen gegangen kam kamen ging hieß zuletzt bisher ursprünglich",
  habit:
    "immer meistens normalerweise jeden jede jedes nie niemals oft manchmal gewöhnlich üblicherweise selten",
  compare:
    "mehr weniger teuer zu_teuer happig kurz spät später früher früh über unter maximal mindestens vor nach zwischen außer ohne bis ab seit noch_ein pro ander andere anderen anderer anderes anders knapp_unter wenig höher niedriger billiger teurer minus",
  none: "nichts niemand",
  share: "doppelt dreimal zweimal halb",
  unsure:
    "ansonsten sonst entweder beide beides weder egal mehrere einige paar viele wenige manche kommt_drauf_an jenachdem",
};

export const notNames = `hallo guten tag morgen abend tschüss wer was wie wo wann warum ja nein nicht hilfe wetter
  name mensch mitarbeiter moment bitte danke niemand keiner jemand alle gleiche selbe wieder rechnung bestellung
  tisch termin zimmer reservierung buchstabiere buchstabieren buchstabier sprechen spricht apparat hund katze kind
  junge mädchen arzt firma system fieber husten krank klasse regnet verstehe verstanden gehört frage ahnung wichtig
  egal
  gefragt weil aber oder und denn mit ohne seit vor nach sehr viel mehr andere jeder immer nie oft`;
export const particles = "de la van von der den zu zum vom del da di le el al";
export const people =
  "guests guest people persons passengers adults personen person leute leuten gäste gast gästen erwachsene erwachsenen mann plätze mitreisende fahrgäste passagiere teilnehmer";
export const invites =
  "machen kommen nehmen verschieben möglich frei termin platz noch gehen passen ginge okay";
export const asks = "ist sind haben hat gibt kann können könnten wird würden braucht";
export const hesitation =
  "äh ähm öh hm hmm also ja nun na gut okay ok hallo guten tag und bitte danke ach oh tja moment nein jetzt dann gern gerne doch mal schon";

/** Words with which callers remove entries of a list, change them and point at them. */
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
    again: "(also|das sind|das wären|also das sind|dann sind das|ich sagte|wie gesagt|ich habe gesagt)",
    it: "(es|sie|das|davon)",
    one: "(ein|eine|einen|einem|einer|eines)",
    the: "(die|der|den|das|meine|meinen)",
    of: "(von den|von diesen|davon|der)",
    some: "(ein paar|paar|einige|mehrere|etliche|viele|wenige|eine handvoll|eine menge|jede menge|reichlich|genug|etwas|ein bisschen|ein wenig|eine runde|ein haufen|zig)",
  }),
];
