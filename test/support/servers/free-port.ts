// Free port: for foreign programs, which need a given port.

import { type AddressInfo, connect, createServer } from "node:net";

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const came = Promise.withResolvers<boolean>();
  socket.on("connect", () => came.resolve(true)).on("error", () => came.resolve(false));
  const isThere = await came.promise;
  socket.destroy();
  return isThere;
}
