"""The files of a voice: `python export.py STUDENT.pt VOCODER.pt FOLDER` writes text.int8.onnx and sound.int8.onnx.

Large weights are stored as 8 bits with a factor for each output; the engine scales them back when it opens the file.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from folders import checkpoint, sum_of
from networks import USUAL_PITCH, load_student, load_vocoder

OPSET = 15
# Smaller weights stay as they are.
NUMBERS_MIN = 4096


class Sound(torch.nn.Module):
    """Frames and vocoder in one."""

    def __init__(self, frames, vocoder):
        super().__init__()
        self.f, self.v = frames, vocoder

    def forward(self, vectors, places, keep):
        found, log_pitch, voicing = self.f(vectors, places)
        pitch = torch.exp(log_pitch) * USUAL_PITCH * (voicing > 0).float()
        return self.v.shape(found.transpose(1, 2), pitch, keep), pitch


def export(network, given, path, names, sizes):
    torch.onnx.export(
        network,
        given,
        str(path),
        input_names=names[0],
        output_names=names[1],
        dynamic_axes=sizes,
        opset_version=OPSET,
    )


def stored_small(path, out):
    model = onnx.load(str(path))
    graph = model.graph
    used_by = {}
    for node in graph.node:
        for given in node.input:
            used_by.setdefault(given, node.op_type)
    kept, scaling = [], []
    for weights in graph.initializer:
        values = numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size < NUMBERS_MIN:
            kept.append(weights)
            continue
        # Dense layers have their outputs last, convolutions and embeddings first.
        axes = tuple(range(values.ndim - 1)) if used_by[weights.name] == "MatMul" else tuple(range(1, values.ndim))
        factor = np.maximum(np.abs(values).max(axes, keepdims=True), 1e-8) / 127
        name = weights.name
        kept.append(numpy_helper.from_array(np.round(values / factor).astype(np.int8), f"{name}_q"))
        kept.append(numpy_helper.from_array(factor.astype(np.float32), f"{name}_s"))
        scaling.append(helper.make_node("Cast", [f"{name}_q"], [f"{name}_f"], to=TensorProto.FLOAT))
        scaling.append(helper.make_node("Mul", [f"{name}_f", f"{name}_s"], [name]))
    nodes = list(graph.node)
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend([*scaling, *nodes])
    onnx.save(model, str(out))


def main():
    folder = Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    text, frames, _ = load_student(checkpoint(sys.argv[1]))
    vocoder = load_vocoder(torch.load(checkpoint(sys.argv[2]), map_location="cpu")["voc"])
    for network in (text, frames, vocoder):
        network.eval()
    whole = {name: folder / f"{name}.fp32.onnx" for name in ("text", "sound")}
    export(
        text,
        (torch.randint(1, 100, (1, 20)), torch.randn(1, 256)),
        whole["text"],
        (["ids", "style"], ["h", "d"]),
        {"ids": {1: "n"}, "h": {1: "n"}, "d": {1: "n"}},
    )
    export(
        Sound(frames, vocoder),
        (torch.randn(1, 30, 192), torch.rand(1, 30, 4), torch.arange(5, 25)),
        whole["sound"],
        (["h", "p", "keep"], ["shape", "f0"]),
        {"h": {1: "t"}, "p": {1: "t"}, "keep": {0: "k"}, "shape": {1: "k"}, "f0": {1: "u"}},
    )
    for name, path in whole.items():
        small = folder / f"{name}.int8.onnx"
        stored_small(path, small)
        path.unlink()
        print(sum_of(small), small.name)


main()
