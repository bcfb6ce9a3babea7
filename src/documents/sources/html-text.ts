// Text of an HTML page: its readable content, as Markdown with headings, without menus, forms and scripts.

/** Elements whose words are not content of the page. */
const left =
  "head, title, script, style, noscript, template, nav, header, footer, aside, form, button, select, svg, iframe";
const blocks =
  "p, div, section, article, li, dt, dd, tr, td, th, blockquote, pre, br, ul, ol, table, figcaption";

export function htmlText(html: string): string {
  const parts: string[] = [];
  let ignored = 0;
  const rewriter = new HTMLRewriter()
    .on(left, {
      element(element) {
        ignored += 1;
        // One without an end of its own, such as <iframe/>, has no text either.
        if (element.canHaveContent) element.onEndTag(() => void (ignored -= 1));
        else ignored -= 1;
      },
    })
    .on("h1, h2, h3, h4, h5, h6", {
      element(element) {
        if (ignored > 0) return;
        parts.push(`\n\n${"#".repeat(Number(element.tagName.slice(1)))} `);
        element.onEndTag(() => void parts.push("\n\n"));
      },
    })
    .on(blocks, {
      element({ tagName }) {
        if (ignored === 0) parts.push(tagName === "li" ? "\n- " : tagName === "br" ? "\n" : "\n\n");
      },
    })
    .onDocument({
      text({ text }) {
        if (ignored === 0) parts.push(text.replace(/\s+/g, " "));
      },
    });
  rewriter.transform(html);
  const joined = parts
    .join("")
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n");
  return decoded(joined).replace(/\n{3,}/g, "\n\n");
}

/** The page's title; empty if it has none. */
export function htmlTitle(html: string): string {
  return decoded(/<title[^<>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? "").trim();
}

const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["ndash", "–"],
  ["mdash", "—"],
  ["hellip", "…"],
  ["rsquo", "’"],
  ["lsquo", "‘"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["euro", "€"],
  ["pound", "£"],
  ["auml", "ä"],
  ["ouml", "ö"],
  ["uuml", "ü"],
  ["Auml", "Ä"],
  ["Ouml", "Ö"],
  ["Uuml", "Ü"],
  ["szlig", "ß"],
]);

const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|\w{2,8});/gi, (whole, hex, decimal) => {
    if (!whole.startsWith("&#")) return named.get(whole.slice(1, -1)) ?? whole;
    const code = typeof hex === "string" ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : "";
  });
