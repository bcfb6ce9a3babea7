// Firefox relay: starts Firefox and relays WebDriver BiDi to it, except for a command that Debian's release does not
// know and no test needs.

/** Playwright sends this command to each page: the preferred colours. */
const unknown = "emulation.setMediaFeaturesOverride";
const listening = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const browser = Bun.spawn(["/usr/bin/firefox-esr", ...process.argv.slice(2)], {
  stdout: "inherit",
  stderr: "pipe",
});
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => browser.kill(signal));

let address = "";
interface Passed {
  readonly to: WebSocket;
  readonly open: Promise<unknown>;
}
const relay = Bun.serve<Passed>({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request, server) {
    const to = new WebSocket(address + new URL(request.url).pathname);
    const open = new Promise((done) => to.addEventListener("open", done));
    return server.upgrade(request, { data: { to, open } }) ? undefined : new Response("", { status: 400 });
  },
  websocket: {
    maxPayloadLength: 256 * 1_024 * 1_024,
    idleTimeout: 0,
    open(client) {
      const { to } = client.data;
      to.addEventListener("message", ({ data }: MessageEvent<string>) => client.send(data));
      for (const end of ["close", "error"]) to.addEventListener(end, () => client.close());
    },
    async message(client, text) {
      const { id, method } = JSON.parse(String(text)) as { readonly id: number; readonly method: string };
      if (method === unknown) return void client.send(JSON.stringify({ type: "success", id, result: {} }));
      await client.data.open;
      client.data.to.send(String(text));
    },
    close: ({ data }) => data.to.close(),
  },
});

const lines = browser.stderr
  .pipeThrough(new TextDecoderStream())
  .pipeThrough(new TransformStream<string, string>(byLines()));
for await (const line of lines) {
  const said = line.replace(listening, (words, found: string) => {
    address = found;
    return words.replace(found, `ws://127.0.0.1:${relay.port}`);
  });
  process.stderr.write(`${said}\n`);
}
process.exit(await browser.exited);

/** An incomplete address does not count. */
function byLines(): Transformer<string, string> {
  let rest = "";
  return {
    transform(text, out) {
      const whole = (rest + text).split("\n");
      rest = whole.pop() ?? "";
      for (const line of whole) out.enqueue(line);
    },
    flush: (out) => out.enqueue(rest),
  };
}
