// Phrases of callers who order: written before the matchers were looked at, and what they must mean.

import { alike } from "../situation.ts";
import { germanPoint, list, situation, three } from "./ordering.ts";

const order = "1 large margherita, 2 small salami, 1 cola";

situation("an order begins", { lists: [list("asked")] }, [
  ...alike(
    `two large margheritas please / can i get two large margheritas / um two big margheritas
    i'd like two large cheese pizzas / two large margherita pizzas`,
    "2 large margherita",
  ),
  ["to large margheritas", "large margherita"],
  ...alike(
    "a small pepperoni and a coke / one small salami and one cola / i'll have a small salami, and a coke",
    "1 small salami, 1 cola",
  ),
  ["one small pepperoni, one coke, that's it", "1 small salami, 1 cola over"],
  ["a little pepperoni pizza with a coke please", "1 small salami, 1 cola"],
  ...alike("three cokes / three colas please / two, no, three cokes", "3 cola"),
  ["not two, three cokes", "confirm 3 cola"],
  ...alike(
    `the usual / what pizzas do you have / how much is a large margherita / i don't know yet / pizza / two / no idea
    what do you recommend / is the salami spicy / my wife wants something vegetarian / a calzone / not a margherita`,
    "unclear",
  ),
]);

situation("an order goes on", { lists: [list("asked", ...three)] }, [
  ...alike(
    "and a water / also a water please / one more thing, a water / add a water / plus one mineral water / a water more",
    `${order}, 1 water`,
  ),
  ...alike("that's all / no that's it / nothing else thanks / that'll be all / i'm done", `${order} over`),
  ...alike(
    "without the cola / no cola / remove the coke please / forget the coke / scratch the cola / take the coke off",
    "1 large margherita, 2 small salami",
  ),
  ...alike(
    "make the salami large / change the salamis to large",
    "1 large margherita, 2 large salami, 1 cola",
  ),
  ["the salami", `${order}, 1 ? salami`],
  ["the pepperonis large please", "confirm 1 large margherita, 2 large salami, 1 cola"],
  ["large salamis instead of small", "1 large margherita, 2 large salami, 1 cola"],
  ...alike(
    "make it two cokes / two cokes actually / another coke",
    "1 large margherita, 2 small salami, 2 cola",
  ),
  ...alike("three salamis not two / make it three salamis", "1 large margherita, 3 small salami, 1 cola"),
  ...alike("how much is that / what did i order / do you have beer / is that for delivery", "unclear"),
]);

situation("an order is read back", { lists: [list("pending", ...three)] }, [
  ...alike("no, two colas / two cokes not one", "1 large margherita, 2 small salami, 2 cola"),
  ...alike("no cola / yes but without the coke", "1 large margherita, 2 small salami"),
]);

situation("eine Bestellung geht weiter", { ...germanPoint, lists: [list("asked", ...three)] }, [
  ...alike("und ein wasser / noch ein wasser bitte / dazu ein wasser / ein wasser noch", `${order}, 1 water`),
  ...alike("das ist alles / nein danke / das war's / sonst nichts", `${order} over`),
  ...alike("ohne die cola / keine cola / die cola weg bitte", "1 large margherita, 2 small salami"),
  ["die salami lieber groß", "1 large margherita, 2 large salami, 1 cola"],
  ...alike("die salami groß", "confirm 1 large margherita, 2 large salami, 1 cola"),
]);
