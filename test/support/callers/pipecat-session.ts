// Pipecat session: the published client of another project, unmodified, as an app uses it, with the same script in
// Chromium and without a browser. Its actions are called by name, and its events are collected in a list.

import {
  LogLevel,
  PipecatClient,
  type PipecatClientOptions,
  type RTVIEventCallbacks,
} from "@pipecat-ai/client-js";
import {
  SmallWebRTCTransport,
  type SmallWebRTCTransportConstructorOptions,
} from "@pipecat-ai/small-webrtc-transport";

export interface Told {
  readonly event: string;
  readonly data?: unknown;
}

export class PipecatSession {
  readonly told: Told[] = [];
  readonly client: PipecatClient;
  readonly #transport: SmallWebRTCTransport;

  constructor(mediaManager: SmallWebRTCTransportConstructorOptions["mediaManager"]) {
    const note = (event: string) => (data?: unknown) => void this.told.push({ event, data });
    const callbacks: RTVIEventCallbacks = {
      onBotReady: note("ready"),
      onUserTranscript: note("transcript"),
      onBotStartedSpeaking: note("speaking"),
      onBotStoppedSpeaking: note("silent"),
      onBotLlmText: note("text"),
      onServerMessage: note("server"),
      onBotDisconnected: note("bot-left"),
      onDisconnected: note("disconnected"),
      onError: note("error"),
      onUserLlmText: note("typed"),
    };
    this.#transport = new SmallWebRTCTransport(mediaManager === undefined ? {} : { mediaManager });
    const options: PipecatClientOptions = {
      transport: this.#transport,
      enableMic: true,
      enableCam: false,
      callbacks,
    };
    this.client = new PipecatClient(options);
    this.client.setLogLevel(LogLevel.NONE);
  }

  async connect(endpoint: string): Promise<void> {
    await this.client.connect({ webrtcRequestParams: { endpoint } });
  }

  async startAndConnect(endpoint: string): Promise<void> {
    await this.client.startBotAndConnect({ endpoint });
  }

  async say(text: string): Promise<void> {
    await this.client.sendText(text);
  }

  mute(muted: boolean): void {
    this.client.enableMic(!muted);
  }

  async interrupt(): Promise<unknown> {
    return await this.client.sendClientRequest("interrupt", {});
  }

  /** Automatic step once its network has changed. */
  async reconnect(): Promise<void> {
    const again = Reflect.get(this.#transport, "attemptReconnection") as (anew: boolean) => Promise<void>;
    await again.call(this.#transport, true);
    const channel = Reflect.get(this.#transport, "dc") as RTCDataChannel;
    if (channel.readyState === "open") return;
    await new Promise((resolve) => channel.addEventListener("open", resolve));
  }

  async disconnect(): Promise<void> {
    await this.client.disconnect();
  }
}
