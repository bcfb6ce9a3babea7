// Digest authentication: the examples of the RFCs, and the accepted challenges.

import { expect, test } from "bun:test";
import { answerChallenge, chooseChallenge, readChallenge } from "../../src/sip/digest.ts";

const responseIn = (header: string): string | undefined => /response="(\w+)"/.exec(header)?.[1];

test("digest answers the example of RFC 2617 with MD5", () => {
  const challenge = readChallenge(
    'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
  );
  const answer = answerChallenge(challenge!, {
    user: "Mufasa",
    password: "Circle Of Life",
    method: "GET",
    uri: "/dir/index.html",
    count: 1,
    clientNonce: "0a4f113b",
  });
  expect(responseIn(answer)).toBe("6629fae49393a05397450978507c4ef1");
  expect(answer).toContain('opaque="5ccc069c403ebaf9f0171e9517f40e41"');
  expect(answer).toContain("nc=00000001");
});

test.each([
  ["SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"],
  ["MD5", "8ca523f5e9506fed4657c9700eebdbec"],
])("digest answers the example of RFC 7616 with %s", (algorithm, response) => {
  const challenge = readChallenge(
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`,
  );
  const answer = answerChallenge(challenge!, {
    user: "Mufasa",
    password: "Circle of Life",
    method: "GET",
    uri: "/dir/index.html",
    count: 1,
    clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
  });
  expect(responseIn(answer)).toBe(response);
});

test("digest takes the strongest challenge that it knows", () => {
  const of = (algorithm: string): string =>
    `Digest realm="r", nonce="${algorithm}", qop="auth", algorithm=${algorithm}`;
  expect(chooseChallenge([of("MD5"), of("SHA-512-256"), of("SHA-256")])?.nonce).toBe("SHA-256");
  expect(chooseChallenge([of("SHA-512-256"), 'Basic realm="r"'])).toBeUndefined();
});

test.each([
  ["no nonce", 'Digest realm="r"'],
  ["another scheme", 'Token realm="r", nonce="n"'],
  ["a qop that it does not know", 'Digest realm="r", nonce="n", qop="auth-int"'],
  ["a session's key without a count", 'Digest realm="r", nonce="n", algorithm=MD5-sess'],
])("digest refuses a challenge with %s", (_, value) => {
  expect(readChallenge(value)).toBeUndefined();
});

test("digest without qop answers as RFC 2069 does, with the needed quotes", () => {
  const challenge = readChallenge('Digest realm="a \\"b\\"", nonce="n"');
  const answer = answerChallenge(challenge!, {
    user: "620",
    password: "x",
    method: "REGISTER",
    uri: "sip:fritz.box",
    count: 1,
    clientNonce: "c",
  });
  expect(answer).toContain('realm="a \\"b\\""');
  expect(answer).not.toContain("cnonce");
});
