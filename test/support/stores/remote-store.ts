// Remote store without another process: requests and answers are cloned, as messages between threads are.

import { openRemoteStore, type RemoteStore } from "../../../db/remote/remote-store.ts";
import { answerersOf, tellOfDisk } from "../../../db/remote/store-server.ts";
import type { Store } from "../../../db/port/store.ts";
import { answerTo, RemoteCalls } from "../../../src/base/remote-call.ts";

export function remoteStoreOf(store: Store): RemoteStore {
  const answerers = answerersOf(store);
  const calls = new RemoteCalls((message) => {
    void answerTo(structuredClone(message), answerers).then((answer) =>
      calls.answered(structuredClone(answer)),
    );
  });
  const remote = openRemoteStore((name, args) => calls.call(name, args));
  tellOfDisk(store, (news) => remote.told(structuredClone(news)));
  return remote;
}
