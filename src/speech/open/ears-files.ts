// Ears files: the network of the open recogniser for English (Moonshine tiny) that the package @moonshine-ai/moonshine-js
// brings, made by Useful Sensors.

import decoder from "../../../node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized/decoder_model_merged.onnx" with { type: "file" };
import encoder from "../../../node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized/encoder_model.onnx" with { type: "file" };

export interface EarsFiles {
  readonly encoder: Uint8Array;
  readonly decoder: Uint8Array;
}

const paths: Readonly<Record<keyof EarsFiles, string>> = { encoder, decoder };

/** SHA-256 of each. What counts as well understood was chosen by the probabilities of this network. */
const sha256: Readonly<Record<keyof EarsFiles, string>> = {
  encoder: "c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a",
  decoder: "eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367",
};

/** 28 MB. Throws when a file is another one than expected. */
export async function readEarsFiles(): Promise<EarsFiles> {
  const file = async (name: keyof EarsFiles): Promise<Uint8Array> => {
    const bytes = await Bun.file(paths[name]).bytes();
    const found = Bun.SHA256.hash(bytes, "hex");
    if (found !== sha256[name])
      throw new Error(`The open recogniser has another file of its ${name}: ${found}`);
    return bytes;
  };
  return { encoder: await file("encoder"), decoder: await file("decoder") };
}
