// German introductions: how callers say who they are, and that somebody else cannot be reached.

import type { Introductions } from "../introductions.ts";
import { list } from "../spoken-forms.ts";

export const introductions: Introductions = {
  asking: list(
    "spreche ich, rede ich, bin ich verbunden, habe ich, ist da, ist dort, bin ich bei, sind sie, bin ich richtig bei, ist das",
  ),
  starts: list(
    "hier ist, hier spricht, ich bin, das ist, da ist, am apparat ist, es ist, sie sprechen mit, sie reden mit, mein name ist, ich heiße",
  ),
  names: list("hier ist, hier spricht, mein name ist, ich heiße"),
  absences: list(
    "falsch verbunden, verwählt, nicht da, nicht hier, nicht zu hause, nicht zuhause, nicht im haus, nicht im büro, nicht am platz, gerade unterwegs, ist unterwegs, außer haus, nicht erreichbar, nicht zu sprechen, wohnt hier nicht, wohnt hier nicht mehr, wohnt nicht mehr hier, arbeitet hier nicht, arbeitet hier nicht mehr, arbeitet nicht mehr hier, ist verstorben, ist gestorben, ist weg, ist ausgezogen, ist umgezogen, gibt es hier nicht, gibt's hier nicht, bei der arbeit, auf der arbeit, im urlaub, kenne ich nicht",
  ),
};
