import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { RecordedClick } from "@hoplog/schema/topics/clickBatch/click.js";

/** Source of random clicks whose values are as diverse and as skewed as those of a busy service. */
export interface ClickWorld {
  /** Returns a click at `at`, in milliseconds since the epoch. */
  click(at: number): RecordedClick;
}

const owners = 500;
const links = 20_000;
const addresses = 60_000;
/** Most clicks come from few networks, the rest from many. */
const networks = 1500;
const agents = 4000;
const referrers = 2000;
const campaigns = 1500;

export function clickWorld(): ClickWorld {
  const ownerIds = Array.from({ length: owners }, randomId);
  const pickOwner = zipf(owners, 0.9);
  const linkIds = Array.from({ length: links }, () => ({
    linkId: randomId(),
    ownerId: ownerIds[pickOwner()] ?? randomId(),
    revision: 1 + randomInt(5),
  }));
  const networkStarts = Array.from({ length: networks }, ipv4Network);
  const pickNetwork = zipf(networks, 0.8);
  const addressBytes = Array.from({ length: addresses }, (_, i) =>
    i % 8 === 0 ? ipv6() : ipv4(networkStarts[pickNetwork()] ?? 0),
  );
  const userAgents = Array.from({ length: agents }, (_, i) => userAgent(i));
  const referrerTexts = Array.from(
    { length: referrers },
    (_, i) => `https://${i % 3 === 0 ? "www." : ""}site${i}.example.com/path/${i}`,
  );
  const queries = Array.from(
    { length: campaigns },
    (_, i) => `utm_source=source${i % 40}&utm_medium=medium${i % 7}&utm_campaign=campaign${i}&utm_content=v${i % 5}`,
  );
  const pickLink = zipf(links, 1);
  const pickAddress = zipf(addresses, 0.6);
  const pickAgent = zipf(agents, 0.9);
  const pickReferrer = zipf(referrers, 1);
  const pickQuery = zipf(campaigns, 0.9);
  const pickLanguages = zipf(languageHeaders.length, 0.9);
  const empty = randomId();
  return {
    click(at) {
      const link = linkIds[pickLink()];
      const kind = Math.random();
      return {
        at,
        linkId: link?.linkId ?? empty,
        ownerId: link?.ownerId ?? empty,
        address: addressBytes[pickAddress()] ?? empty,
        userAgent: userAgents[pickAgent()] ?? "",
        referrer: kind < 0.4 ? "" : (referrerTexts[pickReferrer()] ?? ""),
        query: kind < 0.7 ? "" : (queries[pickQuery()] ?? ""),
        flags: kind > 0.99 ? 2 : 0,
        languages: languageHeaders[pickLanguages()] ?? "",
        revision: link?.revision ?? 0,
      };
    },
  };
}

/** `Accept-Language` values of browsers: one language, or several with decreasing weights. */
const languageHeaders = [
  "en-US",
  "de-DE",
  "fr-FR",
  "es-ES",
  "pt-BR",
  "ja-JP",
  "it-IT",
  "nl-NL",
  "pl-PL",
  "zh-CN",
].flatMap((tag) => {
  const [language = ""] = tag.split("-");
  return [`${tag},${language};q=0.9`, `${tag},${language};q=0.9,en-US;q=0.8,en;q=0.7`, tag, `${tag},${language};q=0.5`];
});

function randomId(): Buffer {
  return Buffer.from(randomUUID().replaceAll("-", ""), "hex");
}

/** Returns a function that draws a rank `i` below `count` with a weight of 1/(i+1)^exponent. */
export function zipf(count: number, exponent: number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let i = 0; i < count; i++) sums[i] = sum += 1 / (i + 1) ** exponent;
  return () => {
    const wanted = Math.random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Returns the first 16 bits of a network in typical ranges. */
function ipv4Network(): number {
  const first = [24, 31, 46, 62, 77, 81, 84, 90, 93, 98, 103, 109, 151, 172, 178, 185, 188, 201, 213, 217];
  return (first[randomInt(first.length)] ?? 24) * 256 + randomInt(256);
}

function ipv4(network: number): Buffer {
  const bytes = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0]);
  bytes.writeUInt16BE(network, 12);
  bytes.writeUInt16BE(randomInt(65_536), 14);
  return bytes;
}

function ipv6(): Buffer {
  const prefixes = [0x2001_0db8, 0x2a02_8108, 0x2600_1700, 0x2409_4000, 0x2a01_0e0a];
  const bytes = randomBytes(16);
  bytes.writeUInt32BE(prefixes[randomInt(prefixes.length)] ?? 0x2a01_0e0a, 0);
  return bytes;
}

const bots = ["Googlebot/2.1; +http://www.google.com/bot.html", "bingbot/2.0; +http://www.bing.com/bingbot.htm"];

function userAgent(i: number): string {
  const version = 90 + (i % 55);
  const build = `${version}.0.${4000 + (i % 997)}.${i % 211}`;
  switch (i % 12) {
    case 0:
      return `Mozilla/5.0 (compatible; ${bots[i % 2]}) ${i}`;
    case 1:
    case 2:
    case 3:
      return `Mozilla/5.0 (iPhone; CPU iPhone OS ${14 + (i % 5)}_${i % 7} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${14 + (i % 5)}.${i % 7} Mobile/15E${100 + (i % 90)} Safari/604.1`;
    case 4:
    case 5:
    case 6:
      return `Mozilla/5.0 (Linux; Android ${9 + (i % 7)}; SM-G${900 + (i % 99)}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${build} Mobile Safari/537.36`;
    case 7:
      return `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.${i % 10}`;
    case 8:
      return `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_${i % 8}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${13 + (i % 6)}.${i % 7} Safari/605.1.15`;
    default:
      return `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${build} Safari/537.36`;
  }
}
