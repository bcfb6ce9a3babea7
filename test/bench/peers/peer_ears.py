# Ears of the field benchmark for a peer: Voice Flow's own, over a WebSocket of raw PCM, so that all servers hear alike.

import json
import os

import aiohttp


class Ears:
    """One call's recogniser. `finalize` asks for the words so far; they come as ("final", text), others as ("partial", text)."""

    def __init__(self):
        self._session = self._socket = None

    async def open(self):
        self._session = aiohttp.ClientSession()
        self._socket = await self._session.ws_connect(os.environ["EARS_URL"])

    async def hear(self, pcm):
        await self._socket.send_bytes(pcm)

    async def finalize(self):
        await self._socket.send_str("finalize")

    async def said(self):
        async for message in self._socket:
            words = json.loads(message.data)
            yield words["type"], words["text"]

    async def close(self):
        for part in (self._socket, self._session):
            if part is not None:
                await part.close()
