// Spanish talk: yes and no, corrections, acts, what may stand beside an answer, and what adds doubt.

import { actsOf } from "../../acts.ts";
import { said } from "../../meanings/meaning.ts";
import { forms, type Rule, words } from "../../rules.ts";

const same = (a: boolean, b: boolean): boolean | undefined => (a === b ? a : undefined);

const yesno: readonly Rule[] = [
  ...words(
    "yes",
    "sí;si claro por_supuesto desde_luego exacto exactamente efectivamente cómo_no;como_no sí_por_favor;si_por_favor sí_claro claro_que_sí;claro_que_si afirmativo naturalmente con_mucho_gusto sin_duda así_es;asi_es",
  ),
  ...words(
    "no",
    "no no_gracias nunca para_nada en_absoluto qué_va;que_va claro_que_no de_ninguna_manera ni_hablar no_por_favor negativo no_en_realidad",
  ),
  ...words(
    "yesish",
    "vale bien correcto perfecto de_acuerdo bueno está_bien;esta_bien me_parece_bien eso_es adelante cierto ok okay estupendo genial fenomenal muy_bien todo_bien verdad venga hágalo por_favor creo_que_sí supongo supongo_que_sí me_gustaría",
  ),
  ...words(
    "noish",
    "incorrecto mal falso mejor_no no_hace_falta no_es_correcto está_mal creo_que_no todavía_no aún_no ninguno ninguna nada nadie no_mucho no_es_necesario",
  ),
  { type: "agreement", form: "{yesish}", value: () => true },
  { type: "agreement", form: "{noish}", value: () => false },
  {
    type: "enough",
    form: "[{no}] (nada más|eso es todo|con eso es suficiente|ya está|ya está todo|es todo|con eso basta|no necesito nada más) [gracias|por ahora]",
    value: () => true,
    cost: -0.05,
  },
  ...words("right", "correcto cierto verdad así bien perfecto exacto lo_que_he_dicho lo_que_quiero"),
  { type: "agreed", form: "(eso|esto|está|es|todo) (es|está) [muy] {right}" },
  { type: "agreed", form: "(es|está|suena|me viene|me va) [muy] {right}" },
  { type: "agreed", form: "[sí] (lo|la|los|las) (quiero|queremos|necesito|tengo|confirmo)" },
  { type: "agreed", form: "(tengo|tenemos|quiero|queremos|necesito|puedo|podemos|acepto|confirmo|hay)" },
  { type: "denied", form: "no (lo|la|los|las|me|nos|le) [hace|viene] {agreedverb}" },
  { type: "denied", form: "no {agreedverb}" },
  { type: "denied", form: "(eso|esto) no (es|está) [muy] {right}" },
  { type: "denied", form: "no (es|está) [muy] {right}" },
  { type: "denied", form: "(no he dicho eso|no dije eso|me ha entendido mal|así no)" },
  ...words(
    "agreedverb",
    "quiero queremos necesito necesitamos tengo tenemos puedo podemos creo gusta falta bien interesa hay",
  ),
  { type: "yesno", form: "{yes}", value: () => true, say: (v) => (v === true ? ["sí"] : undefined) },
  { type: "yesno", form: "{no}", value: () => false, say: (v) => (v === false ? ["no"] : undefined) },
  { type: "yesno", form: "{yesno} {yesno}", value: same, cost: -0.05 },
  { type: "yesno", form: "{yesno} {agreement}", value: same, cost: -0.05 },
  { type: "yesno", form: "(creo que|yo diría que|pues|bueno) {yesno}", value: (v) => v },
  { type: "agreement", form: "{agreed}", value: () => true },
  { type: "agreement", form: "{denied}", value: () => false, cost: -0.05 },
];

const marks: readonly Rule[] = [
  ...forms("mark", "not", "(no|cualquier día menos|cualquiera menos|todo menos|menos|excepto|y no)"),
  ...forms(
    "mark",
    "bad",
    "(demasiado pronto|demasiado tarde|muy pronto|muy tarde|mal|imposible|no puedo|no me viene bien|no me va bien|ocupado|ocupada|difícil)",
  ),
  ...forms(
    "mark",
    "mend",
    `(perdón|perdone|digo|quiero decir|quería decir|mejor|mejor dicho|no perdón|espera|espere|me equivoqué|me he equivocado|sino|que sea|que sean|en realidad|o sea|corrijo|rectifico|miento|que diga|o mejor|ay no|ay|uy|uy no|bueno no|no no|ay perdón|qué digo|uy perdón|no espera|no espere|espera no|no perdone|mejor pon|mejor ponga)
    (cambie|cambiar|cámbielo (a|por)|póngame|ponga|ponme|mejor que sea|mejor que sean)`,
  ),
  ...forms("mark", "no", ["(no|eso no|no es eso|incorrecto|está mal)", 0.01]),
  ...forms("mark", "instead", "(en vez de|en lugar de|y no)"),
  ...forms("mark", "or", "(o|u|o si no|o quizás|o tal vez)"),
  ...forms("mark", "conclude", "(entonces|así que)"),
  ...forms("mark", "but", "(pero|sino|salvo que|excepto que|solo que)"),
];

const asides: readonly Rule[] = [
  {
    type: "someone",
    form: "(un|una|el|la|algún|alguna) (persona|agente|operador|operadora|humano|compañero|compañera|encargado|encargada|responsable|recepcionista) [real|de verdad]",
  },
  { type: "someone", form: "alguien [real|de verdad]" },
  ...forms(
    "aside",
    true,
    `(más o menos|por ejemplo|por favor|si es posible|si puede ser|si no le importa|puede ser|me viene bien|me va bien|me vendría bien|estaría bien|me gustaría|sería perfecto|sería ideal|si no es molestia)
    (tiene|tienen|hay|habría|queda|quedan) [algo|sitio|mesa|hueco|hora|una mesa|un hueco|una habitación|libre|disponible] [libre|disponible|para|el]
    (qué tal|qué le parece|podría ser|puede ser|sería posible|es posible)
    (estaba|estábamos|estoy|estamos) (pensando|buscando|mirando) [en|para]
    (gracias a dios|por suerte|por desgracia|la verdad|la verdad es que|si dios quiere|a ser posible|a poder ser|cuanto antes|lo antes posible|más bien|digamos que|yo creo que|creo que|me parece que|si le viene bien|si les viene bien|sin falta|pues mire|y ya está|y punto|no más|de sobra|así a ojo|a ojo|por ahí|me apunta|apúnteme|me pone|me da|qué le digo yo)
    (me|nos) (dijeron|han dicho|dijo|comentaron|dijisteis)
    (nos|me) (basta|bastan|sobra|sobran|vale|valen|llega|llegan) [con]
    (a ver|déjeme ver|vamos a ver|cómo le diría|como le digo|como digo|por supuesto|sin problema|de momento|por ahora|esta vez|en principio|si no recuerdo mal|que yo sepa|como siempre|como mucho|como máximo|en total|en concreto|nada más)
    (el número|el día|la fecha|la hora|el total|la respuesta|mi respuesta|mi número) (es|sería)`,
  ),
  ...forms("reason", true, "(porque|ya que|es que|para que|así que|incluyendo|contando|que es)"),
  ...forms("reason", true, "por (mi|el|nuestro) (cumpleaños|aniversario|boda)"),
  ...forms("reason", "if", "(si|siempre que|a no ser que)"),
  ...forms(
    "lead",
    true,
    `mi (nombre|apellido|nombre completo) [es]
    [el] (nombre|apellido) [es|sería]
    (me llamo|me llaman|llámeme|a nombre de|está a nombre de|de parte de|habla|le habla|señor|señora|señorita|don|doña)`,
  ),
  ...forms("weaklead", true, "(soy|es|somos)"),
];

const joined = (a: number, b: number): number | undefined => (a + b < 40 ? a + b : undefined);
const party: readonly Rule[] = [
  ...words("self", "yo=1", 0.02),
  ...words(
    "relative",
    "mujer esposa marido esposo hijo hija madre padre mamá papá amigo amiga pareja novio novia hermana hermano jefe jefa colega bebé niño niña adulto abuela abuelo prima primo tía tío sobrina sobrino",
  ),
  ...words(
    "relatives",
    "hijos hijas amigos amigas hermanos hermanas colegas adultos bebés niños niñas primos primas nietos sobrinos padres=2",
  ),
  { type: "member", form: "[solo|sólo] {self}", value: () => 1 },
  {
    type: "member",
    form: "(mi|un|una|el|la|nuestro|nuestra) [mejor|otro|otra] {relative} [pequeño|pequeña|mayor]",
    value: () => 1,
  },
  { type: "member", form: "(mis|los) (padres|abuelos|suegros)", value: () => 2 },
  { type: "member", form: "[mis|los|nuestros] {n} {relatives} [pequeños|pequeñas]", value: (n) => n },
  { type: "party", form: "{member} (y|más|con) {member}", value: joined, cost: 0.02 },
  { type: "party", form: "{party} [y|más|con] {member}", value: joined, cost: 0.02 },
  {
    type: "headcount",
    form: "(somos|seremos|seríamos|vamos a ser|iremos) [solo|unos] {n}",
    value: (n) => n,
    cost: 0.05,
  },
  { type: "party", form: "(solo yo|sólo yo|yo solo|yo sola|para mí solo|para mí sola)", value: () => 1 },
  { type: "headcount", form: "(nosotros dos|los dos|las dos|ambos)", value: () => 2 },
  { type: "headcount", form: "(los|nosotros) {n}", value: (n) => n },
  { type: "party", form: "(una mesa|mesa|un grupo|grupo) (para|de) {n}", value: (n) => n },
  { type: "position", form: "(el|la|lo) {ordinal} [opción]", say: (n) => (n > 0 ? [n] : undefined) },
  { type: "position", form: "(número|opción) {n}", say: (n) => (n > 0 ? [n] : undefined) },
  { type: "position", form: "(el último|la última)", value: () => -1, say: said(-1) },
];

const classes = {
  podria: `
    (puede|podría|puedes|podrías|me puede|me podría)
    [por favor]`,
  quiero: "[quiero|quisiera|querría|me gustaría|necesito|prefiero|puedo|podría|déjeme]",
  robot:
    "(robot|programa|máquina|maquina|persona|persona real|bot|ordenador|computadora|inteligencia artificial|ia|grabación|contestador|ser humano|humano)",
  tonto: "[maldito|maldita|puto|puta] (idiota|imbécil|estúpido|estúpida|inútil|tonto|tonta)",
  rato: "(momento|momentito|segundo|segundito|instante|minuto|minutito)",
};

const acts = actsOf(
  {
    help: `
    (qué|en qué|con qué|cómo) (puede|pueden|podría) (hacer|ayudarme|ofrecerme) [usted] [por mí]
    qué (puedo|se puede) (hacer|pedir|preguntar|decir) [aquí|con usted]
    (qué ofrecen|necesito ayuda|ayuda|ayúdeme|puede ayudarme|me puede ayudar|cómo funciona esto)`,
    repeat: `
    (cómo|cómo dice|perdone|qué ha dicho|qué dijo|qué|mande|repita|repítalo|otra vez|una vez más|no le oigo|no le he oído|no le escuché) [por favor]
    {podria} (repetir|repetirlo|repetírmelo|decirlo otra vez|repetir la pregunta) [por favor]
    no (le|lo|te) (entiendo|entendí|he entendido|oigo|oí|he oído) [bien]
    (qué quiere decir|qué significa eso|a qué se refiere|no entiendo|no he entendido|no entendí)`,
    slower: `
    {podria} (hablar|ir|decirlo) [un poco] más (despacio|lento) [por favor]
    (más despacio|más lento|va muy rápido|habla muy rápido|no tan rápido) [por favor]`,
    louder: `
    {podria} (hablar|decirlo) [un poco] más (alto|fuerte) [por favor]
    (más alto|más fuerte|hable más alto|le oigo muy mal|casi no le oigo) [por favor]`,
    wait: `
    [un|deme un|espere un|me da un] {rato} [por favor]
    [un {rato}] (voy a|que|déjeme) (buscar|busco|coger|cojo|apuntar|apunto|mirar|miro|ver|por) [el|la|los|las|mi|mis] [{word}]
    (espere|espera|un rato|aguarde|ahora mismo miro|no cuelgue) [por favor]
    (déjeme|déjame|tengo que|voy a) (mirar|mirarlo|ver|comprobar|pensar|preguntar|buscar|buscarlo|consultar) [mi agenda|el calendario]`,
    who_are_you: `
    (quién es [usted]|quién eres|con quién hablo|quién habla|quién está ahí|con quién estoy hablando|cómo se llama usted)
    [perdone] con quién (hablo|tengo el gusto)
    (hay|estoy hablando con) (una|un) {robot} [ahí|al otro lado]
    (usted|esto|tú) es (un|una) {robot}
    quién (le|te|lo|la) (ha programado|programó|hizo)
    (es usted|eres|estoy hablando con|hablo con|es esto) (un|una) {robot}`,
    why_asked: `
    (por qué|para qué) [me] (pregunta|preguntan|quiere saber|quieren saber|necesita|necesitan) [eso|esto|saberlo]
    (para qué|para qué es eso|por qué|es necesario|hace falta|tengo que decirlo)`,
    so_far: `
    qué (tiene|tienen|ha apuntado|lleva) [apuntado|anotado] [hasta ahora]
    (qué datos|qué) (tiene|ha apuntado|lleva|le he dado) [de mí|míos] [hasta ahora|ya]
    (léame|repítame|recuérdeme) (lo que|qué) (tiene|llevamos|ha apuntado|le he dicho)
    (qué le he dicho|qué he dicho [hasta ahora]|repáseme los datos|me lo puede repasar|por dónde íbamos)`,
    dont_know: `
    [yo] no (lo sé|sé|me acuerdo|recuerdo|sabría decirle|tengo ni idea) [todavía|ahora|exactamente]
    (y yo qué sé|yo qué sé|vaya usted a saber|cómo voy a saberlo|qué sé yo|no tengo ni idea|no lo he decidido|no me lo he pensado|no sabría decirle|sabe dios)
    (ni idea|no estoy (seguro|segura)|depende|quizás|quizá|tal vez|puede ser|difícil de decir|no sé qué decirle)
    (me da igual|da igual|da lo mismo|me da lo mismo|lo que sea|lo que usted diga|como quiera|usted elige|cualquiera)`,
    dont_have: `
    no (lo|la|los|las|le) (tengo|encuentro) [aquí|a mano|conmigo|ahora]
    no tengo [ninguno|ninguna|de eso|uno|una]
    (lo he perdido|la he perdido|está en casa|lo tengo en casa)`,
    refusal: `
    (prefiero no|preferiría no) [decirlo|contestar|decírselo|darlo]
    (no quiero|no voy a|me niego a) (decirlo|decírselo|contestar|darlo|darle eso)
    (eso no le importa|no es asunto suyo|es privado|eso es privado|es personal|sin comentarios)`,
    never_mind: `
    (olvídelo|olvídalo|déjelo|déjalo|cancele|cancelar|cancélelo|cancele todo|he cambiado de idea|he cambiado de opinión|cambié de opinión|pare|basta|ya no quiero [nada|eso]|no me interesa|ya no me interesa) [por favor|gracias]`,
    call_later: `
    [ya] (le|os|les) (llamo|llamaré|vuelvo a llamar) [más tarde|luego|después|mañana|otro día]
    (llamo|llamaré|vuelvo a llamar) (más tarde|luego|después|mañana|otro día)
    (llámeme más tarde|ahora no [puedo]|estoy ocupado|estoy ocupada|estoy conduciendo|es mal momento|en otro momento)`,
    complaint: `
    (quiero|quisiera|me gustaría) (quejarme|poner una queja|poner una reclamación|reclamar|hacer una reclamación)
    (qué|vaya) (vergüenza|desastre|desfachatez|poca vergüenza|cara más dura)
    (nadie|ninguno) me (llama|ha llamado|contesta|hace caso)
    (quiero que me devuelvan el dinero|devuélvanme el dinero|llevo {duration} (esperando|llamando))
    (esto|eso) es (ridículo|inaceptable|una vergüenza|una pérdida de tiempo|un desastre|increíble)
    (estoy (muy|bastante) (enfadado|enfadada|harto|harta|molesto|molesta|decepcionado|decepcionada)|esto no funciona|no me entiende|nunca me entiende|ya se lo he dicho|ya se lo dije|ya lo he dicho)`,
    insult: `
    [es usted|eres] [un|una] {tonto}
    (vete a la mierda|váyase a la mierda|que te den|cállate|cállese|vete al infierno)`,
    operator: `
    {quiero} (hablar con|pasar con|comunicarme con) {someone} [por favor]
    (hay|no hay) (alguien|{someone}) [con quien|con quién|con el que|con la que] [pueda|puedo] (hablar|ahí)
    (puedo|podría|me gustaría) hablar [yo] con {someone}
    (páseme|póngame|comuníqueme) [con] {someone} [por favor]
    {quiero} {someone} [por favor]
    (operador|operadora|agente|una persona|un agente|una persona de verdad|atención al cliente) [por favor]`,
    thanks: `
    (gracias|muchas gracias|mil gracias) (por (todo|su {word}|la {word}|el {word})|guapa|guapo|hija|hijo|majo|maja|señorita|joven)
    (es usted muy (amable|simpático|simpática)|dios se lo pague|qué (amable|maja|majo))
    (gracias|muchas gracias|mil gracias|muchísimas gracias|se lo agradezco|muy amable)`,
    greeting: `
    (hola|buenos días|buenas tardes|buenas noches|buenas|muy buenas|hola buenas|hola buenos días|hola buenas tardes|encantado|encantada|me oye|está ahí|hay alguien ahí|oiga|dígame|sí dígame|diga|sí diga|aló|buen día|qué hay)`,
    small_talk: `
    (cómo está|cómo está usted|cómo estás|qué tal|qué tal está|cómo le va|qué tiempo hace|qué calor [hace]|qué frío [hace]|vaya (calor|frío|tiempo|día)|qué día más (bueno|malo|bonito|feo)|qué voz más bonita|cuénteme un chiste|tiene una voz bonita|de dónde es)`,
    goodbye: `
    (adiós|adios|hasta luego|hasta mañana|chao|que tenga un buen día|tengo que irme|me tengo que ir|hasta pronto|nos vemos|venga adiós|venga hasta luego|ale adiós|le dejo|voy a colgar|cuelgo ya)`,
    emergency: `
    [llame a|llamen a|mande|manden|envíe|necesito|necesitamos] (una ambulancia|la ambulancia|la policía|los bomberos) [por favor|ya|rápido]
    (es|esto es) una emergencia
    [mi {relative}|mi|el niño|la niña] [{relative}] (se ha caído y no (se mueve|responde)|no reacciona|se ha desmayado|sangra mucho|está sangrando mucho)
    [mi padre|mi madre|mi marido|mi mujer|mi hijo|mi hija|él|ella|alguien|el bebé] (no respira|está inconsciente|se está ahogando|se está muriendo|ha dejado de respirar|se ha desmayado|tiene un infarto)
    (hay un incendio|hay fuego|se quema la casa|huele a gas|hay una fuga de gas|me quiero morir|quiero morirme|quiero matarme|un infarto|me han apuñalado|me han disparado|tiene un arma|tiene una pistola)`,
  },
  classes,
);

export const talk: readonly Rule[] = [...yesno, ...marks, ...acts, ...asides, ...party];

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
