// Checkpoint worker: brings the log of a data file into the file, as far as nobody reads from it or writes meanwhile.
// Its connection is open only so long: the last one to close is the server's.

import { Database as Connection } from "bun:sqlite";

declare const self: Worker;

self.onmessage = ({ data: path }: MessageEvent<string>): void => {
  try {
    using connection = new Connection(path, { create: false, readwrite: true });
    connection.run("PRAGMA busy_timeout = 0");
    connection.run("PRAGMA synchronous = NORMAL");
    connection.query("PRAGMA wal_checkpoint(PASSIVE)").get();
  } catch {
    // The disk refuses, or the file is being moved: whoever writes next says so.
  }
  self.postMessage("done");
};
