// Phrases of callers who order some of something: how many that is must be asked, and is never guessed.

import { valueMap } from "../../../../../src/flow/value/value.ts";
import { alike } from "../situation.ts";
import { drinks, entry, germanPoint, list, situation, three } from "./ordering.ts";

// How many is asked: the count is left out.
situation("a few of them", { lists: [list("asked")] }, [
  ...alike(
    `a few colas / several colas / some cola / many colas please / a handful of colas / a bunch of colas / colas /
     I'd like some colas, please / lots of cola / quite a few colas`,
    "cola",
  ),
  ["two waters and a few colas", "2 water, cola"],
  ["a few large salamis", "large salami"],
  ["waters and colas", "water, cola"],
  // Two may be meant, or three.
  ...alike("a couple of colas / a couple colas", "confirm 2 cola"),
  ...alike("a dozen colas / twelve colas", "12 cola"),
  ...alike("all three / both / one of each / a few", "unclear"),
]);
situation("there are two, and then a few", { lists: [list("asked", entry(2, null, "cola"))] }, [
  ["a few more colas", "2 cola, cola"],
  ["without a few colas", "unclear"],
]);
situation("how many?", { lists: [list("asked", valueMap([["count", null], ["size", null], ["kind", "cola"]]))] }, [
  ...alike("three / three please / three colas / make it three", "3 cola"),
  ...alike("a few / not many / three or four", "unclear"),
]); // prettier-ignore
situation("was bestellt ist, wird nicht mehr", { lists: [list("answered", ...three)] }, [
  ["and also a few colas", "unclear"],
]);
situation("ein paar davon", { ...germanPoint, lists: [drinks] }, [
  ...alike(
    "ein paar Kaffees / einige Kaffee / mehrere Kaffees / viele Kaffees / eine Menge Kaffee / etwas Kaffee",
    "coffee",
  ),
  ["zwei Glas Wein und ein paar Kaffees", "2 wine, coffee"],
  ...alike("alle drei / beide / von jedem einen", "unclear"),
]);
