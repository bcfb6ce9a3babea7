// List changes: carries out the caller's changes on a list's entries: adds, counts up, removes, replaces.

import { type Value, type ValueMap, valueMap } from "../../../value/value.ts";
import type { HeardList, WantedField } from "../understanding.ts";
import { belongs, countOf, headOf, lacking, valueIn } from "./list-entry.ts";
import type { Item, Said, Trait } from "./list-items.ts";

export interface ListChange {
  readonly entries: readonly ValueMap[];
  /** Whether a change is a guess, which must be read back. */
  readonly isDoubtful: boolean;
  /** Whether an entry takes its noun from another one: "one large and one small margherita". */
  readonly isBorrowed: boolean;
}

/** Changed entries; undefined if the meaning is unclear. Outside of its question a number of an entry replaces it. */
export function changed(utterance: Said, { entries, fields, role }: HeardList): ListChange | undefined {
  return new Changing(entries, fields, role !== "asked").all(utterance);
}

/** "Just one water", where two are in the list: its entry has another number. */
export function isRecount(
  { mode, values, traits }: Item,
  entries: readonly ValueMap[],
  fields: readonly WantedField[],
): boolean {
  const [head, count] = [headOf(fields)?.name, countOf(fields)?.name];
  if (mode !== "add" || head === undefined || count === undefined || traits.size > 0) return false;
  const alike = entries.filter((entry) => valueIn(entry, head) === values.get(head));
  const number = values.get(count);
  return (
    alike.length === 1 &&
    typeof number === "number" &&
    alike.every((entry) => valueIn(entry, count) !== number)
  );
}

type Values = ReadonlyMap<string, Value>;

class Changing {
  readonly #fields: readonly WantedField[];
  readonly #head: string;
  /** Name of the field with the count; empty: a list without a count counts nothing. */
  readonly #count: string;
  readonly #entries: ValueMap[];
  readonly #isRecounted: boolean;
  /** Place of this utterance's last item. */
  #last: number | undefined;
  #isDoubtful = false;
  #isBorrowed = false;

  constructor(entries: readonly ValueMap[], fields: readonly WantedField[], isRecounted: boolean) {
    this.#fields = fields;
    this.#isRecounted = isRecounted;
    this.#head = headOf(fields)?.name ?? "";
    this.#count = countOf(fields)?.name ?? "";
    this.#entries = [...entries];
  }

  all({ items: heardItems, isInstead, isDenial }: Said): ListChange | undefined {
    const items = this.#completed(heardItems);
    if (items !== undefined && this.#isAnew(items)) {
      this.#entries.length = 0;
      this.#isDoubtful = true;
    }
    const isKnown = this.#entries.length > 0;
    const isDone = items?.every((item, at) =>
      isKnown &&
      item.mode === "add" &&
      (isInstead || (isDenial && at === 0) || this.#isChangeOf(item) || this.#isRecountOf(item))
        ? this.#change(item)
        : this.#carriesOut(item),
    );
    if (isDone !== true) return undefined;
    return { entries: this.#entries, isDoubtful: this.#isDoubtful, isBorrowed: this.#isBorrowed };
  }

  /** Whether the caller names all of several entries again, which replaces the list. */
  #isAnew(items: readonly Item[]): boolean {
    const heads = new Set(items.map(({ values }) => values.get(this.#head)));
    const isPlain = items.every(
      ({ mode, traits }) => mode === "add" && (traits.size === 0 || traits.has("several")),
    );
    return (
      isPlain &&
      this.#entries.length > 1 &&
      this.#entries.every((entry) => heads.has(valueIn(entry, this.#head) ?? undefined))
    );
  }

  #carriesOut(item: Item): boolean {
    const { mode, traits, values } = item;
    if (mode === "remove") return this.#remove(item);
    if (traits.has("part") && !traits.has("more")) return this.#split(item);
    if (traits.has("everything")) return this.#changeAll(item);
    if (mode === "change") return this.#change(item);
    // "A margherita, no, a salami".
    if (mode === "correct")
      return values.size > 0 && this.#last !== undefined ? this.#set(this.#last, values) : this.#change(item);
    return this.#add(item);
  }

  /** Items without a noun get it from adjacent ones: "one large and one small margherita". */
  #completed(items: readonly Item[]): readonly Item[] | undefined {
    const spread = this.#spread(items);
    for (const [at, item] of spread?.entries() ?? []) {
      const { values, traits } = item;
      // "Coffees" are more than one: the agent must ask for the number.
      if (traits.has("several") && item.mode === "add" && this.#count !== "" && !values.has(this.#count))
        values.set(this.#count, null);
      const isHeadless = item.mode === "add" && !values.has(this.#head) && !traits.has("everything");
      if (!isHeadless || !this.#says(item) || this.#fillsOpen(item)) continue;
      const before = spread?.[at - 1]?.values.get(this.#head);
      const after = spread?.slice(at + 1).find((each) => each.values.has(this.#head));
      const head = before ?? after?.values.get(this.#head);
      if (head === undefined) continue;
      values.set(this.#head, head);
      this.#isBorrowed = true;
      const entry = valueMap(values);
      // "A large calzone and a cola": "large" does not apply to the cola.
      if (this.#fields.some((field) => values.has(field.name) && !belongs(field, entry))) return undefined;
    }
    return spread;
  }

  /**
   * "Two margheritas, one large and one small", "three large pizzas, two margheritas and one salami": the parts
   * replace the whole, if they add up.
   */
  #spread(items: readonly Item[]): readonly Item[] | undefined {
    const [whole, ...rest] = items;
    const count = this.#count;
    const last = rest.findIndex(({ traits }) => traits.has("everything"));
    const parts = last < 0 ? rest : rest.slice(0, last);
    if (whole?.mode !== "add" || parts.length < 2) return items;
    const hasHead = whole.values.has(this.#head);
    const isPart = ({ mode, values }: Item): boolean =>
      mode === "add" && values.has(count) && values.has(this.#head) !== hasHead && values.size > 1;
    if ((!hasHead && !whole.values.has(count)) || !parts.every(isPart)) return items;
    const sum = parts.reduce((all, { values }) => all + Number(values.get(count)), 0);
    const many = Number(whole.values.get(count) ?? 1);
    if (many !== sum) return many > 1 && hasHead ? undefined : items;
    const spread = parts.map((part) => ({ ...part, values: new Map([...whole.values, ...part.values]) }));
    return [...spread, ...rest.slice(parts.length)];
  }

  /** Whether the item says more than a number. */
  #says({ values }: Item): boolean {
    return [...values.keys()].some((name) => name !== this.#count);
  }

  /** Whether this item has all fields that the open entry lacks. */
  #fillsOpen({ values }: Item): boolean {
    const entry = this.#entries.find((each) => lacking(each, this.#fields) !== undefined);
    if (entry === undefined || values.size === 0) return false;
    // "How many?" – "Three coffees."
    const isCounted = valueIn(entry, this.#count) === null && values.has(this.#count);
    return [...values].every(([name, value]) => {
      const current = valueIn(entry, name);
      return current === null || name === this.#count || (isCounted && current === value);
    });
  }

  #at(place: number): ValueMap {
    return this.#entries[place] ?? valueMap([]);
  }

  #add(item: Item): boolean {
    const { values } = item;
    if (this.#fillsOpen(item)) {
      const open = this.#entries.findIndex((each) => lacking(each, this.#fields) !== undefined);
      return this.#set(open, values);
    }
    if (item.traits.has("more")) return this.#more(item);
    // "A large one" before any name: the agent must ask for its noun.
    const isFirst = this.#entries.length === 0 && this.#says(item);
    if (!values.has(this.#head) && !isFirst) return false;
    this.#put(values);
    return true;
  }

  /** Adds one more of an existing entry, or a new one. */
  #more(item: Item): boolean {
    const { values } = item;
    const count = values.get(this.#count);
    const isNamed = values.has(this.#head);
    const [place, ...others] = this.#says(item) ? this.#matching(item) : this.#lastPlace();
    if (this.#count === "" || others.length > 0) return false;
    const many = Number(count ?? 1);
    // "A few more coffees": the agent asks for the number.
    if (count !== null && place !== undefined) {
      const sum = Number(valueIn(this.#at(place), this.#count)) + many;
      return this.#set(place, new Map([[this.#count, sum]]));
    }
    if (isNamed) this.#put(count === null ? values : new Map([...values, [this.#count, many]]));
    return isNamed;
  }

  #lastPlace(): readonly number[] {
    return this.#entries.length === 0 ? [] : [this.#entries.length - 1];
  }

  /** Adds a new entry, or counts an equal one up. */
  #put(values: Values): void {
    const entry = this.#made(values);
    const [same] = this.#places(
      (each) =>
        [entry, each].every((one) => lacking(one, this.#fields) === undefined) &&
        this.#fields.every(
          ({ name }) => name === this.#count || valueIn(each, name) === valueIn(entry, name),
        ),
    );
    this.#last = same ?? this.#entries.length;
    if (same === undefined || this.#count === "") {
      this.#entries.push(entry);
      return;
    }
    const sum = Number(valueIn(this.#at(same), this.#count)) + Number(valueIn(entry, this.#count));
    this.#set(same, new Map([[this.#count, sum]]));
    // More of the same may also be a repetition.
    this.#isDoubtful = true;
  }

  /** Entry with its defaults, without fields that do not apply to it. */
  #made(values: Values): ValueMap {
    const stated = valueMap(values);
    return valueMap(
      this.#fields.map((field): readonly [string, Value] => {
        const value = valueIn(stated, field.name);
        // Whether the field stays open: "a few" has no default.
        const isLeftOpen = field.name === this.#count && values.has(field.name);
        if (belongs(field, stated)) return [field.name, value ?? (isLeftOpen ? null : field.default) ?? null];
        const isUnknown = field.onlyFor.some(([owner]) => valueIn(stated, owner) === null);
        this.#isDoubtful ||= value !== null && !isUnknown;
        return [field.name, isUnknown ? value : null];
      }),
    );
  }

  /** "The salamis large": changes as many as there are. */
  #set(place: number, values: Values): boolean {
    const stated = [...values].filter(([name, value]) => name !== this.#count || value !== null);
    this.#entries[place] = this.#made(new Map([...Object.entries(this.#at(place)), ...stated]));
    this.#last = place;
    return true;
  }

  /**
   * "The salamis large": whether the item names present entries, in that order. No word marks the change, so it is read
   * back.
   */
  #isChangeOf(item: Item): boolean {
    const { traits, values } = item;
    const [place, ...others] = this.#alike(item);
    const isPlain = ["everything", "part", "more"].every((trait) => !traits.has(trait as Trait));
    const isKnown = isPlain && traits.has("known") && values.size > 1;
    if (!isKnown || place === undefined || others.length > 0) return false;
    const entry = this.#at(place);
    this.#isDoubtful ||= [...values].some(([name, value]) => valueIn(entry, name) !== value);
    return true;
  }

  /** "Just one water", at a summary: it is read back. */
  #isRecountOf(item: Item): boolean {
    if (!this.#isRecounted || !isRecount(item, this.#entries, this.#fields)) return false;
    this.#isDoubtful = true;
    return true;
  }

  /** "All large": changes every entry with such a field. */
  #changeAll({ values }: Item): boolean {
    const changes = [...values].filter(([name]) => name !== this.#count);
    const changedFields = this.#fields.filter(({ name }) => changes.some(([each]) => each === name));
    const places = this.#places((entry) =>
      changedFields.every((field) => field.name !== this.#head && belongs(field, entry)),
    );
    for (const place of places) this.#set(place, new Map(changes));
    return changes.length > 0 && places.length > 0;
  }

  /** "Make one of those large": some of an entry's items become another entry. */
  #split(item: Item): boolean {
    const count = this.#count;
    const many = item.values.get(count);
    const { now, values } = item;
    const changed = [...(now ?? values)].filter(
      ([name]) => name !== count && (now !== undefined || name !== this.#head),
    );
    const [place, ...others] =
      now !== undefined && this.#says(item)
        ? this.#matching(item)
        : values.has(this.#head)
          ? this.#alike(item)
          : this.#lastPlace();
    if (typeof many !== "number" || place === undefined || others.length > 0 || changed.length === 0)
      return false;
    const entry = this.#at(place);
    const rest = Number(valueIn(entry, count)) - many;
    // "Make it two of the small ones", about one existing entry.
    if (rest < 0 && item.mode === "change") return this.#set(place, new Map([...changed, [count, many]]));
    if (rest <= 0) return rest === 0 && this.#set(place, new Map(changed));
    this.#set(place, new Map([[count, rest]]));
    this.#entries.splice(
      place + 1,
      0,
      this.#made(new Map([...Object.entries(entry), ...changed, [count, many]])),
    );
    this.#last = place + 1;
    return true;
  }

  /** Entries of this name. */
  #alike({ values }: Item): readonly number[] {
    const head = values.get(this.#head);
    return head === undefined ? [] : this.#places((entry) => valueIn(entry, this.#head) === head);
  }

  /**
   * "Make the second one small", "change the cola to a tea"; "two small ones": changes the equal entry, else the last.
   */
  #change(item: Item): boolean {
    const { now, values, place } = item;
    const alike = this.#alike(item);
    const [at, ...others] =
      now !== undefined || place !== undefined
        ? this.#named(item)
        : alike.length > 0
          ? alike
          : this.#lastPlace();
    const isClear = at !== undefined && others.length === 0 && (now ?? values).size > 0;
    if (!isClear) return false;
    // "Change one margherita to a large one", if there are three.
    const many = values.get(this.#count);
    const isSome =
      now?.get(this.#count) === many && Number(many) < Number(valueIn(this.#at(at), this.#count));
    return isSome && many !== undefined ? this.#split(item) : this.#set(at, now ?? values);
  }

  #remove(item: Item): boolean {
    if (item.traits.has("everything")) {
      this.#entries.length = 0;
      return true;
    }
    const [place, ...others] = this.#named(item);
    if (place === undefined || others.length > 0) return false;
    const many = item.values.get(this.#count);
    const left = typeof many === "number" ? Number(valueIn(this.#at(place), this.#count)) - many : 0;
    if (many === null || left < 0) return false;
    if (left > 0) return this.#set(place, new Map([[this.#count, left]]));
    this.#entries.splice(place, 1);
    this.#last = undefined;
    return true;
  }

  /** Entries meant by an item: by place, as "that one", or by name. */
  #named(item: Item): readonly number[] {
    const { place, traits, values } = item;
    const count = this.#entries.length;
    if (place !== undefined) {
      const at = place === MIDDLE ? (count - 1) / 2 : place < 0 ? count + place : place - 1;
      return this.#places((_, each) => each === at);
    }
    if ([...values.keys()].some((name) => name !== this.#count)) return this.#matching(item);
    // "Two colas instead of one".
    const head = item.now?.get(this.#head);
    if (values.size > 0 && head !== undefined)
      return this.#places(
        (entry) =>
          valueIn(entry, this.#head) === head && valueIn(entry, this.#count) === values.get(this.#count),
      );
    return traits.has("it") ? this.#lastPlace() : [];
  }

  #matching({ values }: Item): readonly number[] {
    return this.#places((entry) =>
      [...values].every(([name, value]) => name === this.#count || valueIn(entry, name) === value),
    );
  }

  #places(fits: (entry: ValueMap, at: number) => boolean): readonly number[] {
    return this.#entries.flatMap((entry, at) => (fits(entry, at) ? [at] : []));
  }
}

/**
 * Place of "the middle one", which exists only in a list of odd length. Other places count from 1, or from -1
 * backwards.
 */
const MIDDLE = 0.5;
