// List changes: carries out on the entries of a list what a caller said: adds, counts up, takes out, replaces.

import { type Value, type ValueMap, valueMap } from "../../../value/value.ts";
import type { WantedField } from "../understanding.ts";
import { belongs, lacking, valueIn } from "./list-entry.ts";
import { countOf, headOf } from "./list-head.ts";
import type { Item, Said } from "./list-items.ts";

export interface Changed {
  readonly entries: readonly ValueMap[];
  /** A guess: it must be read back. */
  readonly isDoubtful: boolean;
  /** An entry takes what it is from another one: "one large and one small margherita". */
  readonly isBorrowed: boolean;
}

/** The entries as they are now; undefined where it is not clear what is meant. */
export function changed(
  said: Said,
  known: readonly ValueMap[],
  fields: readonly WantedField[],
): Changed | undefined {
  return new Changing(known, fields).all(said);
}

class Changing {
  readonly #fields: readonly WantedField[];
  readonly #head: string;
  readonly #count: string | undefined;
  readonly #entries: ValueMap[];
  readonly #before: number;
  /** Where this utterance put its last item. */
  #last: number | undefined;
  #isDoubtful = false;
  #isBorrowed = false;

  constructor(known: readonly ValueMap[], fields: readonly WantedField[]) {
    this.#fields = fields;
    this.#head = headOf(fields)?.name ?? "";
    this.#count = countOf(fields)?.name;
    this.#entries = [...known];
    this.#before = known.length;
  }

  all({ items: said, isInstead, isDenial }: Said): Changed | undefined {
    const items = this.#completed(said);
    if (items === undefined) return undefined;
    for (const item of items) this.#leaveCountOpen(item);
    for (const [at, item] of items.entries()) {
      const next = items[at + 1];
      // "Instead of the cola a water": what it became.
      if (at === 1 && items[0]?.mode === "replaced") continue;
      const isDone =
        item.isPart === true && item.mode !== "remove" && item.isMore !== true
          ? this.#split(item, next?.mode === "become" ? next : undefined)
          : item.mode === "remove"
            ? this.#remove(item)
            : item.isEverything === true
              ? this.#changeAll(item)
              : item.mode === "change"
                ? this.#change(item, next?.mode === "become" ? next : undefined)
                : item.mode === "become"
                  ? items[at - 1]?.mode === "change"
                  : item.mode === "replaced"
                    ? items[at - 1] !== undefined || this.#replace(item, next)
                    : next?.mode === "replaced"
                      ? this.#replace(next, item)
                      : ((isInstead || (isDenial && at === 0)) && this.#before > 0) || this.#isChangeOf(item)
                        ? this.#instead(item)
                        : this.#add(item);
      if (!isDone) return undefined;
    }
    return {
      entries: this.#entries,
      isDoubtful: this.#isDoubtful,
      isBorrowed: this.#isBorrowed,
    };
  }

  /** "Coffees" are not one: how many must be asked. */
  #leaveCountOpen({ values, mode, isSeveral }: Item): void {
    const count = this.#count;
    const isOpen = isSeveral === true && mode === "add";
    if (isOpen && count !== undefined && !values.has(count)) values.set(count, null);
  }

  /** Items that leave out what they are get it from those beside them: "one large and one small margherita". */
  #completed(items: readonly Item[]): readonly Item[] | undefined {
    const spread = this.#spread(items.filter((item, at) => !this.#isTakenBack(item, items[at + 1])));
    if (spread === undefined) return undefined;
    for (const [at, item] of spread.entries()) {
      const isHeadless =
        item.mode === "add" && item.isEverything !== true && !item.values.has(this.#head) && this.#says(item);
      if (!isHeadless || this.#fillsOpen(item)) continue;
      const before = spread[at - 1]?.values.get(this.#head);
      const after = spread
        .slice(at + 1)
        .find(({ values }) => values.has(this.#head))
        ?.values.get(this.#head);
      const head = item.hasPronoun === true ? (before ?? after) : (after ?? before);
      if (head === undefined) continue;
      item.values.set(this.#head, head);
      this.#isBorrowed = true;
      const entry = valueMap(item.values);
      // "A large calzone and a cola": no cola is large.
      if (this.#fields.some((field) => item.values.has(field.name) && !belongs(field, entry)))
        return undefined;
    }
    return spread;
  }

  /** The first "two" of "two, no, three large margheritas". */
  #isTakenBack({ values, mode }: Item, next: Item | undefined): boolean {
    const isWhole =
      next?.mode === "correct" && next.values.has(this.#head) && mode === "add" && !values.has(this.#head);
    if (isWhole) next.mode = "add";
    return isWhole;
  }

  /**
   * "Two margheritas, one large and one small", "three large pizzas, two margheritas and one salami": the parts take the
   * place of the whole, if they add up.
   */
  #spread(items: readonly Item[]): readonly Item[] | undefined {
    const [whole, ...rest] = items;
    const count = this.#count;
    const last = rest.findIndex(({ isEverything }) => isEverything === true);
    const parts = last < 0 ? rest : rest.slice(0, last);
    if (whole === undefined || count === undefined || parts.length < 2 || whole.mode !== "add") return items;
    const hasHead = whole.values.has(this.#head);
    const isPart = ({ mode, values }: Item): boolean =>
      mode === "add" && values.has(count) && values.has(this.#head) !== hasHead && values.size > 1;
    if ((!hasHead && !whole.values.has(count)) || !parts.every(isPart)) return items;
    const sum = parts.reduce((all, { values }) => all + Number(values.get(count)), 0);
    const many = Number(whole.values.get(count) ?? 1);
    if (many !== sum) return sum > 0 && many > 1 && hasHead ? undefined : items;
    const spread = parts.map((part) => ({ ...part, values: new Map([...whole.values, ...part.values]) }));
    return [...spread, ...rest.slice(parts.length)];
  }

  /** It says more than how many. */
  #says({ values, hasPronoun }: Item): boolean {
    return hasPronoun === true || [...values.keys()].some((name) => name !== this.#count);
  }

  /** The entry that is just being asked for something lacks nothing that this item has. */
  #fillsOpen({ values }: Item): boolean {
    const open = this.#openEntry();
    if (open === undefined) return false;
    const entry = this.#at(open);
    // "How many?" – "Three coffees."
    const isCounted =
      this.#count !== undefined && valueIn(entry, this.#count) === null && values.has(this.#count);
    return [...values].every(
      ([name, value]) =>
        valueIn(entry, name) === null ||
        name === this.#count ||
        (isCounted && valueIn(entry, name) === value),
    );
  }

  #openEntry(): number | undefined {
    const at = this.#entries.findIndex((entry) => lacking(entry, this.#fields) !== undefined);
    return at < 0 ? undefined : at;
  }

  #at(place: number): ValueMap {
    return this.#entries[place] ?? valueMap([]);
  }

  #add(item: Item): boolean {
    if (item.mode === "correct") return this.#correct(item);
    const { values } = item;
    const open = this.#openEntry();
    if (open !== undefined && this.#fillsOpen(item) && values.size > 0) return this.#merge(open, item);
    if (item.isMore === true) return this.#more(item);
    if (!values.has(this.#head)) {
      // "A large one", where nothing was named before: what it is must be asked.
      const isFirst = this.#entries.length === 0;
      if (!isFirst || !this.#says(item)) return false;
    }
    this.#put(values);
    return true;
  }

  /** One more of what is there, or of something new. */
  #more(item: Item): boolean {
    const count = this.#count;
    if (count === undefined) return false;
    const said = item.values.get(count);
    // "A few more coffees": how many are asked for.
    if (said === null) {
      if (item.values.has(this.#head)) this.#put(item.values);
      return item.values.has(this.#head);
    }
    const many = Number(said ?? 1);
    const places = item.values.has(this.#head) || this.#says(item) ? this.#matching(item) : this.#lastPlace();
    if (places.length > 1) return false;
    const [place] = places;
    if (place === undefined) {
      if (!item.values.has(this.#head)) return false;
      this.#put(new Map([...item.values, [count, many]]));
      return true;
    }
    return this.#set(place, new Map([[count, Number(valueIn(this.#at(place), count) ?? 0) + many]]));
  }

  #lastPlace(): readonly number[] {
    return this.#entries.length === 0 ? [] : [this.#entries.length - 1];
  }

  /** A new entry, or more of one that is alike. */
  #put(values: ReadonlyMap<string, Value>): void {
    const entry = this.#made(values);
    const count = this.#count;
    const same = this.#entries.findIndex(
      (each) =>
        [entry, each].every((one) => lacking(one, this.#fields) === undefined) &&
        this.#fields.every(({ name }) => name === count || valueIn(each, name) === valueIn(entry, name)),
    );
    if (same < 0 || count === undefined) {
      this.#entries.push(entry);
      this.#last = this.#entries.length - 1;
      return;
    }
    const sum = Number(valueIn(this.#at(same), count)) + Number(valueIn(entry, count));
    this.#entries[same] = this.#made(new Map([...Object.entries(this.#at(same)), [count, sum]]));
    this.#last = same;
    // More of the same may also be the same said again.
    this.#isDoubtful = true;
  }

  /** An entry with its defaults, without what entries like it do not have. */
  #made(values: ReadonlyMap<string, Value>): ValueMap {
    const stated = valueMap(values);
    return valueMap(
      this.#fields.map((field): readonly [string, Value] => {
        const value = valueIn(stated, field.name);
        // "A few" is not what is meant where nothing is said.
        const isLeftOpen = field.name === this.#count && Object.hasOwn(stated, field.name);
        if (belongs(field, stated)) return [field.name, value ?? (isLeftOpen ? null : field.default) ?? null];
        const isUnknown = field.onlyFor.some(([owner]) => valueIn(stated, owner) === null);
        if (value !== null && !isUnknown) this.#isDoubtful = true;
        return [field.name, isUnknown ? value : null];
      }),
    );
  }

  #set(place: number, values: ReadonlyMap<string, Value>): boolean {
    // "The salamis large": as many as there are.
    const stated = [...values].filter(([name, value]) => name !== this.#count || value !== null);
    this.#entries[place] = this.#made(new Map([...Object.entries(this.#at(place)), ...stated]));
    this.#last = place;
    return true;
  }

  #merge(place: number, { values }: Item): boolean {
    this.#entries[place] = this.#made(new Map([...Object.entries(this.#at(place)), ...values]));
    this.#last = place;
    return true;
  }

  /** "A margherita, no, a salami". */
  #correct(item: Item): boolean {
    if (item.values.size === 0) return false;
    if (this.#last === undefined) return this.#instead(item);
    return this.#set(this.#last, item.values);
  }

  /** "Two small ones instead": of the one that is alike, else of the last one. */
  #instead(item: Item): boolean {
    if (item.values.size === 0) return false;
    const alike = this.#alike(item);
    if (alike.length > 1) return false;
    const place = alike[0] ?? this.#lastPlace()[0];
    return place !== undefined && this.#set(place, item.values);
  }

  /** "The salamis large": of what is there, said in that order. Nothing says that it is changed, so it is read back. */
  #isChangeOf(item: Item): boolean {
    const { isKnown, values } = item;
    const isChange = isKnown === true && values.size > 1 && this.#alike(item).length === 1;
    this.#isDoubtful ||= isChange;
    return isChange;
  }

  /** "All large": every entry that has such a thing. */
  #changeAll({ values }: Item): boolean {
    const said = [...values].filter(([name]) => name !== this.#count);
    const places = this.#places((entry) =>
      said.every(([name]) => {
        const field = this.#fields.find((each) => each.name === name);
        return field !== undefined && name !== this.#head && belongs(field, entry);
      }),
    );
    for (const place of places) this.#set(place, new Map(said));
    return said.length > 0 && places.length > 0;
  }

  /** "Make one of those large": as many of an entry become another one. */
  #split(item: Item, become: Item | undefined): boolean {
    const count = this.#count;
    const many = count === undefined ? undefined : item.values.get(count);
    const now = become?.values ?? item.values;
    const changed = [...now].filter(([name]) => name !== count && name !== this.#head);
    const named = item.values.has(this.#head) ? this.#alike(item) : this.#lastPlace();
    const [place, ...others] = named;
    if (count === undefined || typeof many !== "number" || place === undefined) return false;
    if (others.length > 0 || changed.length === 0) return false;
    const entry = this.#at(place);
    const rest = Number(valueIn(entry, count)) - many;
    if (rest < 0) return false;
    if (rest === 0) return this.#set(place, new Map(changed));
    const part = this.#made(new Map([...Object.entries(entry), ...changed, [count, many]]));
    this.#set(place, new Map([[count, rest]]));
    this.#entries.splice(place + 1, 0, part);
    this.#last = place + 1;
    return true;
  }

  /** The entries that are called so. */
  #alike({ values }: Item): readonly number[] {
    const head = values.get(this.#head);
    if (head === undefined) return [];
    return this.#places((entry) => valueIn(entry, this.#head) === head);
  }

  #replace(old: Item, now: Item | undefined): boolean {
    const [place, ...others] = this.#named(old);
    if (now === undefined || place === undefined || others.length > 0) return false;
    return this.#set(place, now.values);
  }

  /** "Make the second one small", "change the cola to a tea". */
  #change(item: Item, become: Item | undefined): boolean {
    if (become !== undefined) return this.#replace(item, become);
    if (item.values.size === 0) return false;
    if (item.place !== undefined) {
      const [place] = this.#named({ ...item, values: new Map() });
      return place !== undefined && this.#set(place, item.values);
    }
    return this.#instead(item);
  }

  #remove(item: Item): boolean {
    if (item.isEverything === true) {
      this.#entries.length = 0;
      return true;
    }
    const [place, ...others] = this.#named(item);
    if (place === undefined || others.length > 0) return false;
    const count = this.#count;
    const many = count === undefined ? undefined : item.values.get(count);
    const now = count === undefined ? null : valueIn(this.#at(place), count);
    if (many === null) return false;
    if (count !== undefined && typeof many === "number" && typeof now === "number" && many < now)
      return this.#set(place, new Map([[count, now - many]]));
    if (typeof many === "number" && typeof now === "number" && many > now) return false;
    this.#entries.splice(place, 1);
    this.#last = undefined;
    return true;
  }

  /** The entries that an item means: by place, as "that one", or by what they are. */
  #named(item: Item): readonly number[] {
    const { place, isIt } = item;
    if (place !== undefined) {
      const at = indexOfPlace(place, this.#entries.length);
      return at === undefined ? [] : [at];
    }
    if ([...item.values.keys()].some((name) => name !== this.#count)) return this.#matching(item);
    return isIt === true || item.hasPronoun === true ? this.#lastPlace() : [];
  }

  #matching({ values }: Item): readonly number[] {
    return this.#places((entry) =>
      [...values].every(([name, value]) => name === this.#count || valueIn(entry, name) === value),
    );
  }

  #places(fits: (entry: ValueMap) => boolean): readonly number[] {
    return this.#entries.flatMap((entry, at) => (fits(entry) ? [at] : []));
  }
}

/** The place of "the middle one", which only a row of an odd length has. Others count from 1, or from -1 backwards. */
const middlePlace = 0.5;

/** The index of a place among so many; undefined where there is none. */
function indexOfPlace(place: number, count: number): number | undefined {
  const at = place === middlePlace ? (count - 1) / 2 : place < 0 ? count + place : place - 1;
  return Number.isInteger(at) && at >= 0 && at < count ? at : undefined;
}
