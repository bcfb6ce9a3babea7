// ONNX file: writes a model of a few nodes in the protobuf form of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3,
// so that tests need no file of a megabyte.

type Bytes = readonly number[];

function varint(value: number): Bytes {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
const whole = (field: number, value: number): Bytes => [...varint(field * 8), ...varint(value)];
const part = (field: number, ...parts: readonly Bytes[]): Bytes => {
  const body = parts.flat();
  return [...varint(field * 8 + 2), ...varint(body.length), ...body];
};
const text = (field: number, value: string): Bytes => part(field, [...new TextEncoder().encode(value)]);

export interface OnnxNode {
  readonly does: string;
  readonly from: string;
  readonly to: string;
}

const floats = 1;

/** A value of floats of this shape; undefined: of any size. */
const value = (field: number, name: string, shape: readonly (number | undefined)[]): Bytes =>
  part(
    field,
    text(1, name),
    part(
      2,
      part(
        1,
        whole(1, floats),
        part(2, ...shape.map((size) => part(1, size === undefined ? text(2, "n") : whole(1, size)))),
      ),
    ),
  );

/** A chain of nodes without attributes, from `input` to the last one's value. */
export function onnxFile(
  input: { readonly name: string; readonly shape: readonly (number | undefined)[] },
  nodes: readonly OnnxNode[],
): Uint8Array {
  const graph = part(
    7,
    ...nodes.map(({ does, from, to }) => part(1, text(1, from), text(2, to), text(4, does))),
    text(2, "graph"),
    value(11, input.name, input.shape),
    value(
      12,
      nodes.at(-1)?.to ?? input.name,
      input.shape.map(() => undefined),
    ),
  );
  return Uint8Array.from([...whole(1, 8), ...part(8, whole(2, 13)), ...graph]);
}

/** A turn model that says how loud everything was on the whole: the sigmoid of the mean of what it is given. */
export const meanModel = (): Uint8Array =>
  onnxFile({ name: "input_features", shape: [undefined, 80, 800] }, [
    { does: "ReduceMean", from: "input_features", to: "mean" },
    { does: "Sigmoid", from: "mean", to: "logits" },
  ]);
