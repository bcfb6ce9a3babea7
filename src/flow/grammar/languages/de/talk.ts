// German talk: yes and no, corrections, acts, what may stand beside an answer, and what adds doubt.

import { forms, type Rule, words } from "../../rules.ts";
import { acts } from "./acts.ts";

const yesno: readonly Rule[] = [
  ...words(
    "yes",
    "ja jawohl jo jep jup joa jaja genau klar natürlich selbstverständlich einverstanden freilich unbedingt auf_jeden_fall auf_alle_fälle sehr_gern sehr_gerne na_klar aber_ja aber_sicher ja_klar definitiv machen_sie_das tun_sie_das",
  ),
  ...words(
    "no",
    "nein nee nö keineswegs keinesfalls auf_keinen_fall auf_gar_keinen_fall nein_danke lieber_nicht nicht_wirklich gar_nicht überhaupt_nicht leider_nicht eher_nicht besser_nicht nie_im_leben nicht_dass_ich_wüsste",
  ),
  ...words(
    "yesish",
    "richtig stimmt korrekt sicher gern gerne okay ok passt perfekt super prima gut wunderbar exakt absolut alles_klar in_ordnung sieht_gut_aus hört_sich_gut_an klingt_gut von_mir_aus meinetwegen bestens machen_wir machen_wir_so mach_das sehr_gut so_ist_es ganz_sicher gerne_doch leider_schon kein_problem mhm das_wäre_toll das_wäre_gut das_wäre_nett ganz_genau bestimmt",
  ),
  ...words(
    "noish",
    "ne niemals nie falsch noch_nicht nicht_nötig nichts stimmt_nicht nicht_richtig nicht_korrekt nichts_mehr keine keiner kein_bedarf nicht bestimmt_nicht ganz_bestimmt_nicht nicht_mehr bitte_nicht nie_wieder niemals_mehr niemand kein_interesse sonst_nichts",
  ),
  { type: "agreement", form: "{yesish}", value: () => true },
  { type: "agreement", form: "{noish}", value: () => false },
  {
    type: "yesno",
    form: "{no} [es|das|mir] [ist|geht|war|wäre] (alles gut|alles|alles in ordnung|alles bestens|das wars|gut so)",
    value: () => false,
    cost: -0.1,
  },
  {
    type: "enough",
    form: "[nein] (sonst nichts|nichts mehr|alles erledigt|mehr brauche ich nicht|das wars|das war es|das wär es|das wär alles|das ist alles|das war alles|das wäre alles|alles gut|mehr nicht|passt so|das reicht) [danke]",
    value: () => true,
    cost: -0.05,
  },
  ...words("subject", "ich wir er sie es das man"),
  ...words(
    "aux",
    "bin ist sind habe hab haben hat war waren hatte hatten will möchte kann darf soll muss tue tu mache mach",
  ),
  ...words(
    "right",
    "richtig korrekt gut okay ok in_ordnung so recht perfekt prima super wahr der_fall was_ich_will",
  ),
  {
    type: "agreed",
    form: "{subject} (ist|wäre|klingt|passt|stimmt|geht|sieht) [so|ganz|mir|alles|sehr|genau] [{right}]",
  },
  { type: "agreed", form: "(ist|passt|stimmt|geht|klingt|wäre) [so|mir|alles|ganz|genau|sehr] [{right}]" },
  { type: "agreed", form: "{aux} (ich|wir)" },
  { type: "agreed", form: "{subject} {aux}" },
  { type: "agreed", form: "(ich denke|ich glaube|denke|glaube|eher) (schon|ja)" },
  { type: "denied", form: "[{subject}] {aux} [{subject}] [das|es] (nicht|keine|keinen|kein|nie)" },
  {
    type: "denied",
    form: "{subject} (ist|wäre|stimmt|passt|geht|klingt) [so|mir|aber|leider|gar] nicht [so|ganz] [{right}]",
  },
  { type: "denied", form: "(ist|stimmt|passt|geht) [so|mir|leider] nicht [{right}]" },
  {
    type: "denied",
    form: "(ich denke nicht|ich glaube nicht|ich glaub nicht|denke nicht|glaube nicht|das ist falsch|das war falsch|ich möchte nicht|brauche ich nicht|brauch ich nicht|muss nicht sein|nicht dass ich weiß|das wars|das war es|das war alles|das ist alles)",
  },
  { type: "yesno", form: "{yes}", value: () => true, say: (v) => (v === true ? ["ja"] : undefined) },
  { type: "yesno", form: "{no}", value: () => false, say: (v) => (v === false ? ["nein"] : undefined) },
  { type: "yesno", form: "{yes} (ne|oder|nicht wahr|gell)", value: () => true, cost: -0.1 },
  { type: "agreement", form: "{yesish} (ne|oder|nicht wahr|gell)", value: () => true, cost: -0.1 },
  { type: "yesno", form: "{yesno} {yesno}", value: (a, b) => (a === b ? a : undefined), cost: -0.05 },
  { type: "agreement", form: "{agreed}", value: () => true },
  { type: "agreement", form: "{denied}", value: () => false, cost: -0.05 },
  { type: "yesno", form: "{yesno} {agreement}", value: (a, b) => (a === b ? a : undefined), cost: -0.05 },
];

const marks: readonly Rule[] = [
  ...forms(
    "mark",
    "not",
    "(nicht|kein|keine|keinen|alles außer|jeden tag außer|bloß nicht|auf keinen fall|und nicht)",
  ),
  ...forms("mark", "bad", "(zu früh|zu spät|zu kurz|schlecht|unmöglich|ungünstig|schwierig)"),
  ...forms(
    "mark",
    "mend",
    "(äh|ähm|sorry|entschuldigung|ich meine|ich meinte|ich mein|quatsch|moment|warte|halt|vielmehr|beziehungsweise|besser gesagt|oder vielmehr|doch lieber|lieber|doch|korrektur|pardon|verzeihung|stattdessen|eigentlich|oder besser|besser|machen sie|machen wir|ändern sie (das|es) auf|sondern|ach|ich sagte|ich habe gesagt)",
  ),
  ...forms("mark", "no", ["(nein|nee|nö|ne|falsch|das ist falsch|stimmt nicht|das stimmt nicht)", 0.02]),
  ...forms("mark", "instead", "(statt|anstatt|anstelle von|und nicht)"),
  ...forms("mark", "or", "(oder|oder auch|beziehungsweise vielleicht)"),
  ...forms("mark", "but", "(aber|sondern)"),
];

const asides: readonly Rule[] = [
  ...forms(
    "aside",
    true,
    `(wie wäre es|wie wärs|wie wär es|wie sieht es|wie siehts|wie ist es|wie steht es) [mit|am|denn mit|bei ihnen]
    (haben sie|gibt es|hätten sie|ginge|geht|wäre|ist|ginge es|geht es|passt es) [denn|da|noch|am|auch|ihnen] [noch] [etwas|was|einen termin|termine|platz|einen tisch|etwas frei|was frei|möglich]
    (was frei|noch frei|etwas frei|pro tag|pro woche|am tag|die woche|pro person|am besten|am liebsten|wenn möglich|wenn es geht|wenns geht|so gegen|so um die|mehr oder weniger|über den daumen|plus minus|alles in allem|wie gesagt|sagen wir|sagen wir mal|würde ich sagen|schätze ich|denke ich|glaube ich|soweit ich weiß|wenn ich mich richtig erinnere|um genau zu sein|oder so|so etwa|insgesamt|im ganzen|alles zusammen|bis zu dem|auf jeden fall|kein problem|keine ursache|was weiß ich)
    (das|es|dies) (ist|wäre|sind|wären|würde|wird|sollte|müsste|dürfte) [dann|wohl] [gut|super|toll|prima|perfekt|ideal|schön|am besten|reichen|passen|gehen|genug]
    (wäre|ist|würde|passt) [mir|uns] [gut|super|toll|prima|perfekt|ideal|schön|recht|lieb|am liebsten|am besten|in ordnung|okay|ganz gut]`,
  ),
  ...forms("reason", true, "(weil|da wir|da ich|denn|damit|wegen|zum geburtstag|zur hochzeit|inklusive)"),
  ...forms("reason", "if", "(wenn|falls|sofern|solange)"),
  ...forms(
    "lead",
    true,
    `[mein] (name|nachname|vorname|familienname) [ist|lautet|wäre]
    (ich heiße|ich heisse|hier ist|hier spricht|am apparat|auf den namen|auf den namen von|hier ist der|hier ist die|ich bin der|ich bin die|das ist der|das ist die|auf|unter|unter dem namen|der name ist|er heißt|sie heißt|es heißt|das kind heißt|buchstabiert|frau|herr|auf herrn)`,
  ),
];

const weakLeads: readonly Rule[] = forms("weaklead", true, "(ich bin|das ist|es ist)");
const joined = (a: number, b: number): number | undefined => (a + b < 40 ? a + b : undefined);
const party: readonly Rule[] = [
  ...words("self", "ich|mich|mir=1"),
  ...words(
    "relative",
    "frau mann sohn tochter mutter mama vater papa freund freundin partner partnerin bruder schwester chef chefin kollege kollegin baby kind kleinkind oma opa erwachsener erwachsene nachbar nachbarin cousin cousine onkel tante neffe nichte verlobte verlobter",
  ),
  ...words(
    "relatives",
    "freunde freundinnen kinder kindern söhne töchter brüder schwestern kollegen erwachsene erwachsenen babys kleinkinder",
  ),
  { type: "member", form: "[nur] {self}", value: () => 1, cost: 0.02 },
  {
    type: "member",
    form: "(mein|meine|meinem|meiner|meinen|ein|eine|einem|einer|unser|unsere) {relative}",
    value: () => 1,
  },
  { type: "member", form: "(meine|unsere) eltern", value: () => 2 },
  { type: "member", form: "{n} [kleine|kleinen] {relatives}", value: (n) => n },
  { type: "party", form: "{member} [und|plus|mit] {member}", value: joined, cost: 0.02 },
  { type: "party", form: "{party} [und|plus|mit] {member}", value: joined, cost: 0.02 },
  {
    type: "headcount",
    form: "wir (sind|wären|werden) [nur|etwa|circa|jetzt] {n}",
    value: (n) => n,
    cost: 0.05,
  },
  { type: "party", form: "(nur ich|ich allein|ich alleine|nur mich|alleine|allein)", value: () => 1 },
  { type: "headcount", form: "(zu zweit|zu zweien|wir beide|uns beide)", value: () => 2 },
  ...["zweit", "dritt", "viert", "fünft", "sechst", "siebt", "acht", "neunt", "zehnt", "elft", "zwölft"].map(
    (word, n): Rule => ({ type: "headcount", form: `zu ${word}`, value: () => n + 2 }),
  ),
  { type: "position", form: "(das|die|der|den) {ordinal} [option]" },
  { type: "position", form: "(nummer|option) {n}", value: (n) => n },
  { type: "position", form: "(das|die|der|den) (letzte|letzten|letztere)", value: () => -1 },
];

export const talk: readonly Rule[] = [...yesno, ...marks, ...acts, ...asides, ...weakLeads, ...party];

export const beside = `
  ich wir sie es das dies diese dieser dieses dieses man mich mir uns ihnen mein meine meinen meinem meiner unser unsere unseren ihr ihre wir's
  der die des dem den zu zum zur für von vom bei beim mit am im in an auf um und so wie als also dann denn mal ja doch schon noch nur bloß etwa ungefähr circa ca rund knapp gut genau exakt nämlich auch eigentlich eben halt einfach vielleicht wahrscheinlich eventuell bitte danke gern gerne lieber bestimmt sicher wohl jetzt hier da dort nun okay ok gegen ganz sehr ziemlich recht
  bin ist sind sein wäre wären wird werden würde würden bräuchte bräuchten habe haben hab hätte hätten hat kann können könnte könnten möchte möchten will wollen soll sollen sollte muss müssen darf dürfen brauche brauchen brauch nehme nehmen nehm mache machen mach sage sagen sag denke denk glaube glaub schätze meine meinte meint nenne gebe geben komme kommen komm kommt gehe gehen geht geh passt passen reicht reichen tut bleibe bleiben bleibt buchen buche reservieren reserviere vorbeikommen bestellen hätten's zahlen zahle ausgeben heißt lautet liegt steht stehen sein's gäbe ginge nehmt bringe bringen wünsche
  hallo guten tag äh ähm hm hmm öh tja na nun ach oh ah mhm jo ja jawohl genau richtig
  möglich frei super prima toll perfekt ideal schön besten liebsten optimal günstig günstigsten wunderbar recht
  insgesamt zusammen alle alles ganze ganzen gesamt antwort zahl nummer moment ne gell oder stück mindest eigentlich ehrlich gesagt freundlich nett paar's`;

export const doubt = {
  question:
    "was wer wann wo warum wieso weshalb welche welcher welches welchen wie wieviel wessen ob wohin woher",
  past: "war waren hatte hatten wurde wurden gestern früher letztes letzte letzten damals vorhin gewesen gekommen gegangen kam kamen ging hieß zuletzt bisher ursprünglich",
  habit:
    "immer meistens normalerweise jeden jede jedes nie niemals oft manchmal gewöhnlich üblicherweise selten",
  compare:
    "mehr weniger teuer zu_teuer happig kurz spät später früher früh über unter maximal mindestens vor nach zwischen außer ohne bis ab seit noch_ein doppelt dreimal zweimal halb pro ander andere anderen anderer anderes anders knapp_unter wenig höher niedriger billiger teurer minus",
  unsure: "entweder beide beides weder egal mehrere einige paar viele wenige manche kommt_drauf_an jenachdem",
};

export const notNames = `hallo guten tag morgen abend tschüss wer was wie wo wann warum ja nein nicht hilfe wetter name mensch mitarbeiter moment bitte danke niemand keiner jemand alle gleiche selbe wieder rechnung bestellung tisch termin zimmer reservierung buchstabiere buchstabieren buchstabier sprechen spricht apparat hund katze kind junge mädchen arzt firma system fieber husten krank klasse regnet verstehe verstanden gehört frage ahnung wichtig egal
  gefragt weil aber oder und denn mit ohne seit vor nach sehr viel mehr andere jeder immer nie oft`;
export const particles = "de la van von der den zu zum vom del da di le el al";
export const people =
  "personen person leute leuten gäste gast gästen erwachsene erwachsenen mann plätze mitreisende fahrgäste passagiere teilnehmer";
export const invites = "möglich frei termin platz noch gehen passen ginge okay";
export const asks = "ist sind haben hat gibt kann können könnten wird würden braucht";
export const hesitation =
  "äh ähm öh hm hmm also ja nun na gut okay ok hallo guten tag und bitte danke ach oh tja moment nein jetzt dann gern gerne doch mal schon";
