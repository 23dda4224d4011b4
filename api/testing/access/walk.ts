import { type ErrorType, errorTypes, httpStatusOf } from "@hoplog/schema/errors.js";
import { expect } from "vitest";
import { recordedOf } from "./recordedOf.ts";
import { keptOf } from "./kept.ts";
import { leaksOf, type Person, userOf, type Who, type World } from "./world.ts";
import type { TestUser } from "../testApi.ts";

/** The outcome of a call: success, an API error, or an HTTP status without one. */
export type Outcome = "ok" | ErrorType | number;

/**
 * A call on the owner's data, and its expected outcomes. For every row, only the owner may see or change the owner's
 * data, and the owner sees none of the stranger's.
 */
export interface Row<Request> {
  /** The call or field, such as `GET /api/urls/:id` or `Query.link`. */
  readonly call: string;
  /** Distinguishes several rows of a call. */
  readonly how?: string;
  /** Creates what the call needs, before anyone calls. */
  readonly prepare?: (world: World) => Promise<void>;
  /** Builds the request, the same for every caller, apart from secrets of the owner and the caller's own data. */
  readonly request: (world: World, who: Who) => Request | Promise<Request>;
  /** Outcome without a session and with an ended one: AUTHENTICATION_ERROR unless the call needs none. */
  readonly signedOut?: Outcome;
  /**
   * Outcome for the stranger: NOT_FOUND_ERROR by default; with `ok`, the stranger gets only the stranger's own data.
   */
  readonly stranger?: Outcome;
  /** Outcome for the owner: `ok` by default. A call that fails for its owner returns no data either. */
  readonly owner?: Outcome;
  /** Own data that a successful caller reads. */
  readonly shows?: (person: Person) => string;
  /** Whether the call ignores sessions, although it rejects callers without one. */
  readonly open?: true;
  /** Whether the stranger gets an empty list. */
  readonly emptyForStranger?: true;
  /** Whether the owner's call changes the owner's state; otherwise it must not. */
  readonly changes?: true;
}

export interface Answered {
  readonly outcome: Outcome;
  /** The whole response, including headers. */
  readonly text: string;
  /** The parsed body; null if the response is not JSON. */
  readonly body: unknown;
  /** Value of the ETag header. */
  readonly etag?: string | undefined;
}

/** Sends a request as a user; `workspace` is the header X-Workspace. */
export type Send<Request> = (request: Request, user: TestUser | undefined, workspace?: string) => Promise<Answered>;

/** Returns whether a call requires a session. */
export function needsSession({
  signedOut = "AUTHENTICATION_ERROR",
  open,
}: Pick<Row<unknown>, "signedOut" | "open">): boolean {
  return signedOut === "AUTHENTICATION_ERROR" && !open;
}

/** Makes a row's call as each of the four callers, the owner last, and with the workspaces of others. */
export async function walk<Request>(world: World, row: Row<Request>, send: Send<Request>): Promise<void> {
  const { signedOut = "AUTHENTICATION_ERROR", stranger = "NOT_FOUND_ERROR", owner = "ok" } = row;
  await row.prepare?.(world);
  const recorded = row.changes && (await recordedOf(world.api, world.owner));
  if (recorded) expect(recorded.map(({ name }) => name)).toContain("clicks");
  const kept = await keptOf(world.api, world.owner);
  await callAs("nobody", signedOut, world, row, send, kept);
  await callAs("an ended session", signedOut, world, row, send, kept);
  if (needsSession(row)) await callInOthersWorkspaces(world, row, send, kept);
  const strangers = await callAs("a stranger", stranger, world, row, send, kept);
  if (stranger === "ok" && row.shows) {
    if (row.emptyForStranger) expect(leaksOf(world.stranger, strangers)).toEqual([]);
    else expect(strangers).toContain(row.shows(world.stranger));
  }
  if (recorded) expect(await recordedOf(world.api, world.owner)).toEqual(recorded);
  const owners = await callAs("the owner", owner, world, row, send, kept);
  if (owner === "ok" && row.shows) expect(owners).toContain(row.shows(world.owner));
}

/**
 * Makes the call as one of the callers, and returns the response, after checking that it contains no other account's
 * data. `kept` is the owner's stored data before the call.
 */
async function callAs<Request>(
  who: Who,
  expected: Outcome,
  world: World,
  row: Row<Request>,
  send: Send<Request>,
  kept: unknown[],
): Promise<string> {
  const { api, owner, stranger } = world;
  const { request, before } = await prepared(world, who, row, kept);
  const { outcome, text } = await send(request, userOf(world, who));
  expect({ who, outcome, text }).toEqual({ who, outcome: expected, text });
  expect({ who, leaks: leaksOf(who === "the owner" ? stranger : owner, text), text }).toEqual({ who, leaks: [], text });
  const after = await keptOf(api, owner);
  if (who === "the owner" && row.changes) expect(after).not.toEqual(before);
  else expect({ who, kept: after }).toEqual({ who, kept: before });
  return text;
}

/** Expects the same response, and no change, for another account's workspace, a missing one and an invalid id. */
async function callInOthersWorkspaces<Request>(
  world: World,
  row: Row<Request>,
  send: Send<Request>,
  kept: unknown[],
): Promise<void> {
  const { api, owner, stranger } = world;
  const { request, before } = await prepared(world, "a stranger", row, kept);
  const strangers = await keptOf(api, stranger);
  for (const workspace of [owner.user.id, "01900000-0000-7000-8000-00000000dead", "nonsense"]) {
    const { outcome, text } = await send(request, stranger.user, workspace);
    expect({ workspace, outcome }).toEqual({ workspace, outcome: "NOT_FOUND_ERROR" });
    expect(text).toContain("Workspace not found");
    expect(leaksOf(owner, text)).toEqual([]);
  }
  expect([await keptOf(api, owner), await keptOf(api, stranger)]).toEqual([before, strangers]);
}

/**
 * Builds a row's request, and returns the owner's stored data afterwards, because building the request may make calls
 * that change it.
 */
async function prepared<Request>(
  world: World,
  who: Who,
  row: Row<Request>,
  kept: unknown[],
): Promise<{ readonly request: Request; readonly before: unknown[] }> {
  const made = row.request(world, who);
  const isMadeByCalls = made instanceof Promise;
  const request = await made;
  return { request, before: isMadeByCalls ? await keptOf(world.api, world.owner) : kept };
}

/**
 * Expects AUTHORIZATION_ERROR and unchanged data if the owner makes a row's call after `deny` has removed permissions.
 */
export async function refuse<Request>(
  world: World,
  row: Row<Request>,
  send: Send<Request>,
  deny: () => void,
): Promise<void> {
  await row.prepare?.(world);
  const request = await row.request(world, "the owner");
  const before = await keptOf(world.api, world.owner);
  deny();
  const { outcome, text } = await send(request, world.owner.user);
  expect({ outcome, text }).toEqual({ outcome: "AUTHORIZATION_ERROR", text });
  expect(await keptOf(world.api, world.owner)).toEqual(before);
}

/** Returns the rows with their names, for `it.each`. */
export function namedRows<R extends Pick<Row<never>, "call" | "how">>(rows: readonly R[]): [string, R][] {
  return rows.map((row) => [[row.call, row.how ?? []].flat().join(", "), row]);
}

/** Returns the outcome of a REST call, or of a GraphQL error with that status. */
export function outcomeOf(status: number, type: unknown): Outcome {
  const known = errorTypes.find((name) => name === type);
  if (known && httpStatusOf[known] === status) return known;
  return status >= 200 && status < 300 ? "ok" : status;
}

/** Returns the differences between the rows and the existing calls, with their remedies. */
export function wrongRows(
  calls: readonly string[],
  rows: readonly Pick<Row<unknown>, "call">[],
  where: string,
): string[] {
  const named = new Set(rows.map(({ call }) => call));
  const missing = calls.filter((call) => !named.has(call));
  const gone = [...named].filter((call) => !calls.includes(call));
  return [
    ...missing.map(
      (call) => `${call} has no row: say in ${where} what nobody, an ended session, a stranger and the owner get`,
    ),
    ...gone.map((call) => `${call} is not there any more: take its row out of ${where}`),
  ];
}
