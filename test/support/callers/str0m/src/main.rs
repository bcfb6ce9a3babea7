//! A caller by str0m: offers Opus and a data channel, says nothing, and prints when it is connected, when the channel
//! opens and how much of the agent's sound has come, as lines of JSON. Arguments: the address of the server, an own
//! address to be reached at. Ends by itself after 20 s.

use std::io::{Read, Write};
use std::net::{TcpStream, UdpSocket};
use std::time::{Duration, Instant};

use str0m::change::SdpAnswer;
use str0m::media::{Direction, MediaKind};
use str0m::net::{Protocol, Receive};
use str0m::{Candidate, Event, Input, Output, Rtc};

type Failure = Box<dyn std::error::Error>;

const LASTS: Duration = Duration::from_secs(20);

fn main() -> Result<(), Failure> {
    let mut given = std::env::args().skip(1);
    let (server, own) = (given.next().ok_or("no server")?, given.next().ok_or("no address")?);
    let socket = UdpSocket::bind(format!("{own}:0"))?;
    let here = socket.local_addr()?;
    let mut caller = Rtc::new();
    caller.add_local_candidate(Candidate::host(here, "udp")?);
    let mut change = caller.sdp_api();
    change.add_media(MediaKind::Audio, Direction::SendRecv, None, None);
    change.add_channel("chat".to_string());
    let (offer, pending) = change.apply().ok_or("nothing to offer")?;
    let answer = SdpAnswer::from_sdp_string(&post(&server, &offer.to_sdp_string())?)?;
    caller.sdp_api().accept_answer(pending, answer)?;
    listen(&mut caller, &socket)
}

/// Sends an offer; returns the SDP of the answer.
fn post(server: &str, sdp: &str) -> Result<String, Failure> {
    let body = serde_json::json!({ "sdp": sdp, "type": "offer" }).to_string();
    let mut stream = TcpStream::connect(server)?;
    write!(
        stream,
        "POST /offer HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    let (_, json) = text.split_once("\r\n\r\n").ok_or("no answer")?;
    let answer: serde_json::Value = serde_json::from_str(json)?;
    Ok(answer["sdp"].as_str().ok_or("no SDP")?.to_string())
}

fn listen(caller: &mut Rtc, socket: &UdpSocket) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut packets = 0;
    let mut room = vec![0; 2_000];
    while begun.elapsed() < LASTS {
        let due = match caller.poll_output()? {
            Output::Transmit(datagram) => {
                socket.send_to(&datagram.contents, datagram.destination)?;
                continue;
            }
            Output::Event(Event::Connected) => {
                println!("{{\"connected\":true}}");
                continue;
            }
            Output::Event(Event::ChannelOpen(..)) => {
                println!("{{\"opened\":true}}");
                continue;
            }
            Output::Event(Event::MediaData(_)) => {
                packets += 1;
                println!("{{\"packets\":{packets}}}");
                continue;
            }
            Output::Event(_) => continue,
            Output::Timeout(at) => at,
        };
        let wait = due.saturating_duration_since(Instant::now());
        if wait.is_zero() {
            caller.handle_input(Input::Timeout(Instant::now()))?;
            continue;
        }
        socket.set_read_timeout(Some(wait))?;
        let input = match socket.recv_from(&mut room) {
            Ok((length, source)) => Input::Receive(
                Instant::now(),
                Receive {
                    proto: Protocol::Udp,
                    source,
                    destination: socket.local_addr()?,
                    contents: room[..length].try_into()?,
                },
            ),
            Err(_) => Input::Timeout(Instant::now()),
        };
        caller.handle_input(input)?;
    }
    Ok(())
}
