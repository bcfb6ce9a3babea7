// Types of sdp-transform: it ships none, so the used part is declared here.

declare module "sdp-transform" {
  export interface SdpMedia {
    readonly type?: string;
    readonly port?: number | string;
    readonly protocol?: string;
    /** Payload types, as text; a single one is a number. */
    readonly payloads?: string | number;
    readonly rtp?: readonly {
      readonly payload: number | string;
      /** A name of digits is a number. */
      readonly codec: string | number;
      readonly rate?: number;
    }[];
    readonly connection?: { readonly ip?: string };
    readonly direction?: string;
  }

  export interface Sdp {
    readonly connection?: { readonly ip?: string };
    readonly direction?: string;
    readonly media: readonly SdpMedia[];
  }

  export function parse(text: string): Sdp;
}
