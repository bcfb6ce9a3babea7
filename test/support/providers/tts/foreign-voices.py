# Foreign speech servers and clients, as they come from PyPI: Piper's HTTP server and wyoming-piper, with espeak-ng in the
# place of a neural voice (their models cannot be had from a package registry), and the reference client of Wyoming.
# What to run is the first argument; the rest is theirs.

import asyncio
import io
import json
import subprocess
import sys
import wave


def with_espeak():
    """Every voice that is loaded is espeak-ng; all else of Piper is as it is."""
    import numpy
    import piper
    from piper.voice import AudioChunk

    class Config:
        num_speakers = 1
        espeak_voice = "en"
        length_scale = 1.0
        noise_scale = 0.667
        noise_w_scale = 0.8
        default_speaker_id = 0
        speaker_id_map = {}
        sample_rate = 22050

    class Espeak(piper.PiperVoice):
        def __init__(self):
            self.config = Config()

        def synthesize(self, text, syn_config=None, include_alignments=False):
            scale = (syn_config and syn_config.length_scale) or 1.0
            speed = str(round(160 / scale))
            said = subprocess.run(["espeak-ng", "--stdout", "-s", speed, "--", text], capture_output=True, check=True)
            with wave.open(io.BytesIO(said.stdout)) as recording:
                samples = numpy.frombuffer(recording.readframes(10**9), dtype=numpy.int16)
                yield AudioChunk(
                    sample_rate=recording.getframerate(),
                    sample_width=2,
                    sample_channels=1,
                    audio_float_array=samples.astype(numpy.float32) / 32767,
                    phonemes=[],
                    phoneme_ids=[],
                )

    piper.PiperVoice.load = staticmethod(lambda *args, **kwargs: Espeak())


def piper_http(arguments):
    with_espeak()
    from piper.http_server import main

    sys.argv = ["piper.http_server", *arguments]
    main()


def wyoming_piper(arguments):
    with_espeak()
    from wyoming_piper.__main__ import main

    sys.argv = ["wyoming_piper", *arguments]
    asyncio.run(main())


async def wyoming_client(url, text):
    """Says what came, as one line of JSON."""
    from wyoming.audio import AudioChunk, AudioStart, AudioStop
    from wyoming.client import AsyncClient
    from wyoming.tts import Synthesize, SynthesizeVoice

    heard = {"rate": 0, "bytes": 0, "types": []}
    async with AsyncClient.from_uri(url) as client:
        await client.write_event(Synthesize(text=text, voice=SynthesizeVoice(name="en_GB-alan-low")).event())
        while True:
            event = await client.read_event()
            if event is None:
                break
            if event.type not in heard["types"]:
                heard["types"].append(event.type)
            if AudioStart.is_type(event.type):
                heard["rate"] = AudioStart.from_event(event).rate
            if AudioChunk.is_type(event.type):
                heard["bytes"] += len(AudioChunk.from_event(event).audio)
            if AudioStop.is_type(event.type):
                break
    print(json.dumps(heard))


what, *rest = sys.argv[1:]
if what == "piper-http":
    piper_http(rest)
elif what == "wyoming-piper":
    wyoming_piper(rest)
else:
    asyncio.run(wyoming_client(*rest))
