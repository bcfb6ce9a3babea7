// Widget words: what the widget says in languages other than that of its page, by the primary subtag of a BCP 47 tag. Nothing else of a
// pack is loaded by a page of others.

import { widget as german } from "./de/widget.ts";
import { widget as spanish } from "./es/widget.ts";

export const widgetWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: german,
  es: spanish,
};
