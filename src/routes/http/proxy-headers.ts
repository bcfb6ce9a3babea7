// Proxy headers: additions of proxies, tunnels and content networks to a forwarded request. Browsers and ordinary
// programs send none of them, and a page of another origin cannot without a preflight.

const names: ReadonlySet<string> = new Set([
  // RFC 7239, 9110 and 8586.
  "forwarded",
  "via",
  "cdn-loop",
  "surrogate-capability",
  "max-forwards",
  // Header with the place where TLS ended, or with the first client.
  "front-end-https",
  "early-data",
  "client-cert",
  "client-cert-chain",
  "https",
  "x-https",
  "x-ssl",
  "wl-proxy-ssl",
  "x-client-cert",
  "x-client-verify",
  // Header with the arrival time, or with a file for the proxy to send.
  "x-request-start",
  "x-queue-start",
  "x-sendfile-type",
  "x-accel-mapping",
  "x-pull",
  "x-rewrite-url",
  "x-country-code",
  "x-iinfo",
  "x-real-ip",
  "x-real-port",
  "x-remote-addr",
  "x-remote-ip",
  "x-scheme",
  "x-url-scheme",
  "x-host",
  "x-forward-for",
  "x-nginx-proxy",
  "x-cloud-trace-context",
  "x-amzn-trace-id",
  "x-arr-log-id",
  "x-arr-ssl",
  "x-iisnode-remote_addr",
]);

/** Families of a proxy or a network, each with many members; a proxy that signs people in says who they are. */
const family =
  /^(?:remote-(?:user|name|email|groups)$|x-(?:auth-request|webauth|authentik|remote|pomerium|goog-iap|goog-authenticated|amzn-oidc|ms-client-principal|ms-token|ssl|client-ssl|consumer|vouch|kong|traefik|haproxy|bluecoat|replit|zrok|edge|lb|waf|sucuri|pagekite|railway|render|heroku|localtunnel)-|ssl-client-|incap-|cdn-|x-forwarded|forwarded-|x-original-|x-proxy|x-envoy-|x-varnish|x-tunnel|x-ms-proxy|x-ms-forward|x-azure-|x-appengine-|x-vercel-|x-nf-|x-amz-cf-|x-akamai-|cf-|cloudfront-|fastly-|fly-|ngrok-|tailscale-|akamai-)/;
const ofClientAddress = /(?:client|connecting|origin|cluster|visitor|source|user|peer|caller)-?ip$/;

/** Whether a request has a header of this name because something passed it on. `name` in small letters. */
export function isProxyHeader(name: string): boolean {
  return names.has(name) || family.test(name) || ofClientAddress.test(name);
}

/** The first of them that a request has. */
export function proxyHeaderOf(headers: Headers): string | undefined {
  for (const name of headers.keys()) if (isProxyHeader(name)) return name;
  return undefined;
}
