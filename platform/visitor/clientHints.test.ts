import { hintFlags } from "@hoplog/schema/topics/clickBatch/click.js";
import { describe, expect, it } from "vitest";
import { agentKey, fromAgentKey, parseAgent } from "./agent.ts";
import { flagsOf } from "./purpose.ts";

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const chromeOnMac =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const brave = '"Brave";v="142", "Not?A_Brand";v="8", "Chromium";v="142"';

describe("client hints", () => {
  it.each([
    [undefined, undefined, 0],
    [brave, undefined, hintFlags.brave],
    ['"Chromium";v="142", "Not?A_Brand";v="8", "Brave";v="142"', undefined, hintFlags.brave],
    ['"Google Chrome";v="142", "Braver";v="8"', undefined, 0],
    [undefined, '"13.0.0"', hintFlags.platform13],
    [undefined, '"15.0.0"', hintFlags.platform13],
    [undefined, '"10.0.0"', 0],
    [undefined, '"0.3.0"', 0],
    [undefined, "15.0.0", 0],
    [undefined, '""', 0],
    [brave, '"19"', hintFlags.brave | hintFlags.platform13],
  ])("of %j and %j are the flags %i", (brands, version, flags) => {
    const headers = { "sec-ch-ua": brands, "sec-ch-ua-platform-version": version };
    expect(flagsOf("GET", headers)).toBe(flags);
  });

  it.each([
    [chrome, 0, "Chrome", "Windows", "10"],
    [chrome, hintFlags.platform13, "Chrome", "Windows", "11"],
    [chrome, hintFlags.brave | hintFlags.platform13, "Brave", "Windows", "11"],
    [chromeOnMac, hintFlags.brave | hintFlags.platform13, "Brave", "macOS", "10.15.7"],
    [`${chrome} Edg/142.0.0.0`, hintFlags.brave, "Edge", "Windows", "10"],
    ["Mozilla/5.0 (Windows NT 6.1) Gecko/20100101 Firefox/115.0", hintFlags.platform13, "Firefox", "Windows", "7"],
  ])("change what a user agent says (%#)", (userAgent, flags, browser, os, osVersion) => {
    expect(parseAgent(userAgent, flags)).toMatchObject({ browser, os, osVersion });
  });

  it.each([
    [chrome, 0, { userAgent: chrome, flags: 0 }],
    [chrome, 1, { userAgent: chrome, flags: 0 }],
    [chrome, hintFlags.brave | 1, { userAgent: chrome, flags: hintFlags.brave }],
    ["", hintFlags.brave, { userAgent: "", flags: hintFlags.brave }],
  ])("are a part of caches' keys (%#)", (userAgent, flags, parts) => {
    expect(fromAgentKey(agentKey(userAgent, flags))).toEqual(parts);
  });
});
