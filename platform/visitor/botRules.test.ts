import { hash } from "node:crypto";
import { list as isbotList } from "isbot";
import { describe, expect, it } from "vitest";
import { clickFlags } from "@hoplog/schema/topics/clickBatch/click.js";
import { agentBotReason, appDetails, botRules, botRulesVersion, flagBotReason } from "./botRules.ts";

it("has one version for each set of rules: whoever changes them, or isbot, raises it and adds the digest", () => {
  const versions = new Map([
    // Digests by version; they cover only the rules and isbot's list.
    [1, "977cf4d8b859553e5a3cc658a702f19d23c782dc8b544cb16bafc1c9c7f0ea32"],
    [2, "db63d71725fe27227c3349357f4604fd9185e36c15e86336635bc5764cdbb65d"],
  ]);
  const rules = botRules.map(({ reason, name, pattern }) => [reason, name, pattern.source]);
  expect(versions.get(botRulesVersion)).toBe(hash("sha256", JSON.stringify([rules, appDetails.source, isbotList])));
});

describe("agentBotReason", () => {
  it.each([
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "crawler: Googlebot"],
    [
      "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36 (compatible; Googlebot/2.1)",
      "crawler: Googlebot",
    ],
    [
      "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0 Safari/537.36",
      "crawler: bingbot",
    ],
    [
      "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
      "crawler: GPTBot",
    ],
    ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", "link preview: facebookexternalhit"],
    ["Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "link preview: Slackbot"],
    ["Twitterbot/1.0", "link preview: Twitterbot"],
    ["TelegramBot (like TwitterBot)", "link preview: TelegramBot"],
    ["WhatsApp/2.23.20.0 A", "link preview: WhatsApp"],
    ["Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)", "link preview: Discordbot"],
    [
      "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
      "link preview: LinkedInBot",
    ],
    ["curl/8.5.0", "http library: curl"],
    ["Wget/1.21.4", "http library: Wget"],
    ["python-requests/2.32.3", "http library: python-requests"],
    ["Go-http-client/2.0", "http library: Go-http-client"],
    ["okhttp/4.12.0", "http library: okhttp"],
    ["axios/1.7.7", "http library: axios"],
    ["node-fetch/1.0 (+https://github.com/bitinn/node-fetch)", "http library: node-fetch"],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36",
      "headless browser: HeadlessChrome",
    ],
    ["SomeUnheardOfCrawler/1.0 (+https://example.com/bot)", "crawler"],
    ["", "no user agent"],
    ["   ", "no user agent"],
  ])("says why %j is no person", (userAgent, reason) => {
    expect(agentBotReason(userAgent)).toBe(reason);
  });

  it.each([
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 354.0.0.29.90 (iPhone15,2; iOS 18_1; en_US)",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 [FBAN/FBIOS;FBAV/487.0.0.43.106;FBBV/658;FBDV/iPhone15,2]",
    "Mozilla/5.0 (Linux; Android 14; SM-S918B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0 Mobile Safari/537.36 LinkedInApp",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Twitter for iPhone/10.66",
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36 [Pinterest/Android]",
    "Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36",
  ])("takes %j for a person", (userAgent) => {
    expect(agentBotReason(userAgent)).toBe("");
  });
});

describe("flagBotReason", () => {
  it.each([
    [0, ""],
    [clickFlags.head, "head request"],
    [clickFlags.prefetch, "prefetch"],
    [clickFlags.preview, "link preview"],
    [clickFlags.head | clickFlags.preview, "head request"],
  ])("says why flags %i are no visit", (flags, reason) => {
    expect(flagBotReason(flags)).toBe(reason);
  });
});
