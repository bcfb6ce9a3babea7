// Spanish talk: yes and no, corrections, words that may accompany an answer, and counted persons.

import type { Forms } from "../../forms.ts";
import { recordsOf } from "../records.ts";
import { type Rule, words } from "../../rules.ts";

export const talk: Forms = {
  yes: "sí",
  no: "no",
  yesWord: "[{yesish}] {yes}",
  noWord: "[{noish}] {no}",
  yesnoTwice: `{yesno} {yesno}
    {yesno} {agreement}`,
  yesnoHedged: "(creo que|yo diría que|pues|bueno) {yesno}",
  agreement: `{yesish}
    {agreed}
    todo {right}
    por favor ~0.1`,
  agreementTag: "{yesish} (no|verdad|eh)",
  disagreement: `{noish}
    {denied} ~-0.05`,
  enough:
    "[{no}] (nada más|eso es todo|con eso es suficiente|ya está|ya está todo|es todo|con eso basta|no necesito nada más) [gracias|por ahora]",
  wish: "[tengo|hay] [solo] (otra|una) (pregunta|cosa|duda) [más]",
  agreed: `(eso|esto|está|es|todo) (es|está) [muy] {right}
    (es|está|suena|me viene|me va) [muy] {right}
    [sí] (soy yo|al habla|al aparato)
    [sí] (lo|la|los|las) (quiero|queremos|necesito|tengo|confirmo)
    (tengo|tenemos|quiero|queremos|necesito|puedo|podemos|acepto|confirmo|hay)`,
  denied: `no (lo|la|los|las|me|nos|le) [hace|viene] {agreedverb}
    no {agreedverb}
    (eso|esto) no (es|está) [muy] {right}
    no (es|está) [muy] {right}
    (no he dicho eso|no dije eso|me ha entendido mal|así no)`,
  without: "sin",
  not: "(no|cualquier día menos|cualquiera menos|todo menos|menos|excepto|y no)",
  bad: "(demasiado pronto|demasiado tarde|muy pronto|muy tarde|mal|imposible|no puedo|no me viene bien|no me va bien|ocupado|ocupada|difícil)",
  mend: `(perdón|perdone|digo|quiero decir|quería decir|mejor|mejor dicho|no perdón|espera|espere|me equivoqué|me he equivocado|sino|que sea|que sean|en realidad|o sea|corrijo|rectifico|miento|que diga|o mejor|ay no|ay|uy|uy no|bueno no|no no|ay perdón|qué digo|uy perdón|no espera|no espere|espera no|no perdone|mejor pon|mejor ponga)
    (cambie|cambiar|cámbielo (a|por)|póngame|ponga|ponme|mejor que sea|mejor que sean)`,
  noMark: "(no|eso no|no es eso|incorrecto|está mal)",
  instead: "(en vez de|en lugar de|y no)",
  or: "(o|u|o si no|o quizás|o tal vez)",
  conclude: "(entonces|así que)",
  but: "(pero|sino|salvo que|excepto que|solo que)",
  someone: `(un|una|el|la|algún|alguna) [otro|otra] (persona|agente|operador|operadora|humano|compañero|compañera|encargado|encargada|responsable|recepcionista|jefe|jefa|técnico|técnica|médico|enfermera|asesor|asesora|persona humana) [real|de verdad]
    alguien [real|de verdad]`,
  aside: `(más o menos|por ejemplo|por favor|si es posible|si puede ser|si no le importa|puede ser|me viene bien|me va bien|me vendría bien|estaría bien|me gustaría|sería perfecto|sería ideal|si no es molestia)
    (tiene|tienen|hay|habría|queda|quedan) [algo|sitio|mesa|hueco|hora|una mesa|un hueco|una habitación|libre|disponible] [libre|disponible|para|el]
    (qué tal|qué le parece|podría ser|puede ser|sería posible|es posible)
    (estaba|estábamos|estoy|estamos) (pensando|buscando|mirando) [en|para]
    (gracias a dios|por suerte|por desgracia|la verdad|la verdad es que|si dios quiere|a ser posible|a poder ser|cuanto antes|lo antes posible|más bien|digamos que|yo creo que|creo que|me parece que|si le viene bien|si les viene bien|sin falta|pues mire|y ya está|y punto|no más|de sobra|así a ojo|a ojo|por ahí|me apunta|apúnteme|me pone|me da|qué le digo yo)
    (me|nos) (dijeron|han dicho|dijo|comentaron|dijisteis)
    (nos|me) (basta|bastan|sobra|sobran|vale|valen|llega|llegan) [con]
    (a ver|déjeme ver|vamos a ver|cómo le diría|como le digo|como digo|por supuesto|sin problema|de momento|por ahora|esta vez|en principio|si no recuerdo mal|que yo sepa|como siempre|como mucho|como máximo|en total|en concreto|nada más)
    (el número|el día|la fecha|la hora|el total|la respuesta|mi respuesta|mi número) (es|sería)`,
  reason: `(porque|ya que|es que|para que|así que|incluyendo|contando|que es)
    que somos [muchos|muchas|bastantes]
    que (soy|se|me|nos|tengo|tenemos|vienen|hay|mi|mis|luego|ya)
    por (mi|el|nuestro) (cumpleaños|aniversario|boda)`,
  condition: "(si|siempre que|a no ser que)",
  lead: `mi (nombre|apellido|nombre completo) [es]
    [el] (nombre|apellido) [es|sería]
    (me llamo|me llaman|llámeme|a nombre de|está a nombre de|de parte de|habla|le habla|señor|señora|señorita|don|doña)`,
  weakLead: "(soy|es|somos)",
  memberOne: `[solo|sólo] {self} ~0.02
    (mi|un|una|el|la|nuestro|nuestra) [mejor|otro|otra] {relative} [pequeño|pequeña|mayor]`,
  memberTwo: "(mis|los) (padres|abuelos|suegros)",
  memberN: "[mis|los|nuestros] {n} {relatives} [pequeños|pequeñas]",
  partySum: `{member} (y|más|con) {member}
    {party} [y|más|con] {member}
    [nosotros|somos] {n} [personas|adultos] (y|más|con) {member}`,
  partyOne: "(solo yo|sólo yo|yo solo|yo sola|para mí solo|para mí sola|solo para mí)",
  partyPairs: "{n} parejas",
  party: "(una mesa|mesa|un grupo|grupo) (para|de) {n}",
  headcount: "(somos|seremos|seríamos|vamos a ser|iremos) [solo|unos] {n}",
  headcountTwo: "(nosotros dos|los dos|las dos|ambos|mi pareja y yo)",
  ofUs: "(los|nosotros) {n}",
  position: "(el|la|lo) {ordinal} [opción]",
  positionNumber: "(número|opción) {n}",
  positionLast: "(el último|la última)",
  positionMiddle: "(el|la|lo) (de en medio|del medio|del centro)",
};

export const beside = `
  yo nosotros usted ustedes me nos mi mis nuestro nuestra nuestros su sus le les se lo
  el la los las un una unos unas de del a al en para por con sin y e que como así pues entonces ya
  es son sea sean sería serían estaría soy somos está están ser hacer estar reservar reserva quiero queremos quisiera quisiéramos querría querríamos puedo podemos podría podríamos poder necesito necesitamos tengo tenemos voy vamos ir venir vengo iría vendría prefiero preferiría preferimos pongamos digamos ponga póngame apunte deme dame tomo tomaré cojo quedarnos quedarme llegar llegamos llego gustaría viene va vale
  mire mira oiga oye verá fíjese venga
  eh em mm este esto esta estos bueno a_ver ajá ah oh
  aproximadamente alrededor sobre unos solo sólo solamente justo exactamente mejor perfecto bien claro gracias favor señor señora señorita creo pienso supongo diría quizás quizá probablemente igual también sí si por
  hola buenos buenas días tardes genial estupendo ideal posible libre disponible todo total junto juntos juntas número respuesta cosa`;

export const doubt = {
  question: "qué cuándo quién cómo dónde cuál cuáles cuánto cuánta cuántos cuántas porqué adónde",
  past: "era eran fue fueron estaba estaban tenía teníamos había pagué pagamos fui fuimos estuve estuvimos dijo dije dijeron costó llegó llegué vine vino pasado pasada último última ayer anoche antiguamente",
  habit: "siempre normalmente cada nunca suelo solemos suele veces todos todas",
  compare:
    "más menos demasiado demasiada antes después desde hasta entre sin tarde temprano pronto máximo mínimo otro otra otros otras caro cara barato barata excepto aparte además dentro",
  none: "nada nadie",
  share: "mitad doble triple",
  near: "casi apenas",
  unsure: "ambos ninguno cualquiera algunos algunas varios varias pocos pocas muchos muchas depende",
};

export const notNames = `hola gracias sí si no adiós quién qué cómo cuándo dónde porqué ayuda tiempo nombre persona agente robot espere momento favor nadie alguien todos mismo misma cuenta pedido mesa habitación reserva cita hablar hablo llamo llamar deletreo deletrear letra letras mayúscula pregunta idea privado ya dicho entiendo entendido oigo repita escuche
  pero porque con sin desde antes después muy mucho más otro otra siempre nunca ninguno ninguna hoy mañana`;
export const particles = "de la las los del y e da di van von san santa";
export const people =
  "personas persona comensales comensal adultos adulto invitados invitado gente pasajeros pasajero viajeros huéspedes huésped asistentes plazas";
export const invites = "posible libre disponible sitio hueco bien mesa vale";
export const asks = "es hay tiene tienen abren cierran puede pueden está están hace quiere desea necesita";
export const hesitation =
  "eh em mm pues bueno hola sí si no y gracias por favor perdón buenas buenos días tardes vale ah a ver este ya ahora entonces señor señora";

/** Words with which callers remove entries of a list, change them and point at them. */
export const records: readonly Rule[] = [
  ...words("times", "una_vez=1 dos_veces=2 tres_veces=3"),
  ...recordsOf({
    remove:
      "(quite|quita|quíteme|quítame|sin|elimine|elimina|borre|borra|cancele|olvide|olvídese de|no quiero|ya no quiero)",
    away: "fuera",
    drop: "(quitar|eliminar|borrar|cancelar)",
    rather: "(en su lugar|mejor)",
    insteadOf: "(en vez de|en lugar de)",
    change: "(cambie|cambia|cámbieme|cámbiame|haga|ponga|pon)",
    into: "(por|a|en)",
    everything: "(todo|todos|todas|las dos|los dos|el pedido entero|todo el pedido)",
    more: "(más|otro|otra|otros|otras)",
    add: "(además|también|añada|añade|añádame|agregue|y también)",
    again: "(o sea|entonces|así que|entonces son|he dicho|dije|como dije)",
    and: "y",
    it: "(lo|la|los|las|eso)",
    one: "(un|una|uno)",
    the: "(el|la|los|las|mi|mis)",
    of: "(de esos|de esas|de ellos|de ellas)",
    some: "(unos|unas|unos cuantos|unas cuantas|varios|varias|algunos|algunas|un poco de|bastantes|muchos|muchas)",
  }),
];
