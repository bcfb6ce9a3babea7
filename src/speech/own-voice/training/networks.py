"""The voice: symbols -> Text (vectors, lengths) -> Frames (components of features, pitch) -> Vocoder (shaped sound)."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

RATE, HOP, WINDOW, BINS = 24000, 300, 1200, 601
COMPONENTS, SYMBOLS, STYLE = 128, 178, 256
# Points between which the shape of a frame over time is drawn.
KNOTS = 17
# Pitch is learned as the logarithm of its ratio to this one.
USUAL_PITCH = 200


class Block(nn.Module):
    """ConvNeXt: a convolution over time for each channel, then two dense layers. x: batch, time, channels."""

    def __init__(self, channels, hidden, kernel=7):
        super().__init__()
        self.d = nn.Conv1d(channels, channels, kernel, padding=kernel // 2, groups=channels)
        self.n = nn.LayerNorm(channels)
        self.a = nn.Linear(channels, hidden)
        self.b = nn.Linear(hidden, channels)
        self.g = nn.Parameter(torch.full((channels,), 0.3))

    def forward(self, x, mask=None):
        y = x if mask is None else x * mask
        y = self.d(y.transpose(1, 2)).transpose(1, 2)
        return x + self.b(F.gelu(self.a(self.n(y)))) * self.g


class Attention(nn.Module):
    def __init__(self, channels, heads=4):
        super().__init__()
        self.h = heads
        self.n = nn.LayerNorm(channels)
        self.q = nn.Linear(channels, 3 * channels)
        self.o = nn.Linear(channels, channels)

    def forward(self, x, mask=None):
        batch, time, channels = x.shape
        each = channels // self.h
        q, k, v = self.q(self.n(x)).view(batch, time, 3, self.h, each).permute(2, 0, 3, 1, 4)
        weights = q @ k.transpose(-1, -2) * each**-0.5
        if mask is not None:
            weights = weights.masked_fill(mask[:, None, None, :, 0] < 0.5, -1e4)
        return x + self.o((weights.softmax(-1) @ v).transpose(1, 2).reshape(batch, time, channels))


class Recurrent(nn.Module):
    """Both ways through the symbols: gives every symbol its place in the phrase. Begins as nothing."""

    def __init__(self, channels, hidden=192):
        super().__init__()
        self.n = nn.LayerNorm(channels)
        self.r = nn.GRU(channels, hidden, batch_first=True, bidirectional=True)
        self.o = nn.Linear(2 * hidden, channels)
        nn.init.zeros_(self.o.weight)
        nn.init.zeros_(self.o.bias)

    def forward(self, x, mask=None):
        y = self.n(x)
        if mask is None:
            return x + self.o(self.r(y)[0])
        lengths = mask[..., 0].sum(1).long().cpu()
        packed = nn.utils.rnn.pack_padded_sequence(y, lengths, batch_first=True, enforce_sorted=False)
        out, _ = nn.utils.rnn.pad_packed_sequence(self.r(packed)[0], batch_first=True, total_length=x.shape[1])
        return x + self.o(out)


class Text(nn.Module):
    """ids (B,N), style (B,256) -> what frames need of each symbol (B,N,C), logarithm of its frames of 25 ms (B,N)."""

    def __init__(self, channels=192, hidden=576):
        super().__init__()
        self.e = nn.Embedding(SYMBOLS, channels)
        self.s = nn.Linear(STYLE, channels)
        block = lambda: Block(channels, hidden, 5)
        self.l = nn.ModuleList([block(), block(), Attention(channels), block(), Attention(channels), block()])
        self.r = Recurrent(channels)
        self.n = nn.LayerNorm(channels)
        self.db = Block(channels, channels, 3)
        self.dn = nn.LayerNorm(channels)
        self.d = nn.Linear(channels, 1)
        nn.init.constant_(self.d.bias, 0.8)

    def forward(self, ids, style, mask=None):
        x = self.e(ids) + self.s(style)[:, None]
        for place, layer in enumerate(self.l):
            x = layer(x, mask)
            if place == 3:
                x = self.r(x, mask)
        x = self.n(x)
        return x, self.d(self.dn(self.db(x, mask)))[..., 0]


class Frames(nn.Module):
    """The symbol's vector for each frame of 25 ms (B,T,C), its place in the symbol (B,T,4) -> components (B,2T,128),
    logarithm of the pitch, and how sure it is that there is one. Convolutions only: windows are exact."""

    def __init__(self, channels=192, inner=256, hidden=768, blocks=5, hidden2=512):
        super().__init__()
        self.i = nn.Linear(channels + 4, inner)
        self.l = nn.ModuleList([Block(inner, hidden) for _ in range(blocks)])
        self.u = nn.Linear(inner, 2 * inner)
        self.l2 = nn.ModuleList([Block(inner, hidden2, 5) for _ in range(2)])
        self.n = nn.LayerNorm(inner)
        self.o = nn.Linear(inner, COMPONENTS + 2)

    def forward(self, vectors, places, mask=None):
        x = self.i(torch.cat([vectors, places], -1))
        for layer in self.l:
            x = layer(x, mask)
        x = self.u(x)
        batch, time, channels = x.shape
        x = x.reshape(batch, 2 * time, channels // 2)
        mask2 = None if mask is None else mask.repeat_interleave(2, 1)
        for layer in self.l2:
            x = layer(x, mask2)
        y = self.o(self.n(x))
        return y[..., :COMPONENTS], y[..., COMPONENTS], y[..., COMPONENTS + 1]


def places_of(lengths):
    """Frames of each symbol (N) -> the symbol of each frame (T), and the frame's place in it (T,4)."""
    symbols = torch.repeat_interleave(torch.arange(len(lengths)), lengths)
    length = lengths[symbols].float()
    behind = torch.arange(len(symbols)) - (torch.cumsum(lengths, 0) - lengths)[symbols]
    rows = [(behind + 0.5) / length, torch.log(length) * 0.5, 1 / (behind + 1.0), 1 / (length - behind)]
    return symbols, torch.stack(rows, -1)


class Vocoder(nn.Module):
    """Components (B,128,T), pitch (B,T), 80 a second -> audio (B,300 T). A frame of 50 ms says how pulses and noise are
    shaped over frequency (two magnitudes and a phase for each of BINS) and over time (KNOTS for either), and how the
    noise follows the pulses (four numbers, two harmonics)."""

    def __init__(self, channels=192, hidden=768, blocks=6):
        super().__init__()
        self.pre = nn.Conv1d(COMPONENTS + 2, channels, 3, padding=1)
        self.bl = nn.ModuleList([Block(channels, hidden) for _ in range(blocks)])
        self.n = nn.LayerNorm(channels)
        self.h = nn.Linear(channels, 3 * BINS)
        self.e = nn.Linear(channels, 2 * KNOTS + 4)
        nn.init.zeros_(self.e.weight)
        nn.init.zeros_(self.e.bias)
        self.register_buffer("win", torch.hann_window(WINDOW), persistent=False)
        at = torch.arange(WINDOW) * (KNOTS - 1) / WINDOW
        hats = (1 - (at[None] - torch.arange(KNOTS)[:, None]).abs()).clamp(min=0)
        self.register_buffer("hat", hats, persistent=False)

    def shape(self, components, pitch, keep=None):
        """`keep`: the frames of a window, without those around them."""
        voiced = (pitch > 10).float()
        log = torch.log(pitch.clamp(min=20) / USUAL_PITCH) * voiced
        y = self.pre(torch.cat([components, log[:, None], voiced[:, None]], 1)).transpose(1, 2)
        for block in self.bl:
            y = block(y)
        if keep is not None:
            y = y.index_select(1, keep)
        y = self.n(y)
        return torch.cat([self.h(y), self.e(y)], -1)

    @staticmethod
    def pulses(pitch):
        """Pulses with all harmonics below half the rate, the phase they follow, and where there are any."""
        samples = pitch.shape[1] * HOP
        hz = F.interpolate(pitch[:, None], samples, mode="linear", align_corners=False)[:, 0]
        voiced = F.interpolate((pitch > 10).float()[:, None], samples, mode="nearest")[:, 0]
        hz = torch.where(hz > 30, hz, torch.full_like(hz, 100.0))
        phase = torch.cumsum(hz.double() / RATE, 1)
        phase = (phase - torch.floor(phase)).float() * 2 * np.pi
        harmonics = torch.floor(RATE / 2 * 0.98 / hz)
        half = torch.sin(phase / 2)
        is_small = half.abs() < 1e-3
        divisor = 2 * torch.where(is_small, torch.ones_like(half), half)
        kernel = torch.sin((harmonics + 0.5) * phase) / divisor
        return (torch.where(is_small, harmonics, kernel) - 0.5) / torch.sqrt(harmonics) * voiced, phase, voiced

    def forward(self, components, pitch):
        y = self.shape(components, pitch)
        time = components.shape[2]
        pulse, noise, angle = y[..., : 3 * BINS].transpose(1, 2).split(BINS, 1)
        edge = WINDOW // 2 - HOP // 2
        framed = lambda wave: F.pad(wave, (edge, edge)).unfold(1, WINDOW, HOP)[:, :time]
        with torch.no_grad():
            source, phase, voiced = self.pulses(pitch)
            source_frames, noise_frames = framed(source), framed(torch.randn_like(source))
            cos, sin, on = framed(torch.cos(phase) * voiced), framed(torch.sin(phase) * voiced), framed(voiced)
        over_time = y[..., 3 * BINS :].clamp(-5, 3)
        follow = over_time[..., 2 * KNOTS :, None]
        pulse_gain = torch.exp(over_time[..., :KNOTS] @ self.hat)
        first = follow[..., 0, :] * cos + follow[..., 1, :] * sin
        second = follow[..., 2, :] * (2 * cos * cos - on) + follow[..., 3, :] * (2 * cos * sin)
        noise_gain = torch.exp(over_time[..., KNOTS : 2 * KNOTS] @ self.hat + first + second)
        spectrum = lambda frames: torch.fft.rfft(frames * self.win, WINDOW).transpose(1, 2)
        pulse, noise = torch.exp(pulse.clamp(-12, 5) - 3), torch.exp(noise.clamp(-12, 5) - 5)
        turned = torch.complex(pulse * torch.cos(angle), pulse * torch.sin(angle))
        mixed = spectrum(source_frames * pulse_gain) * turned + spectrum(noise_frames * noise_gain) * noise
        frames = torch.fft.irfft(mixed, WINDOW, dim=1) * self.win[None, :, None]
        return self.overlapped(frames, time)[:, edge : edge + time * HOP]

    def overlapped(self, frames, time):
        length = (time - 1) * HOP + WINDOW
        fold = lambda rows: F.fold(rows, (1, length), (1, WINDOW), stride=(1, HOP))[:, 0, 0]
        weight = fold((self.win**2)[None, :, None].expand(1, WINDOW, time))
        return fold(frames) / weight.clamp(min=1e-3)


def blocks_in(state):
    return 1 + max(int(name.split(".")[1]) for name in state if name.startswith("bl."))


def load_vocoder(state, blocks=0):
    """`blocks`: it grows to so many without changing what it says."""
    had = blocks_in(state)
    vocoder = Vocoder(blocks=max(had, blocks))
    missing = vocoder.load_state_dict(state, strict=False).missing_keys
    new = [name for name in missing if not name.startswith("e.")]
    assert all(int(name.split(".")[1]) >= had for name in new), new
    for block in vocoder.bl[had:]:
        block.b.weight.data.zero_()
        block.b.bias.data.zero_()
    return vocoder


def load_student(path):
    state = torch.load(path, map_location="cpu")
    text, frames = Text(), Frames()
    text.load_state_dict(state["text"])
    frames.load_state_dict(state["frames"])
    return text, frames, state["step"]
