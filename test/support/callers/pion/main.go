// A caller by Pion: over IPv6 alone it offers Opus and a data channel, says nothing, and prints when it is connected,
// when the channel opens and how much of the agent's sound has come, as lines of JSON. Argument: the address of the
// server. Ends by itself after 20 s.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/pion/webrtc/v4"
)

const lasts = 20 * time.Second

func main() {
	if err := call(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func call(server string) error {
	peer, err := caller()
	if err != nil {
		return err
	}
	defer peer.Close()
	told := make(chan string)
	peer.OnConnectionStateChange(func(state webrtc.PeerConnectionState) {
		if state == webrtc.PeerConnectionStateConnected {
			told <- `{"connected":true}`
		}
	})
	peer.OnTrack(func(track *webrtc.TrackRemote, _ *webrtc.RTPReceiver) {
		for packets := 1; ; packets++ {
			if _, _, err := track.ReadRTP(); err != nil {
				return
			}
			told <- fmt.Sprintf(`{"packets":%d}`, packets)
		}
	})
	if _, err := peer.AddTransceiverFromKind(webrtc.RTPCodecTypeAudio); err != nil {
		return err
	}
	channel, err := peer.CreateDataChannel("chat", nil)
	if err != nil {
		return err
	}
	channel.OnOpen(func() { told <- `{"opened":true}` })
	if err := negotiate(peer, server); err != nil {
		return err
	}
	for over := time.After(lasts); ; {
		select {
		case line := <-told:
			fmt.Println(line)
		case <-over:
			return nil
		}
	}
}

func caller() (*webrtc.PeerConnection, error) {
	settings := webrtc.SettingEngine{}
	settings.SetNetworkTypes([]webrtc.NetworkType{webrtc.NetworkTypeUDP6})
	media := &webrtc.MediaEngine{}
	if err := media.RegisterDefaultCodecs(); err != nil {
		return nil, err
	}
	api := webrtc.NewAPI(webrtc.WithSettingEngine(settings), webrtc.WithMediaEngine(media))
	return api.NewPeerConnection(webrtc.Configuration{})
}

func negotiate(peer *webrtc.PeerConnection, server string) error {
	offer, err := peer.CreateOffer(nil)
	if err != nil {
		return err
	}
	gathered := webrtc.GatheringCompletePromise(peer)
	if err := peer.SetLocalDescription(offer); err != nil {
		return err
	}
	<-gathered
	body, err := json.Marshal(peer.LocalDescription())
	if err != nil {
		return err
	}
	response, err := http.Post("http://"+server+"/offer", "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer webrtc.SessionDescription
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	return peer.SetRemoteDescription(answer)
}
