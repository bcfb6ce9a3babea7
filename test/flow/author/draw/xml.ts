// XML reader of tests: as strict as a browser, so it throws on what is not well formed.

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  /** Text of the element itself, without that of its children. */
  readonly text: string;
}

interface Open extends Element {
  readonly children: Element[];
  text: string;
}

const token =
  /<(?<closing>\/)?(?<name>[A-Za-z][\w.-]*)(?<attributes>(?:\s+[A-Za-z_][\w:.-]*="[^"<]*")*)\s*(?<empty>\/)?>|(?<text>[^<]+)/y;
const forbidden = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Surrogate}/u;

export function xmlOf(source: string): Element {
  if (forbidden.test(source)) throw new Error("a character that XML does not allow");
  const root: Open = { name: "", attributes: new Map(), children: [], text: "" };
  const open = [root];
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const groups = token.exec(source)?.groups;
    const parent = open.at(-1);
    if (groups === undefined || parent === undefined) throw new Error(`no XML: ${source.slice(at, at + 60)}`);
    const { closing, name = "", attributes = "", empty, text } = groups;
    if (text !== undefined) parent.text += decoded(text);
    else if (closing !== undefined) {
      if (parent.name !== name) throw new Error(`</${name}> closes <${parent.name}>`);
      open.pop();
    } else {
      const element: Open = { name, attributes: attributesOf(attributes), children: [], text: "" };
      parent.children.push(element);
      if (empty === undefined) open.push(element);
    }
  }
  const [only, ...more] = root.children;
  if (only === undefined || more.length > 0 || open.length !== 1 || root.text.trim() !== "")
    throw new Error("not one element");
  return only;
}

function attributesOf(source: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", value = ""] of source.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
    if (attributes.has(name)) throw new Error(`${name} twice`);
    attributes.set(name, decoded(value));
  }
  return attributes;
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d+);)?/g, (_, code: string | undefined) => {
    if (code === undefined) throw new Error("a bare &");
    return String.fromCodePoint(Number(code));
  });
}

/** Yields the element and all its descendants. */
export function* everyElement(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) yield* everyElement(child);
}
