/**
 * Country of visitors of the demo's links. The networks are real, so that geo lookup works; hosts in them are invented.
 */
export interface Country {
  /** First two octets of the IPv4 networks of the country's providers. */
  readonly networks: readonly string[];
  /** The country's offset from UTC in hours, for computing waking hours. */
  readonly utcOffset: number;
  /** `Accept-Language` of browsers in the country. */
  readonly languages: string;
}

export const countries: readonly (readonly [number, Country])[] = [
  [26, { networks: ["73.15", "24.5", "98.207", "108.41"], utcOffset: -6, languages: "en-US,en" }],
  [17, { networks: ["91.10", "84.150", "79.200", "93.192"], utcOffset: 1, languages: "de-DE,de" }],
  [11, { networks: ["86.140", "81.100", "90.200"], utcOffset: 0, languages: "en-GB,en" }],
  [8, { networks: ["90.5", "82.64", "78.192"], utcOffset: 1, languages: "fr-FR,fr" }],
  [8, { networks: ["49.36", "117.200", "106.51"], utcOffset: 5.5, languages: "en-IN,hi" }],
  [6, { networks: ["177.32", "189.6", "201.17"], utcOffset: -3, languages: "pt-BR,pt" }],
  [5, { networks: ["126.50", "153.150", "60.90"], utcOffset: 9, languages: "ja-JP,ja" }],
  [5, { networks: ["77.160", "84.80"], utcOffset: 1, languages: "nl-NL,nl,en" }],
  [4, { networks: ["70.50", "99.225"], utcOffset: -5, languages: "en-CA,fr-CA" }],
  [4, { networks: ["79.20", "87.0"], utcOffset: 1, languages: "it-IT,it" }],
  [3, { networks: ["88.0", "83.32"], utcOffset: 1, languages: "es-ES,es" }],
  [3, { networks: ["1.120", "101.160"], utcOffset: 10, languages: "en-AU,en" }],
  [2, { networks: ["83.20", "89.64"], utcOffset: 1, languages: "pl-PL,pl" }],
  [2, { networks: ["81.224", "90.224"], utcOffset: 1, languages: "sv-SE,sv,en" }],
  [1, { networks: ["196.25", "105.224"], utcOffset: 2, languages: "en-ZA,en" }],
  [1, { networks: ["175.192", "121.128"], utcOffset: 9, languages: "ko-KR,ko" }],
];

const chrome = (platform: string, version: string) =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const windows = "Windows NT 10.0; Win64; x64";
const mac = "Macintosh; Intel Mac OS X 10_15_7";
const iphone = "iPhone; CPU iPhone OS 18_1 like Mac OS X";

export const people: readonly (readonly [number, string])[] = [
  [24, chrome(windows, "141")],
  [8, chrome(windows, "140")],
  [10, chrome(mac, "141")],
  [4, chrome("X11; Linux x86_64", "141")],
  [
    13,
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36`,
  ],
  [
    7,
    `Mozilla/5.0 (Linux; Android 14; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  ],
  [16, `Mozilla/5.0 (${iphone}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`],
  [
    3,
    `Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`,
  ],
  [6, `Mozilla/5.0 (${mac}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`],
  [5, `Mozilla/5.0 (${windows}; rv:144.0) Gecko/20100101 Firefox/144.0`],
  [3, "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0"],
  [6, `${chrome(windows, "141")} Edg/141.0.0.0`],
  [1, `${chrome(windows, "139")} OPR/124.0.0.0`],
];

export const bots: readonly (readonly [number, string])[] = [
  [5, "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
  [2, "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"],
  [3, "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"],
  [3, "Twitterbot/1.0"],
  [3, "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"],
  [1, "curl/8.10.1"],
  [1, "python-requests/2.32.3"],
];

export const referrers: readonly (readonly [number, string])[] = [
  [38, ""],
  [18, "https://www.google.com/"],
  [11, "https://www.linkedin.com/feed/"],
  [9, "https://x.com/"],
  [7, "https://news.ycombinator.com/item?id=40000000"],
  [6, "https://www.reddit.com/r/webdev/"],
  [5, "https://mail.google.com/"],
  [4, "https://github.com/"],
  [2, "https://duckduckgo.com/"],
];

export const queries: readonly (readonly [number, string])[] = [
  [70, ""],
  [12, "utm_source=newsletter&utm_medium=email&utm_campaign=autumn"],
  [10, "utm_source=linkedin&utm_medium=social&utm_campaign=launch"],
  [8, "utm_source=x&utm_medium=social&utm_campaign=launch"],
];
