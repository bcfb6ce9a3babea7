// German words with a value: numbers, money, measures, letters, days.

import type { Classes, Words } from "../../forms.ts";

export const words: Words = {
  one: "ein=1",
  two: "zwei=2 drei=3 vier=4 fünf|fuenf=5 sechs=6 sieben=7 acht=8 neun=9",
  unit: "eins=1 zwo=2 {two} ~0.02 ein|eine|einen|einem|einer|ein_einziger|ein_einziges|eine_einzige|einen_einzigen|eine_reicht|einer_reicht|eins_reicht=1 ;viere=4 ;fünfe=5 ;sechse=6 ;neune=9",
  teen: `zehn=10 elf=11 zwölf|zwoelf=12 dreizehn=13 vierzehn=14 fünfzehn=15 sechzehn=16 siebzehn;siebenzehn=17 achtzehn=18
    neunzehn=19`,
  ten: "zwanzig=20 dreißig|dreissig=30 vierzig=40 fünfzig|fuenfzig=50 sechzig=60 siebzig;siebenzig=70 achtzig=80 neunzig=90",
  compound: "{one}und{ten} {two}und{ten}",
  metre: "eins=1 zwei=2",
  nths: "drittel=3 viertel=4 fünftel=5 achtel=8 zehntel=10",
  big: "tausend=1000 million|millionen|mio=1000000 milliarde|milliarden=1000000000 ;mille|k=1000",
  decimal: "{teen}einhalb=0.5 eineinviertel=1.25 {two}einhalb(|e)=0.5 anderthalb|eineinhalb|anderthalbe=1.5",
  ordinal: `erst(en|e|er|es)=1 zweit(en|e|er|es)=2 dritt(en|e|er|es)=3 viert(en|e|er|es)=4 fünft(en|e|er|es)=5
    sechst(en|e|er|es)=6 siebt(en|e|er|es)=7 acht(en|e|er|es)=8 neunt(en|e|er|es)=9 {teen}t(en|e|er|es)
    {ten}st(en|e|er|es) {compound}st(en|e|er|es)`,
  currency: "euro|euros|eur|€=EUR dollar|dollars|usd|$=USD pfund|gbp|£=GBP franken|chf=CHF",
  cents: "cent;cents|rappen=1 pence=2",
  off: "anfang=2 mitte=5 ende=8",
  span: `minuten|minute|min=minutes stunden|stunde|std=hours tage|tag|tagen=days
    nächte|nacht|nächten|übernachtungen|übernachtung=nights wochen|woche=weeks
    monate|monat|monaten|monats=months jahre|jahr|jahren=years sekunden|sekunde=seconds`,
  aspan: `eine_minute=minutes eine_stunde=hours ein_tag=days eine_nacht=nights eine_woche=weeks ein_monat=months
    ein_jahr=years eine_sekunde=seconds`,
  measure: `milligramm|mg=mg kilo|kg|kilogramm|kilos=kg gramm|g=g liter|litern|l=l milliliter|ml=ml meter|metern|m=m
    kilometer|kilometern|km=km zentimeter|cm=cm pfund=pfd tonnen|tonne=t quadratmeter|qm=m2`,
  char: `~0.3 be=B ce=C de=D ef=F ge=G ha=H jot=J ka=K el=L em=M en=N pe=P ku=Q er=R es=S te=T vau|fau=V we=W ix=X
    zet|zett=Z ~0.2 anton=A ärger=Ä berta=B bertha=B cäsar=C caesar=C dora=D emil=E friedrich=F gustav=G
    heinrich=H ida=I julius=J kaufmann=K konrad=K ludwig=L martha=M nordpol=N otto=O paula=P quelle=Q richard=R
    samuel=S siegfried=S theodor=T ulrich=U viktor=V wilhelm=W xanthippe=X ypsilon=Y zacharias=Z zeppelin=Z
    alpha=A bravo=B charlie=C delta=D echo=E foxtrott=F golf=G hotel=H india=I juliett=J lima=L mike=M
    november=N oscar=O papa=P quebec=Q romeo=R sierra=S tango=T uniform=U victor=V whiskey=W xray=X yankee=Y
    zulu=Z`,
  weekday: `montag=1 dienstag=2 mittwoch=3 donnerstag=4 freitag=5 samstag|sonnabend|sa=6
    sonntag=0`,
  weekdays: "montags=1 dienstags=2 mittwochs=3 donnerstags=4 freitags=5 samstags|sonnabends=6 sonntags=0",
  month: `januar|jänner|jan=1 februar|feber|feb=2 märz|maerz=3 april|apr=4 mai=5 juni|juno|jun=6 juli|julei|jul=7
    august|aug=8 september|sept|sep=9 oktober|okt=10 november|nov=11 dezember|dez=12`,
  feast: `ostern|ostersonntag=0 karfreitag=-2 ostermontag=1 aschermittwoch=-46 palmsonntag=-7 gründonnerstag=-3
    rosenmontag=-48 pfingsten|pfingstsonntag=49 pfingstmontag=50 himmelfahrt|christi_himmelfahrt=39
    fronleichnam=60`,
  fixed: `tag_der_arbeit|maifeiertag=105 tag_der_deutschen_einheit=310 allerheiligen=111 reformationstag=3110
    heilige_drei_könige|dreikönigstag=601 heiligabend|heiliger_abend=2412 weihnachten;erster_weihnachtsfeiertag|erster_weihnachtstag|ersten_weihnachtstag=2512
    zweiter_weihnachtsfeiertag|zweiter_weihnachtstag|zweiten_weihnachtstag=2612 silvester=3112 neujahr=101
    nikolaus=612`,
  nthfeast: "muttertag=2005",
  which: "diese|dieses|diesen|diesem|die=0 nächste|nächsten|nächstes|nächster|kommende|kommenden|kommendes=1",
  ofmonth:
    "des_monats|dieses_monats|im_monat=0 des_nächsten_monats|nächsten_monats|nächsten_monat|im_nächsten_monat=1",
  whichyear:
    "letztes_jahr|letzten_jahres|vorigen_jahres=-1 dieses_jahr|dieses_jahres=0 nächstes_jahr|nächsten_jahres=1",
  part: `morgens|morgen|früh|vormittag|vormittags=morning mittag|mittags=noon nachmittag|nachmittags=afternoon
    abend|abends=evening nacht|nachts=night`,
  parts:
    "früh|morgens|vormittags;vormittag=morning mittags=noon nachmittags;nachmittag=afternoon abends;abend=evening nachts=night",
  yes: `ja jawohl jo jep jup joa jaja genau klar natürlich selbstverständlich einverstanden freilich unbedingt
    auf_jeden_fall auf_alle_fälle sehr_gern sehr_gerne na_klar aber_ja aber_sicher ja_klar definitiv machen_sie_das
    tun_sie_das warum_nicht und_ob klar_warum_nicht so_machen_wir_das machen_wir_das ja_doch`,
  no: `nein nee nö keineswegs keinesfalls auf_keinen_fall auf_gar_keinen_fall nein_danke lieber_nicht nicht_wirklich
    gar_nicht überhaupt_nicht leider_nicht leider_noch_nicht leider_nicht_mehr leider_keine leider_keinen leider_kein eher_nicht besser_nicht nie_im_leben nicht_dass_ich_wüsste`,
  yesish: `richtig stimmt korrekt sicher gern gerne okay ok passt perfekt super prima gut wunderbar exakt absolut
    alles_klar in_ordnung sieht_gut_aus hört_sich_gut_an klingt_gut von_mir_aus meinetwegen bestens machen_wir
    machen_wir_so mach_das sehr_gut so_ist_es ganz_sicher gerne_doch leider_schon kein_problem mhm das_wäre_toll
    das_wäre_gut das_wäre_nett ganz_genau bestimmt`,
  noish: `ne schön_wäre_es niemals nie falsch noch_nicht nicht_nötig nichts stimmt_nicht nicht_richtig nicht_korrekt nichts_mehr keine
    keiner kein_bedarf nicht bestimmt_nicht ganz_bestimmt_nicht nicht_mehr bitte_nicht nie_wieder niemals_mehr nicht_so nicht_so_richtig keins keinerlei nichts_weiter weiter_nichts heute_nicht diesmal_nicht
    niemand kein_interesse sonst_nichts`,
  subject: `ich wir er sie es das man`,
  aux: `bin ist sind habe hab haben hat war waren hatte hatten will möchte kann darf soll muss tue tu mache mach`,
  right: `richtig korrekt gut okay ok in_ordnung so recht perfekt prima super wahr der_fall was_ich_will`,
  self: `ich|mich|mir=1`,
  relative: `frau mann sohn tochter mutter mama vater papa freund freundin partner partnerin bruder schwester chef chefin
    kollege kollegin baby kind kleinkind oma opa erwachsener erwachsene nachbar nachbarin cousin cousine onkel tante
    neffe nichte verlobte verlobter`,
  relatives: `mädchen jungs freunde freundinnen kinder kindern söhne töchter brüder schwestern kollegen erwachsene erwachsenen babys
    kleinkinder`,
  together: "zweit=2 dritt=3 viert=4 fünft=5 sechst=6 siebt=7 acht=8 neunt=9 zehnt=10 elft=11 zwölft=12",
  owner: `mein_sohn meine_tochter mein_kind mein_hund meine_katze meine_frau mein_mann unser_hund unsere_katze
    unser_kater unser_sohn unsere_tochter er sie es`,
};

export const classes: Classes = {
  and: "und",
  point: ",|.",
  double: "doppel|zweimal|zwei mal",
  triple: "dreimal|drei mal",
  gap: "und dann|dann|äh|ähm|zahlen|ziffern|buchstaben",
  hyphen: "strich|bindestrich",
  plus: "plus",
  from: "von|vom|zwischen|zwischen dem|ab|ab dem|von dem",
  until: "bis|bis zum|bis zu|bis zur|bis am|-|und|und dem|und den|bis den|bis in den",
  for: "für",
  hedge: "denke ich|glaube ich|vielleicht|wahrscheinlich|sagen wir|äh|ähm|wohl|so",
  since: "seit",
  start: "ab|ab dem|von|vom|von dem",
  end: "bis|bis zum|bis zur|bis am|bis den",
  the: "der|den|dem",
  around: "um|gegen|so gegen|so um|circa|etwa|ungefähr",
};
