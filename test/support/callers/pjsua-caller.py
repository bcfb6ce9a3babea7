# A caller with PJSIP, the stack of Asterisk and of most softphones: it calls, plays a file, and records what it hears.
# Arguments: whom it calls, what it says, where it writes what it hears, for how many seconds, and its only codec.

import sys
import time

import pjsua2 as pj

to, says, hears, seconds, codec = sys.argv[1:6]
endpoint = pj.Endpoint()
endpoint.libCreate()
config = pj.EpConfig()
config.logConfig.level = 0
config.logConfig.consoleLevel = 0
config.uaConfig.threadCnt = 0
config.uaConfig.mainThreadOnly = True
config.medConfig.clockRate = 16000
endpoint.libInit(config)
transport = pj.TransportConfig()
transport.boundAddress = "127.0.0.1"
endpoint.transportCreate(pj.PJSIP_TRANSPORT_UDP, transport)
endpoint.libStart()
endpoint.audDevManager().setNullDev()
for each in endpoint.codecEnum2():
    endpoint.codecSetPriority(each.codecId, 255 if each.codecId.startswith(codec) else 0)

account = pj.Account()
own = pj.AccountConfig()
own.idUri = "sip:alice@127.0.0.1"
account.create(own)


class Call(pj.Call):
    joined = False
    over = False

    def onCallState(self, _):
        info = self.getInfo()
        print(f"state {info.stateText} {info.lastStatusCode}", flush=True)
        self.over = info.state == pj.PJSIP_INV_STATE_DISCONNECTED

    def onCallMediaState(self, _):
        if self.joined:
            return
        self.joined = True
        self.player = pj.AudioMediaPlayer()
        self.player.createPlayer(says, pj.PJMEDIA_FILE_NO_LOOP)
        self.recorder = pj.AudioMediaRecorder()
        self.recorder.createRecorder(hears)
        audio = self.getAudioMedia(-1)
        self.player.startTransmit(audio)
        audio.startTransmit(self.recorder)
        print(f"codec {self.getStreamInfo(0).codecName}", flush=True)


call = Call(account)
call.makeCall(to, pj.CallOpParam(True))
until = time.monotonic() + float(seconds)
while time.monotonic() < until and not call.over:
    endpoint.libHandleEvents(20)
if not call.over:
    call.hangup(pj.CallOpParam())
    while not call.over and time.monotonic() < until + 3:
        endpoint.libHandleEvents(20)
# Files are written to their end when they are closed.
call.player = call.recorder = None
call = None
endpoint.libDestroy()
