# A caller by aiortc: offers, says a recording (16 kHz, mono) when it is told to, writes down what it is told, and says how
# loud what it hears is. Lines of JSON on stdout; what to do comes as lines of JSON on stdin.

import asyncio
import fractions
import json
import sys
import time
import urllib.request
import wave

import numpy
from aiortc import RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import MediaStreamError, MediaStreamTrack
from av import AudioFrame

RATE = 16000
SAMPLES = RATE // 50


class Microphone(MediaStreamTrack):
    """Silence, and what is to be said, 20 ms each 20 ms."""

    kind = "audio"

    def __init__(self):
        super().__init__()
        self.begun = None
        self.sent = 0
        self.waiting = b""

    def say(self, path):
        with wave.open(path) as recording:
            self.waiting += recording.readframes(recording.getnframes())

    async def recv(self):
        self.begun = self.begun or time.monotonic()
        await asyncio.sleep(max(0, self.begun + self.sent / RATE - time.monotonic()))
        said, self.waiting = self.waiting[: SAMPLES * 2], self.waiting[SAMPLES * 2 :]
        frame = AudioFrame(format="s16", layout="mono", samples=SAMPLES)
        frame.planes[0].update(said.ljust(SAMPLES * 2, b"\0"))
        frame.sample_rate = RATE
        frame.pts = self.sent
        frame.time_base = fractions.Fraction(1, RATE)
        self.sent += SAMPLES
        return frame


def tell(**fields):
    print(json.dumps(fields), flush=True)


def post(url, body):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


async def listen(track):
    while True:
        try:
            frame = await track.recv()
        except MediaStreamError:
            return
        samples = frame.to_ndarray().astype(numpy.float64)
        tell(rms=float(numpy.sqrt((samples**2).mean())))


async def main(url, wav):
    peer = RTCPeerConnection()
    channel = peer.createDataChannel("anything")
    microphone = Microphone()
    peer.addTrack(microphone)
    peer.on("track", lambda track: asyncio.ensure_future(listen(track)))
    peer.on("connectionstatechange", lambda: tell(state=peer.connectionState))
    channel.on("open", lambda: tell(open=True))
    channel.on("close", lambda: tell(open=False))
    channel.on("message", lambda text: tell(message=json.loads(text)))
    await peer.setLocalDescription(await peer.createOffer())
    offer = {"sdp": peer.localDescription.sdp, "type": peer.localDescription.type}
    answer = await asyncio.to_thread(post, url, offer)
    tell(pc_id=answer["pc_id"])
    await peer.setRemoteDescription(RTCSessionDescription(answer["sdp"], answer["type"]))
    while line := await asyncio.to_thread(sys.stdin.readline):
        wanted = json.loads(line)
        if wanted == "close":
            break
        if wanted == "speak":
            microphone.say(wav)
            continue
        channel.send(json.dumps(wanted))
    await peer.close()
    tell(closed=True)


asyncio.run(main(*sys.argv[1:]))
