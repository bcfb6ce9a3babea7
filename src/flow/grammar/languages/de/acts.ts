// German acts: what callers say beside answers, a form a line. The names are those of `locale/acts.ts`; `repeat` and
// `wait` are handlers of every flow.

import { actsOf } from "../../acts.ts";

const classes = {
  koenntensie: "(können|könnten|würden) sie [bitte]",
  etwas: "(etwas|ein bisschen|ein wenig)",
  automat:
    "[echten|echter|echte] (roboter|mensch|maschine|computer|menschen|bandansage|ki|automat|automaten|person)",
  dummkopf:
    "[blöder|blöde|dummer|dumme|verdammter|verdammte] (idiot|depp|trottel|arschloch|blödmann|maschine|scheißmaschine|computer|roboter)",
  michsprechen: "(kann ich|ich möchte|ich will|ich würde gern|ich würde gerne|lassen sie mich) [bitte]",
  rolle:
    "(mensch|menschen|mitarbeiter|mitarbeiterin|berater|beraterin|kollege|kollegen|kollegin|person|sachbearbeiter|sachbearbeiterin|ansprechpartner|ansprechpartnerin|chef|chefin|vorgesetzten|techniker|fachmann|dame|herrn|verantwortlichen|zuständigen|leitung|geschäftsführer)",
  mensch: `
    (jemand|jemandem|jemanden|wen) [anderem|anders|anderen|echtem|richtigem|echten|richtigen]
    [einem|einer|einen|eine|ein|die|der|den|dem|ihrem|ihrer|ihren|ihre] [echten|richtigen|echter|echtem|richtiger|menschlichen|zuständigen|lebenden] {rolle} [persönlich]`,
  geradenicht: "[leider] [gerade|jetzt|grad] nicht [da|hier|dabei|zur hand|griffbereit|parat|bei mir]",
  hilfe:
    "[einen|den|die] (krankenwagen|notarzt|rettungswagen|rettung|polizei|feuerwehr|rettungsdienst|sanitäter)",
  schande: "(unverschämtheit|frechheit|sauerei|schweinerei|zumutung|schande|zeitverschwendung|katastrophe)",
};

/** Words without a meaning within an act. */
export const asides =
  "einfach überhaupt ach also doch ja halt mal eigentlich ehrlich gesagt nochmal so jetzt gerade sehr wirklich ganz bitte denn hier nur";

export const acts = actsOf(
  {
    help: `
    (was|wobei|womit|wie) können sie [alles] [für mich|mir|uns] [alles] (tun|machen|anbieten|helfen)
    was (kann|geht) [man|ich] [bei ihnen|hier] [alles] (machen|tun|bestellen|fragen|sagen|bei ihnen machen)
    was (bieten sie [alles] an|gibt es (hier|bei ihnen) [alles])
    (ich brauche [etwas] hilfe|können sie mir helfen|wie funktioniert das|was kann ich [hier] (sagen|tun|machen|fragen))`,
    repeat: `
    (bitte was|wie bitte|hä|noch mal|noch einmal bitte|wiederholen|nochmal bitte|nochmal)
    (was|wie) war das [gerade|bitte]
    was haben sie gesagt [noch mal]
    sagen sie (das|es) [bitte] (noch mal|noch einmal|nochmal)
    ich (habe|hab) (nichts|kein wort) (verstanden|gehört)
    entschuldigung was
    (können|könnten|würden) sie [das|die frage] [bitte] (wiederholen|noch mal sagen|noch einmal sagen|nochmal sagen|wiederholen bitte)
    [das|sie] (habe|hab) ich [sie|das] [jetzt] [akustisch] nicht (verstanden|gehört|mitbekommen)
    ich (habe|hab) (sie|das|es) [akustisch|jetzt] nicht (verstanden|gehört|mitbekommen)
    (was meinen sie|was haben sie gesagt|was meinen sie damit|was soll das heißen|wie meinen sie das)`,
    slower: `
    [{koenntensie}] [{etwas}] langsamer [sprechen|reden|bitte]
    (sprechen|reden) sie [bitte] [{etwas}] langsamer
    (nicht so schnell|sie sprechen zu schnell|sie reden zu schnell|das war zu schnell) [bitte]`,
    louder: `
    [{koenntensie}] [{etwas}] lauter [sprechen|reden|bitte]
    (sprechen|reden) sie [bitte] [{etwas}] lauter
    (ich höre sie [ganz|sehr|nur|so] (schlecht|leise)|sie sind (sehr|zu|so) leise|ich verstehe sie [so|sehr|ganz|nur] schlecht|ich kann sie kaum (hören|verstehen))`,
    wait: `
    [nur] [einen|ein|eine] [kleinen|kurzen|kleine] (moment|augenblick|sekunde|momentchen|minute) [bitte|mal]
    (warten sie|warte|warten) [bitte|mal|kurz] [einen moment|kurz]
    (bleiben sie|bleib) [bitte] (dran|am apparat)
    ich (hole|such|suche|schaue|schau|gucke|guck|seh|sehe|frag|frage) [mal|kurz|schnell] (nach|(meine|meinen|den|die|das) {word})
    (ich muss|lassen sie mich|da muss ich) [mal|kurz|erst|mal kurz|erst mal|kurz mal] (nachsehen|nachschauen|überlegen|nachdenken|schauen|gucken|fragen|nachfragen|zählen)`,
    who_are_you: `
    (wer|was) (sind|ist) (sie|da|dort|dran|am apparat)
    wer hat sie (programmiert|gebaut|gemacht|erfunden)
    mit wem habe ich es [hier] zu tun
    (sind sie|ist das|spreche ich [hier] mit|rede ich [hier] mit) [ein|eine|einem|einer|einen] {automat} [oder [mit] (ein|eine|einem|einer) {automat}]
    (bin ich [hier] mit (einem|einer|einen) {automat} (verbunden|am sprechen)|mit wem habe ich das vergnügen|mit wem (spreche|rede) ich [denn|da|hier]|sind sie echt|wie heißen sie|wie ist ihr name)`,
    why_asked: `
    (warum|wieso|weshalb|wozu|wofür) (fragen|brauchen|wollen|müssen) sie [das|dies] [wissen] [denn]
    (warum|wieso|weshalb|wozu|wofür) (müssen|brauchen|wollen) sie das [denn] (wissen|haben)
    (was geht (sie|dich) das an|wofür ist das|wozu ist das gut|muss das sein|ist das nötig|ist das wirklich nötig|wofür denn das|wozu denn|warum denn|müssen sie das wissen|brauchen sie das wirklich)`,
    so_far: `
    was haben sie [von mir|über mich] (notiert|aufgeschrieben|eingetragen|erfasst|mitgeschrieben|bisher|bis jetzt|alles)
    (lesen|fassen|gehen) sie [mir] [es|das|alles] [bitte] [noch mal|noch einmal] (vor|zusammen|durch)
    (können|könnten) sie [mir] [das|alles] [noch mal|noch einmal] (vorlesen|zusammenfassen|wiederholen was sie haben)
    was wissen sie [schon] (von mir|über mich)
    haben sie (alles|das) (notiert|aufgeschrieben|mitgeschrieben)
    (was haben sie [denn|bisher|bis jetzt|schon] [alles] [notiert|aufgeschrieben|bisher|stehen]|was habe ich [bisher] gesagt|wo waren wir|lesen sie [es|das] [mir] [bitte] [noch mal|noch einmal] vor|was steht [denn] bis jetzt)`,
    dont_know: `
    [das] (weiß ich|weiß ich leider|ich weiß|ich weiß es|ich weiß das) [leider|noch|jetzt|gerade] nicht [genau|mehr]
    das kann ich [ihnen] [jetzt|leider|so] nicht [genau] sagen
    (woher|wie) soll ich das [denn] wissen
    kann ich [ihnen] (nicht|schlecht|schwer) sagen
    da (müsste|muss) ich (raten|lügen|passen)
    (das|da) (habe|hab) ich [mir] [noch] nicht (entschieden|überlegt)
    da fragen sie mich was
    ich (habe|hab) (keine ahnung|keinen schimmer|keinen plan)
    da bin ich [mir] [leider|jetzt] (nicht|unsicher) [ganz|so] [sicher]
    (keine ahnung|kommt drauf an|das kommt drauf an|je nachdem|schwer zu sagen|bin nicht sicher|ich bin nicht sicher|ich bin mir nicht sicher|nicht sicher|keinen schimmer|mal sehen|jein|egal|ist mir egal|das ist mir egal|ist egal|unterschiedlich|kann sein|könnte sein|weiß nicht|weiß ich nicht|entscheiden sie|suchen sie (es|sich) aus|da bin ich überfragt|gute frage) [leider]`,
    dont_have: `
    [die|das|den|so was|so etwas|sowas] (habe|hab) ich {geradenicht}
    (ich habe (keine|keinen|keins) [dabei|da|hier]|finde ich [gerade] nicht|ich finde (sie|es|ihn) [gerade] nicht|die liegt zu hause|das liegt zu hause|habe ich verloren)`,
    refusal: `
    (keins|keiner|keine|keinen|nichts) (davon|von (denen|den beiden|beiden|allen))
    [von (denen|beiden|allen)|davon|da] (passt|gefällt|hilft) (mir|uns) [eigentlich|leider|gar|wirklich] (keins|keiner|keine|nichts)
    (die|das|den) möchte ich [ihnen] [lieber|ungern|eigentlich] (nicht|ungern) [so] [sagen|angeben|nennen|herausgeben|rausgeben|verraten|geben]
    (das möchte ich (nicht|lieber nicht) [ihnen] [sagen|angeben|nennen|verraten]|das möchte ich ihnen (nicht|lieber nicht) (sagen|verraten|nennen|geben)|das will ich (nicht|lieber nicht) [sagen|angeben|nennen]|möchte ich (nicht|lieber nicht) sagen|das sage ich [ihnen] nicht|lieber nicht|dazu sage ich nichts|das geht sie [gar] nichts an|das ist privat|keine angabe|das brauchen sie nicht [zu wissen]|die gebe ich [ihnen] nicht|das ist mir zu (persönlich|privat))`,
    never_mind: `
    (abbrechen|vergessen sie es|vergiss es|lassen wir das|lassen sie es|lassen sie mal|ich habe es mir anders überlegt|ich hab es mir anders überlegt|schon gut|stopp|ich will nicht mehr|kein interesse|ich habe kein interesse|stornieren|hat sich erledigt|das hat sich erledigt|doch nicht) [bitte|danke]`,
    call_later: `
    (ich rufe später [noch mal|wieder] an|ich rufe [morgen|später] [noch mal|wieder] an|ich melde mich [später] [wieder]|rufen sie [mich] [bitte] (später|zurück) [an]|jetzt nicht|gerade nicht|es passt gerade nicht|es passt gerade schlecht|ein andermal|ich habe [jetzt|gerade] keine zeit|ich bin gerade (unterwegs|beschäftigt|am steuer))`,
    complaint: `
    (ich möchte mich beschweren|ich will mich beschweren|ich habe eine beschwerde|das ist eine beschwerde)
    [so|was für] [eine] {schande}
    das ist [eine] {schande}
    ich bin [so] (stinksauer|wütend|genervt|verärgert|stocksauer)
    ich will mein geld zurück
    (niemand|keiner|es) ruft [mich] [niemand|keiner] zurück
    (niemand|keiner|es) meldet sich [niemand|keiner]
    ich warte [schon] [seit] {duration}
    das (ist|ist ja|ist doch) [eine|ein|total|wirklich|völlig] (unverschämt|unverschämtheit|unmöglich|lächerlich|frechheit|furchtbar|schrecklich|witz|zumutung|zeitverschwendung)
    (ich bin [sehr|wirklich|total|stink] (sauer|verärgert|unzufrieden|enttäuscht)|das funktioniert nicht|sie verstehen mich nicht|sie hören [mir] nicht zu|das habe ich [doch] [schon|bereits] [zweimal|dreimal|mehrmals|oft] gesagt|das hab ich [doch] schon gesagt|wie oft [soll|muss] ich das [noch] sagen)`,
    insult: `
    [sie|du] [sind|bist] [ein|eine|so ein|so eine] {dummkopf}
    (halt die klappe|halten sie die klappe|halt den mund|leck mich|fick dich|verpiss dich|sie können mich mal|du kannst mich mal)`,
    operator: `
    mit {mensch} [sprechen|reden|verbunden werden|bitte]
    [{michsprechen}] mit {mensch} (sprechen|reden|verbunden werden)
    ich (möchte|will|würde gern) {mensch} sprechen
    (kann|könnte|dürfte) ich [bitte] [mit] {mensch} [sprechen|haben]
    ich (will|möchte) [mit] keinen (automaten|roboter|computer|maschine)
    geben sie mir [mal] [bitte] {mensch} [ans telefon|an den apparat]
    gibt es [da|hier|bei ihnen] [auch|noch] {mensch} [zum (sprechen|reden)|mit dem ich (sprechen|reden) kann]
    (mitarbeiter|verbinden sie mich|einen mitarbeiter bitte|bitte verbinden|kundenservice|verbinden sie mich [bitte] mit {mensch}|geben sie mir [bitte] {mensch}|ein mensch|ein mensch bitte|einen menschen bitte)`,
    thanks: `
    (danke|vielen dank|dank) [schön|ihnen] für (alles|(ihre|die|das|den|ihren|ihr) {word})
    danke (sie sind|das ist) [sehr|so] (nett|freundlich|lieb|hilfsbereit)
    sie (sind|waren) [sehr|so] (nett|freundlich|lieb|hilfsbereit)
    sie haben mir [sehr] geholfen
    (danke|dankeschön|vielen [lieben] dank|danke schön|danke sehr|besten dank|herzlichen dank|danke ihnen|sehr freundlich|das ist nett|sehr nett)`,
    greeting: `
    (grüß|grüße) (sie|euch|ihnen|ihna|dich|gott)
    (hallo|guten tag|guten morgen|hallo zusammen|moin moin|habe die ehre|guten abend|grüß gott|servus|moin|hi|grüezi|tach|hallo hallo|hören sie mich|können sie mich hören|sind sie [noch] da|ist da jemand|schönen guten (tag|abend|morgen))`,
    small_talk: `
    wie ist das wetter [bei ihnen]
    so ein [schönes|schlechtes|furchtbares|tolles] (wetter|tag)
    (ihnen auch|sie haben eine (schöne|nette|angenehme) stimme|schön mit ihnen zu (reden|sprechen|plaudern))
    (wie geht es ihnen|wie geht es dir|wie geht es|wie läuft es|alles gut bei ihnen|was macht das wetter|erzählen sie [mir] einen witz)
    (schönes|schlechtes|tolles) wetter [heute]`,
    goodbye:
      "(tschüss|tschüs|tschau|ade|wiederhören|bis (bald|dann|später)|pfiat (di|euch|ihnen)|ich leg [jetzt] auf|auf wiederhören|auf wiedersehen|ciao|schönen tag noch|ich muss los|ich muss auflegen)",
    emergency_alone: "{hilfe} [bitte|sofort|schnell]",
    emergency: `
    (er|sie|es|(mein|meine|meinem|unser|unsere) {relative}|jemand) (ist [gerade|eben] [einfach] (umgekippt|zusammengebrochen|zusammengesackt|ohnmächtig [geworden]|gestürzt und blutet)|hat [gerade|eben] (bleichmittel|gift|tabletten|putzmittel) (geschluckt|getrunken)|wacht nicht [mehr] auf|kippt um|reagiert nicht|krampft)
    (rufen sie|schicken sie|schick|ich brauche|wir brauchen|holen sie) [bitte|sofort|schnell] {hilfe} [bitte|sofort|schnell]
    (das|es|hier) ist ein notfall
    (er|sie|(mein|meine|unser|unsere) {relative}|mein mann|meine frau|mein kind|mein vater|meine mutter|mein sohn|meine tochter|jemand|ich) (atmet nicht|ist bewusstlos|blutet stark|erstickt|stirbt|hat einen herzinfarkt|hat einen schlaganfall|bekommt keine luft|bekomme keine luft|kriegt keine luft|kriege keine luft) [mehr]
    (ich will (nicht mehr leben|sterben|mich umbringen)|ich bringe mich um|herzinfarkt|es brennt|bei uns brennt es|hier brennt es|riecht es nach gas|gasgeruch|es riecht nach gas|ich rieche gas|das haus brennt|ich wurde (niedergestochen|angeschossen)|jemand hat (ein messer|eine waffe))`,
  },
  classes,
);
