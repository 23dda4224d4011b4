import { describe, expect, it } from "vitest";
import { clientAddress, createAddressBytes } from "./address.ts";
import { inNetworks } from "./networks.ts";

const none = inNetworks([]);
const proxies = inNetworks([
  { address: "10.0.0.0", prefix: 8, family: "ipv4" },
  { address: "2001:db8::", prefix: 32, family: "ipv6" },
]);

describe("clientAddress", () => {
  it.each([
    ["the peer, when nobody is trusted", none, "10.0.0.1", "1.2.3.4", "10.0.0.1"],
    ["the peer, when it is no proxy of ours", proxies, "9.9.9.9", "1.2.3.4", "9.9.9.9"],
    ["what our proxy saw", proxies, "10.0.0.1", "1.2.3.4", "1.2.3.4"],
    ["the last that is not ours, whatever stands before", proxies, "10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.9", "1.2.3.4"],
    ["the peer behind IPv4-mapped IPv6", proxies, "::ffff:10.0.0.1", "1.2.3.4", "1.2.3.4"],
    ["an address with a port", proxies, "10.0.0.1", "1.2.3.4:5678", "1.2.3.4"],
    ["IPv6 in brackets", proxies, "2001:db8::1", "[2a00::7]:443", "2a00::7"],
    ["our proxy, before nonsense", proxies, "10.0.0.1", "unknown", "10.0.0.1"],
    ["the same for IPv4 in IPv6, however that is written", proxies, "10.0.0.1", "::FFFF:102:304", "1.2.3.4"],
    ["the same in hexadecimal", proxies, "10.0.0.1", "0x1.0x2.0x3.0x4", "1.2.3.4"],
    ["the same in octal, with a port", proxies, "10.0.0.1", "01.02.03.04:5678", "1.2.3.4"],
    ["the same in one number", proxies, "10.0.0.1", "16909060", "1.2.3.4"],
    ["IPv6 as short as it can be", proxies, "10.0.0.1", "2A00:0:0:00::0007", "2a00::7"],
    ["IPv6 without its zone", proxies, "10.0.0.1", "[fe80::7%eth0]:443", "fe80::7"],
    ["the peer in IPv6's clothes, as IPv4", none, "::ffff:9.9.9.9", undefined, "9.9.9.9"],
    ["the peer without its zone", none, "fe80::9%eth0", undefined, "fe80::9"],
    [
      "the last that is not ours, in whatever spelling ours is",
      proxies,
      "10.0.0.1",
      "1.2.3.4, ::ffff:a00:9",
      "1.2.3.4",
    ],
    ["the peer without the header", proxies, "10.0.0.1", undefined, "10.0.0.1"],
  ])("is %s", (_what, trusted, peer, header, expected) => {
    expect(clientAddress(peer, header, trusted)).toBe(expected);
  });
});

describe("address bytes", () => {
  it.each([
    ["1.2.3.4", "00000000000000000000ffff01020304"],
    ["::ffff:1.2.3.4", "00000000000000000000ffff01020304"],
    ["2001:db8::1", "20010db8000000000000000000000001"],
    ["nonsense", "00000000000000000000000000000000"],
  ])("of %s", (address, hex) => {
    expect(Buffer.from(createAddressBytes()(address)).toString("hex")).toBe(hex);
  });
});
