// Typed address: a website's address as people type or paste it, with its missing scheme.

const withAnyScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i;
const thisMachine = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=$|[:/])/i;

/** A single word is more likely a slip than a host. */
const host = /^[^\s/?#]+\.[^\s/?#]/;

/** `https://` goes before a host without a scheme, and `http://` before this machine, which has no certificates. */
export function withScheme(typed: string): string {
  const text = typed.trim();
  if (withAnyScheme.test(text)) return text;
  if (thisMachine.test(text)) return `http://${text}`;
  return host.test(text) ? `https://${text}` : text;
}

/** URL of a whole website; undefined with a path, a query or credentials. */
export function websiteIn(typed: string): URL | undefined {
  const url = URL.parse(withScheme(typed));
  const isWhole = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isWhole ? url : undefined;
}
