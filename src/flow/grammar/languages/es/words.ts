// Spanish words with a value: numbers, money, measures, letters, days.

import type { Classes, Words } from "../../forms.ts";

export const words: Words = {
  unit: "uno;un|una=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9",
  teen: `diez=10 once=11 doce=12 trece=13 catorce=14 quince=15 dieciséis;dieciseis=16 diecisiete=17 dieciocho=18
    diecinueve=19`,
  ten: "veinte=20 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90",
  compound: `veintiuno;veintiún|veintiun|veintiuna=21 veintidós;veintidos=22 veintitrés;veintitres=23 veinticuatro=24
    veinticinco=25 veintiséis;veintiseis=26 veintisiete=27 veintiocho=28 veintinueve=29`,
  hundred: `cien=100 doscientos;doscientas=200 trescientos;trescientas=300 cuatrocientos;cuatrocientas=400
    quinientos;quinientas=500 seiscientos;seiscientas=600 setecientos;setecientas=700 ochocientos;ochocientas=800
    novecientos;novecientas=900`,
  hundredand: `ciento=100 doscientos;doscientas=200 trescientos;trescientas=300 cuatrocientos;cuatrocientas=400
    quinientos;quinientas=500 seiscientos;seiscientas=600 setecientos;setecientas=700 ochocientos;ochocientas=800
    novecientos;novecientas=900`,
  metre: "uno;un=1 dos=2",
  nths: "tercios|tercio=3 cuartos=4 quintos=5 octavos=8 décimos=10",
  big: "mil=1000 millones;millón|millon=1000000",
  ordinal: `primero;primer|primera=1 segundo;segunda=2 tercero;tercer|tercera=3 cuarto;cuarta=4 quinto;quinta=5
    sexto;sexta=6 séptimo;séptima|septimo|septima=7 octavo;octava=8 noveno;novena=9 décimo;décima|decimo|decima=10`,
  currency: `euros|euro;eur|€=EUR dólares|dólar;dolares|dolar|usd|$=USD pesos|peso;mxn=MXN libras|libra;gbp|£=GBP
    francos|franco;chf=CHF`,
  cents: "céntimos;céntimo|centimos|centavos|centavo=1 peniques;penique=2",
  span: `minutos;minuto|min=minutes horas;hora=hours días;día|dias|dia=days noches;noche=nights semanas;semana=weeks
    quincenas;quincena=fortnights meses;mes=months años;año=years segundos;segundo=seconds`,
  aspan: `un_minuto=minutes una_hora=hours un_día;un_dia=days una_noche=nights una_semana=weeks un_mes=months
    un_año=years un_segundo=seconds`,
  halfspan: "media_hora=hours medio_día;medio_dia=days medio_año=years medio_minuto=minutes",
  spanandhalf: `una_hora_y_media;hora_y_media=hours un_día_y_medio;un_dia_y_medio=days un_año_y_medio=years
    un_mes_y_medio=months una_semana_y_media=weeks`,
  measure: `kilos|kilo;kg|kilogramos|kilogramo=kg gramos|gramo;g=g litros|litro;l=l mililitros;ml=ml
    metros|metro;m=m kilómetros|kilómetro;kilometros|km=km centímetros|centímetro;centimetros|cm=cm millas|milla=mi
    libras|libra;lb=lb onzas|onza=oz toneladas|tonelada=t metros_cuadrados=m2 pies|pie=ft pulgadas|pulgada=in`,
  char: `~0.3 ;be=B ;ce=C ;de=D ;efe=F ;ge=G ;hache=H ;jota=J ;ka=K ;ele=L ;eme=M ;ene=N ;eñe=Ñ ;pe=P ;cu=Q
    ;erre|ere=R ;ese=S ;te=T ;uve|ve=V ;uve_doble|doble_ve|doble_u=W ;equis=X ;i_griega|ye=Y ;zeta=Z`,
  weekday: "lunes=1 martes=2 miércoles;miercoles=3 jueves=4 viernes=5 sábado;sabado=6 domingo=0",
  weekdays: "~0.3 sábados;sabados=6 domingos=0",
  month: `enero=1 febrero=2 marzo=3 abril=4 mayo=5 junio=6 julio=7 agosto=8 septiembre;setiembre=9 octubre=10
    noviembre=11 diciembre=12`,
  feast: `domingo_de_pascua;pascua=0 viernes_santo=-2 jueves_santo=-3 lunes_de_pascua=1 domingo_de_ramos=-7
    miércoles_de_ceniza;miercoles_de_ceniza=-46 pentecostés;pentecostes=49 corpus_christi;corpus=60`,
  fixed: `nochebuena=2412 navidad;día_de_navidad=2512 nochevieja=3112 año_nuevo=101
    día_de_reyes;los_reyes|reyes=601`,
  whichyear: "del_año_pasado=-1 de_este_año=0 del_año_que_viene=1",
  part: "mañana;madrugada=morning mediodía;mediodia=noon tarde=afternoon noche=night",
  ofpart: "mañana;madrugada=morning tarde=pm noche=night",
  ampm: "am;a_m=am pm;p_m=pm",
  hourname: `la_una=1 las_dos=2 las_tres=3 las_cuatro=4 las_cinco=5 las_seis=6 las_siete=7 las_ocho=8 las_nueve=9
    las_diez=10 las_once=11 las_doce=12`,
  yes: `sí;si claro por_supuesto desde_luego exacto exactamente efectivamente cómo_no;como_no sí_por_favor;si_por_favor sí_claro claro_que_sí;claro_que_si afirmativo naturalmente con_mucho_gusto sin_duda así_es;asi_es`,
  no: `no no_gracias nunca para_nada en_absoluto qué_va;que_va claro_que_no de_ninguna_manera ni_hablar no_por_favor negativo no_en_realidad`,
  yesish: `vale bien correcto perfecto de_acuerdo bueno está_bien;esta_bien me_parece_bien eso_es adelante cierto ok okay estupendo genial fenomenal muy_bien todo_bien verdad venga hágalo por_favor creo_que_sí supongo supongo_que_sí me_gustaría`,
  noish: `incorrecto mal falso mejor_no no_hace_falta no_es_correcto está_mal creo_que_no todavía_no aún_no ninguno ninguna nada nadie no_mucho no_es_necesario`,
  right: `correcto cierto verdad así bien perfecto exacto lo_que_he_dicho lo_que_quiero`,
  agreedverb: `quiero queremos necesito necesitamos tengo tenemos puedo podemos creo gusta falta bien interesa hay`,
  self: `yo=1`,
  relative: `mujer esposa marido esposo hijo hija madre padre mamá papá amigo amiga pareja novio novia hermana hermano jefe jefa colega bebé niño niña adulto abuela abuelo prima primo tía tío sobrina sobrino`,
  relatives: `hijos hijas amigos amigas hermanos hermanas colegas adultos bebés niños niñas primos primas nietos sobrinos padres=2`,
};

export const classes: Classes = {
  and: "y",
  point: "coma|,",
  double: "doble|dos veces",
  triple: "triple|tres veces",
  gap: "y luego|luego|eh|este",
  hyphen: "guion|guión|raya",
  plus: "más|mas",
  from: "desde;desde el|del|de|entre el|entre",
  until: "hasta;hasta el|al|a|a el|y el|y|-",
  for: "por|durante",
  since: "desde|desde el",
  the: "el|la|lo",
};
