// Spanish acts: what callers say beside answers, a form a line. The names are those of `locale/acts.ts`; `repeat` and
// `wait` are handlers of every flow.

import { actsOf } from "../../acts.ts";

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

/** Words without a meaning within an act. */
export const asides =
  "pues ya ahora la verdad es que muy mucho tan solo por favor mire oiga bueno ay todavía también eso";

export const acts = actsOf(
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
    (ninguno|ninguna|nada) (de (esos|esas|estos|estas|ellos|ellas)|me conviene|me va bien|me gusta)
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
    [mi {relative}|mi|el niño|la niña] [{relative}] (se ha caído y no (se mueve|responde)|no reacciona|no se despierta|[se] ha [tragado|bebido] (lejía|veneno|pastillas)|se ha desmayado|sangra mucho|está sangrando mucho)
    [mi padre|mi madre|mi marido|mi mujer|mi hijo|mi hija|él|ella|alguien|el bebé] (no respira|está inconsciente|se está ahogando|se está muriendo|ha dejado de respirar|se ha desmayado|tiene un infarto)
    (hay un incendio|hay fuego|se quema la casa|huele a gas|hay una fuga de gas|me quiero morir|quiero morirme|quiero matarme|un infarto|me han apuñalado|me han disparado|tiene un arma|tiene una pistola)`,
  },
  classes,
);
