import { expect, it } from "vitest";
import { parseAgent } from "./agent.ts";

const chromeOnWindows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const safariOnIphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const safariOnIpad =
  "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1";
const firefoxOnMac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0";
const firefoxOnUbuntu = "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
const chromebook =
  "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const pixel =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";
const television =
  "Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/5.2 Chrome/94 TV Safari/537.36";

it.each([
  [chromeOnWindows, "desktop", "Chrome", "Windows"],
  [safariOnIphone, "mobile", "Mobile Safari", "iOS"],
  [safariOnIpad, "tablet", "Mobile Safari", "iOS"],
  [firefoxOnMac, "desktop", "Firefox", "macOS"],
  [firefoxOnUbuntu, "desktop", "Firefox", "Linux"],
  [chromebook, "desktop", "Chrome", "Chrome OS"],
  [pixel, "mobile", "Chrome", "Android"],
  [television, "Unknown", "Samsung Internet", "Tizen"],
])("knows device, browser and system (%#)", (userAgent, device, browser, os) => {
  expect(parseAgent(userAgent)).toMatchObject({ device, browser, os });
});

it.each([
  [safariOnIphone, "18.1", "18.1"],
  [`${safariOnIphone} Snapchat/13.10.0.44 (like Safari/8620.1.16, panda)`, "13.10.0.44", "18.1"],
  [`${pixel} trill_360404 AppName/trill AppVersion/36.4.4 BytedanceWebview/d8a21c6`, "36.4.4", "15"],
  [`${pixel} LinkedInApp`, "", "15"],
  // All Macs report this version, so an iPad that claims to be a Mac has no known version.
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 FxiOS/144.0 Safari/605.1.15", "144.0", ""],
])("gives versions (%#)", (userAgent, browserVersion, osVersion) => {
  expect(parseAgent(userAgent)).toMatchObject({ browserVersion, osVersion });
});

it.each(["", "nonsense", "\u0000\uffff(((", "x".repeat(512)])("says Unknown and nothing else for %j", (userAgent) => {
  expect(parseAgent(userAgent)).toEqual({ device: "Unknown", browser: "", browserVersion: "", os: "", osVersion: "" });
});
