// Firefox relay: starts Firefox and passes on what is said to it by WebDriver BiDi, but for a command that the release of
// Debian does not know and that no test needs.

/** Playwright sends it to each page: which colours are preferred. */
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
      to.addEventListener("close", () => client.close());
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

const decoder = new TextDecoder();
for await (const chunk of browser.stderr) {
  const said = decoder.decode(chunk, { stream: true }).replace(listening, (line, found: string) => {
    address = found;
    return line.replace(found, `ws://127.0.0.1:${relay.port}`);
  });
  process.stderr.write(said);
}
process.exit(await browser.exited);
