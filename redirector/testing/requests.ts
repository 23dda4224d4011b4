import type { Random } from "./random.ts";

const agent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** Requests as browsers, crawlers, tools and proxies send them. */
export const realRequests: readonly [string, ...string[]] = [
  "GET /docs HTTP/1.1\r\nHost: hop.example\r\n\r\n",
  `GET /docs?utm_source=mail&x=%20y HTTP/1.1\r\nHost: hop.example\r\nConnection: keep-alive\r\nUser-Agent: ${agent}\r\nAccept: text/html,*/*;q=0.8\r\nReferer: https://news.example/a?b=c\r\nAccept-Encoding: gzip, br\r\n\r\n`,
  `HEAD /Abc-_9 HTTP/1.1\r\nhost: hop.example:3001\r\nuser-agent: ${agent}\r\nx-forwarded-for: 198.51.100.9, 10.0.0.1\r\n\r\n`,
  "GET /docs/ HTTP/1.1\r\nHost: hop.example\r\nSec-Purpose: prefetch;prerender\r\nPurpose: prefetch\r\n\r\n",
  "GET /a.b~c/d HTTP/1.1\r\nHost:hop.example\r\nUser-Agent:   curl/8.5.0 \t \r\nAccept: */*\r\nX-Moz:\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: hop.example\r\nCookie: a=b; c=d\r\nX-Purpose: preview\r\nDNT: 1\r\n\r\n",
  `GET /docs HTTP/1.1\r\nHost: hop.example\r\nsec-ch-ua: "Brave";v="142", "Not?A_Brand";v="8", "Chromium";v="142"\r\nSec-CH-UA-Platform-Version: "15.0.0"\r\nUser-Agent: ${agent}\r\n\r\n`,
  `GET /docs HTTP/1.1\r\nHost: hop.example\r\nSec-CH-UA: "Chromium";v="142", "Not?A_Brand";v="8"\r\nsec-ch-ua-platform-version: "10.0.0"\r\nUser-Agent: ${agent}\r\n\r\n`,
];

/** Lines and bytes used in request smuggling or parsed differently by HTTP parsers. */
const malformedLines: readonly [string, ...string[]] = [
  "Content-Length: 5",
  "Content-Length: 0",
  "Content-Length : 3",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding : chunked",
  "transfer-encoding: identity, chunked",
  "Host: other.example",
  "Connection: close",
  "Connection: Keep-Alive",
  "Connection: keep-alive, upgrade",
  "Connection: upgrade\r\nUpgrade: h2c",
  "Proxy-Connection: close",
  "Expect: 100-continue",
  "Keep-Alive: timeout=1",
  "Trailer: x",
  "User-Agent: second",
  "Referer: second",
  "X-Forwarded-For: 1.1.1.1",
  'Sec-CH-UA: "Brave";v="1"',
  'Sec-CH-UA-Platform-Version: "13"',
  " folded",
  "\tfolded: yes",
  "no colon",
  ": no name",
  "Na me: x",
  "Name\t: x",
  "Name: \0",
  "Name: a\rb",
  "Name: a\nb",
  "Name: \x7f",
  "Name: caf\xe9",
  "N\xe4me: x",
  "",
  "X".repeat(9000),
];
const nastyBytes: readonly [string, ...string[]] = [
  "\r\n",
  "\n\n",
  "\r\r\n",
  "HTTP/1.0",
  "HTTP/1.1",
  "http://x",
  ..."\r\n\t \0:;,/?#%&@\\\"'()<>[]{}|^`~!\x01\x7f\x80\xff\xa0",
];

/**
 * Returns one to three real requests in a row, in most cases changed in one to three places; each character is a byte.
 */
export function mutatedRequests(random: Random): string {
  let text = "";
  for (let count = 1 + random.below(3); count > 0; count--) text += random.pick(realRequests);
  for (let changes = random.below(4); changes > 0; changes--) text = mutate(text, random);
  return text;
}

function mutate(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const lines = text.split("\r\n");
  const line = random.below(lines.length);
  switch (random.below(8)) {
    case 0:
      return text.slice(0, at) + random.pick(nastyBytes) + text.slice(at);
    case 1:
      return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + text.slice(at + 1 + random.below(3));
    case 3:
    case 4:
      return lines.toSpliced(line, 0, random.pick(malformedLines)).join("\r\n");
    case 5:
      return lines.toSpliced(line, 0, lines[random.below(lines.length)] ?? "").join("\r\n");
    case 6:
      return lines.with(line, (lines[line] ?? "").toUpperCase()).join("\r\n");
    default:
      return text.slice(0, at);
  }
}
