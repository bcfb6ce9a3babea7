"""Opens DistillMOS with an older torch, too: one before 1.13 knows no `weights_only`."""

import inspect

import torch


def model():
    load = torch.load
    if "weights_only" not in inspect.signature(load).parameters:
        torch.load = lambda *given, weights_only=None, **more: load(*given, **more)
    import distillmos

    opened = distillmos.ConvTransformerSQAModel()
    opened.eval()
    return opened
