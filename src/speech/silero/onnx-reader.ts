// ONNX reader: finds the numbers in a model's file. Such a file is a protobuf message; field numbers are those of
// onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto), and the encoding is
// https://protobuf.dev/programming-guides/encoding/.

import { assert } from "../../base/assert.ts";

const modelGraph = 7;
const graphNode = 1;
const graphInitializer = 5;
const nodeInput = 1;
const nodeOutput = 2;
const nodeAttribute = 5;
const attributeTensor = 5;
const attributeGraph = 6;
const tensorFloatData = 4;
const tensorInt32Data = 5;
const tensorName = 8;
const tensorRawData = 9;

/**
 * Bytes of every constant by name, including the graph's branches. They are views of `file`: consecutive numbers,
 * little-endian, in the order of the tensor's shape, last dimension innermost. Trusts the file: throws if it is no
 * protobuf, and ignores constants in other forms.
 */
export function readConstants(file: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const constants = new Map<string, Uint8Array>();
  const nodes = messages(file, modelGraph).flatMap(nodesOf);
  for (const node of nodes) {
    const [name] = messages(node, nodeOutput);
    const tensors = messages(node, nodeAttribute).flatMap((attribute) =>
      messages(attribute, attributeTensor),
    );
    const [raw] = tensors.flatMap((tensor) => messages(tensor, tensorRawData));
    if (raw !== undefined) constants.set(new TextDecoder().decode(name), raw);
  }
  return constants;
}

/**
 * Bytes of every initializer by name, like `readConstants`: an integer that is not in raw form is its varint, whose
 * first byte is the number if below 128.
 */
export function readInitializers(file: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const tensors = messages(file, modelGraph).flatMap((graph) => messages(graph, graphInitializer));
  return new Map(
    tensors.map((tensor) => {
      const [name] = messages(tensor, tensorName);
      const [bytes = new Uint8Array()] = [tensorRawData, tensorFloatData, tensorInt32Data].flatMap((field) =>
        messages(tensor, field),
      );
      return [new TextDecoder().decode(name), bytes];
    }),
  );
}

/** Input names of each node by the name of its first output, including the graph's branches. */
export function readInputs(file: Uint8Array): ReadonlyMap<string, readonly string[]> {
  const nodes = messages(file, modelGraph).flatMap(nodesOf);
  const text = (bytes?: Uint8Array): string => new TextDecoder().decode(bytes);
  return new Map(
    nodes.map((node) => [
      text(messages(node, nodeOutput)[0]),
      messages(node, nodeInput).map((name) => text(name)),
    ]),
  );
}

/** Nodes of a graph, including inner graphs. */
function nodesOf(graph: Uint8Array): Uint8Array[] {
  const nodes = messages(graph, graphNode);
  const attributes = nodes.flatMap((node) => messages(node, nodeAttribute));
  const branches = attributes.flatMap((attribute) => messages(attribute, attributeGraph));
  return [...nodes, ...branches.flatMap(nodesOf)];
}

/** Fields of this number in order, if they are bytes: text, numbers, or a message. */
function messages(message: Uint8Array, wanted: number): Uint8Array[] {
  const fields: Uint8Array[] = [];
  let at = 0;
  /** Number in base 128, least significant digits first; the highest bit of all but the last byte is set. */
  const varint = (): number => {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = message[at++];
      assert(byte !== undefined, "the message continues");
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    switch (tag & 7) {
      // A number.
      case 0:
        varint();
        break;
      // Eight bytes.
      case 1:
        at += 8;
        break;
      // Bytes after their count.
      case 2: {
        const bytes = varint();
        if (tag >>> 3 === wanted) fields.push(message.subarray(at, at + bytes));
        at += bytes;
        break;
      }
      // Four bytes.
      case 5:
        at += 4;
        break;
      default:
        throw new Error("The file is not protobuf");
    }
  }
  return fields;
}
