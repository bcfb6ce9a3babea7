"""What the vocoder learns from: distances of spectra, and judges that tell its sound from the teacher's."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from networks import RATE

weighted = nn.utils.weight_norm


def mel_bands(size, bands):
    """The sum of a band is a mean of its bins."""
    mel = lambda hz: 2595 * np.log10(1 + hz / 700)
    edges = torch.tensor([700 * (10 ** (m / 2595) - 1) for m in np.linspace(mel(20), mel(RATE / 2), bands + 2)])
    hz = torch.linspace(0, RATE / 2, size // 2 + 1)
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    shape = torch.minimum((hz - low) / (middle - low), (high - hz) / (high - middle)).clamp(min=0)
    return (shape / shape.sum(1, keepdim=True).clamp(min=1e-6)).float()


# Size, hop, and bands of the mel spectrum where there is one.
RESOLUTIONS = ((2048, 480, 100), (1024, 240, 80), (512, 120, 40), (256, 60, 0), (128, 32, 0))
WINDOWS = [(size, hop, torch.hann_window(size), mel_bands(size, bands) if bands else None) for size, hop, bands in RESOLUTIONS]


def spectral_distance(ours, theirs):
    """Means over the resolutions: of spectra, linear and as logarithms, and of the logarithms of mel spectra."""
    plain = mels = 0
    for size, hop, window, bands in WINDOWS:
        a, b = (torch.stft(wave, size, hop, size, window, return_complex=True).abs() for wave in (ours, theirs))
        plain = plain + (a - b).norm() / b.norm().clamp(min=1e-3)
        plain = plain + (torch.log(a + 1e-3) - torch.log(b + 1e-3)).abs().mean()
        if bands is not None:
            mels = mels + (torch.log(bands @ a + 1e-3) - torch.log(bands @ b + 1e-3)).abs().mean()
    return plain / len(WINDOWS), mels / 3


def judged(layers, last, x):
    """The verdict, and what each layer saw."""
    seen = []
    for layer in layers:
        x = F.leaky_relu(layer(x), 0.1)
        seen.append(x)
    return last(x), seen


class SpectrumJudge(nn.Module):
    """Sees the logarithm of the magnitude, and real and imaginary part with the magnitude to the power of 0.3."""

    def __init__(self, size, channels=16):
        super().__init__()
        self.n = size
        self.register_buffer("w", torch.hann_window(size), persistent=False)
        widths = [(3, channels), (channels, channels), (channels, 2 * channels)]
        layers = [
            weighted(nn.Conv2d(a, b, (9, 3), (2, 2 if b > channels else 1), (4, 1))) for a, b in widths
        ]
        layers.append(weighted(nn.Conv2d(2 * channels, 2 * channels, (5, 3), (2, 1), (2, 1))))
        self.c = nn.ModuleList(layers)
        self.o = weighted(nn.Conv2d(2 * channels, 1, 3, 1, 1))

    def forward(self, wave):
        spectrum = torch.stft(wave, self.n, self.n // 4, self.n, self.w, return_complex=True)
        real, imaginary = spectrum.real, spectrum.imag
        power = real * real + imaginary * imaginary + 1e-6
        gain = power**-0.35
        return judged(self.c, self.o, torch.stack([0.5 * torch.log(power), real * gain, imaginary * gain], 1))


class PeriodJudge(nn.Module):
    """Sees the waveform folded by a period."""

    def __init__(self, period, channels=(16, 32, 64, 64)):
        super().__init__()
        self.p = period
        pairs = zip((1, *channels[:-1]), channels)
        layers = [weighted(nn.Conv2d(a, b, (5, 1), (3, 1), (2, 0))) for a, b in pairs]
        layers.append(weighted(nn.Conv2d(channels[-1], channels[-1], (5, 1), 1, (2, 0))))
        self.c = nn.ModuleList(layers)
        self.o = weighted(nn.Conv2d(channels[-1], 1, (3, 1), 1, (1, 0)))

    def forward(self, wave):
        filled = F.pad(wave[:, None], (0, -wave.shape[1] % self.p), "reflect")[:, 0]
        return judged(self.c, self.o, filled.view(len(wave), 1, -1, self.p) * 4)


def judges():
    """Of spectra, and of periods."""
    spectra = nn.ModuleList([SpectrumJudge(size) for size in (2048, 768, 256)])
    return spectra, nn.ModuleList([PeriodJudge(period) for period in (2, 3, 5, 7, 11)])
