# A caller by aiortc: offers, plays a recording, writes down what it is told, and says how loud what it hears is.
# Lines of JSON on stdout; what to do comes as lines of JSON on stdin.

import asyncio
import json
import sys
import urllib.request

import numpy
from aiortc import RTCPeerConnection, RTCSessionDescription
from aiortc.contrib.media import MediaPlayer
from aiortc.mediastreams import MediaStreamError


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
    player = MediaPlayer(wav)
    peer.addTrack(player.audio)
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
        channel.send(json.dumps(wanted))
    await peer.close()
    tell(closed=True)


asyncio.run(main(*sys.argv[1:]))
