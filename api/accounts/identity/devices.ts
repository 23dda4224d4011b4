import { createHmac, hkdfSync } from "node:crypto";
import { createAddressBytes } from "@hoplog/platform/visitor/address.js";
import { parseAgent } from "@hoplog/platform/visitor/agent.js";
import { countryName } from "@hoplog/platform/visitor/countryName.js";
import type { FindPlace } from "@hoplog/platform/visitor/locator.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import type { Caller } from "../../kernel/calls/actor.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import { networkKey } from "../../kernel/limits/keys.ts";

/** The stored description of a session's device. Unknown parts are null. */
export interface Device {
  /** Operating system and type, such as "Windows computer". */
  readonly device: string | null;
  /** Name of the browser, or of another program. */
  readonly browser: string | null;
  /** City and country of the IP address, in English. */
  readonly place: string | null;
}

/** Hashes that recognize a device, and reveal nothing without the installation's secret. */
export interface DeviceKeys {
  /** Returns the hash of a browser, by the id in its cookie. */
  ofBrowser(id: string): string;
  /** Returns the hash of a program in a network; recognizes programs that store no cookies. */
  ofProgram(userAgent: string, address: string): string;
}

/** External dependencies of recognizing devices. */
export interface DeviceServices {
  readonly deviceKeys: DeviceKeys;
  /** Finds the locations of addresses; the tables are opened at the first call. */
  readonly places: () => FindPlace;
}

export function createDeviceKeys(secret: string): DeviceKeys {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "hoplog keys of devices", 32));
  const hash = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  return {
    ofBrowser: (id) => hash(`browser\n${id}`),
    ofProgram: (userAgent, address) => hash(`program\n${networkKey(address)}\n${userAgent}`),
  };
}

const bytesOf = createAddressBytes();
const typeNames = { mobile: "phone", tablet: "tablet", desktop: "computer", Unknown: "" };
/** Matches the name at the start of a user agent, such as `curl` of `curl/8.5.0`. */
const programName = /^[\w.-]{1,40}(?=\/|\s|$)/;

/** Describes the device of a caller by its user agent and IP address. */
export function describeDevice({ places }: Pick<DeviceServices, "places">, caller: SignInCaller): Device {
  const userAgent = userAgentOf(caller);
  const { device, browser, os } = parseAgent(userAgent);
  const { country, city } = places()(bytesOf(caller.address), 0);
  const known = (parts: readonly string[], separator: string) =>
    parts.filter((part) => part !== "").join(separator) || null;
  return {
    device: os === "" ? null : known([os, typeNames[device]], " "),
    browser: browser || programName.exec(userAgent)?.[0] || null,
    place: known([city, countryName(country)], ", "),
  };
}

type SignInCaller = Pick<Caller, "address" | "browser" | "userAgent">;

function userAgentOf({ userAgent = "" }: SignInCaller): string {
  return userAgent.slice(0, limits.userAgentMax);
}

/**
 * Returns whether the user has signed in before from the caller's browser, or with the same program from the same
 * network. Stores the browser and the program, and marks the browser with a cookie.
 */
export async function recognizeDevice(
  services: Pick<DeviceServices, "deviceKeys"> & Ids & Clock,
  tx: Transaction,
  userId: string,
  caller: SignInCaller,
): Promise<boolean> {
  const { deviceKeys, newId, now } = services;
  const browserId = caller.browser && ((await caller.browser.deviceId()) ?? newId());
  if (browserId) await caller.browser?.keepDevice(browserId);
  const keys = [
    ...(browserId ? [deviceKeys.ofBrowser(browserId)] : []),
    deviceKeys.ofProgram(userAgentOf(caller), caller.address),
  ];
  const given = sql`SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) AS key`;
  const [found] = await rowsOf<{ known: boolean }>(
    tx,
    sql`WITH given AS (${given}), noted AS (
       INSERT INTO known_device (user_id, key, seen_at) SELECT ${userId}, key, ${now()} FROM given ORDER BY key
       ON CONFLICT (user_id, key) DO UPDATE SET seen_at = excluded.seen_at)
     SELECT EXISTS (SELECT FROM known_device JOIN given USING (key) WHERE user_id = ${userId}) AS known`,
  );
  await execute(
    tx,
    sql`DELETE FROM known_device WHERE user_id = ${userId} AND key IN (
       SELECT key FROM known_device WHERE user_id = ${userId} ORDER BY seen_at DESC, key OFFSET ${limits.knownDevicesMax})`,
  );
  return found?.known ?? false;
}
