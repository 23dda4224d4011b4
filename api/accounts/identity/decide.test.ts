import { HoplogError } from "@hoplog/schema/errors.js";
import type { UserEvent } from "@hoplog/schema/events/user.js";
import { describe, expect, it } from "vitest";
import { operatorCalled } from "../../operations/operator/operator.ts";
import { ownerOf } from "../../testing/member.ts";
import { decideUser, type UserCommand } from "./decide.ts";
import { evolveUser, noUser } from "./user.ts";

const userId = "01900000-0000-7000-8000-000000000002";
const at = "2026-11-21T10:00:00.000Z";
const person = { name: "Ada", email: "ada@example.com", contactNumber: "1" };
const registered: UserEvent = { type: "UserRegistered", version: 1, data: { userId, ...person, at } };
const deleted: UserEvent = { type: "UserDeleted", version: 1, data: { userId, at } };

const decide = (given: UserEvent[], when: UserCommand) => decideUser(when, given.reduce(evolveUser, noUser));

const banned: UserEvent = { type: "UserBanned", version: 1, data: { userId, reason: "Spam", at } };
const lifted: UserEvent = { type: "UserBanLifted", version: 1, data: { userId, at } };

describe("a user", () => {
  it("is banned and let in again by an operator", () => {
    const operator = operatorCalled("ops");
    const ban: UserCommand = { type: "BanUser", userId, by: operator, reason: "Spam", at };
    const lift: UserCommand = { type: "LiftUserBan", userId, by: operator, at };
    expect(decide([registered], ban)).toEqual([banned]);
    expect(decide([registered, banned], ban)).toEqual([]);
    expect(decide([registered], lift)).toEqual([]);
    expect(decide([registered, banned], lift)).toEqual([lifted]);
    expect(() => decide([registered, deleted], ban)).toThrow("User not found");
    expect(() => decide([registered], { ...ban, by: ownerOf(userId) })).toThrow("not allowed");
    expect(() => decide([registered, banned], { ...lift, by: ownerOf(userId) })).toThrow("not allowed");
  });

  it("that is banned neither signs in nor gets SQL access", () => {
    const commands = [
      { type: "SignIn", method: "password" },
      { type: "SignIn", method: "google" },
      { type: "GrantSqlAccess" },
    ] as const;
    for (const command of commands) {
      const when: UserCommand = { ...command, userId, at };
      expect(() => decide([registered, banned], when)).toThrow("banned by an operator. Reason: Spam");
      expect(decide([registered, banned, lifted], when)).toHaveLength(1);
    }
  });

  it.each([
    ["password", "UserRegistered"],
    ["google", "UserRegisteredWithGoogle"],
  ] as const)("registers by %s", (method, type) => {
    const then = [{ type, version: 1, data: { userId, ...person, at } }];
    expect(decide([], { type: "Register", method, userId, ...person, at })).toEqual(then);
  });

  it("registers once, also after a deletion", () => {
    const again: UserCommand = { type: "Register", method: "password", userId, ...person, at };
    expect(() => decide([registered], again)).toThrow("already exists");
    expect(() => decide([registered, deleted], again)).toThrow("already exists");
  });

  it("changes what is different, and nothing else", () => {
    const change = { type: "ChangeProfile", userId, at } as const;
    expect(decide([registered], { ...change, name: "Ada", contactNumber: "1" })).toEqual([]);
    const events = decide([registered], { ...change, name: "Ada King", contactNumber: "1" });
    expect(events).toEqual([
      { type: "UserProfileChanged", version: 1, data: { userId, name: { from: "Ada", to: "Ada King" }, at } },
    ]);
    expect(decide([registered, ...events], { ...change, name: "Ada King", contactNumber: "1" })).toEqual([]);
  });

  it("moves from address to address", () => {
    const [first] = decide([registered], { type: "ChangeEmail", userId, email: "b@example.com", at });
    expect(first?.data).toEqual({ userId, from: "ada@example.com", to: "b@example.com", at });
    const given = first ? [registered, first] : [];
    expect(decide(given, { type: "ChangeEmail", userId, email: "b@example.com", at })).toEqual([]);
  });

  it.each([
    ["ChangePassword", "PasswordChanged"],
    ["ResetPassword", "PasswordReset"],
    ["GrantSqlAccess", "SqlAccessGranted"],
    ["Delete", "UserDeleted"],
  ] as const)("%s says no more than that it happened", (type, event) => {
    expect(decide([registered], { type, userId, at })).toEqual([{ type: event, version: 1, data: { userId, at } }]);
  });

  it("loses SQL access that it has, and only that", () => {
    const grant = { type: "GrantSqlAccess", userId, at } as const;
    const revoke = { type: "RevokeSqlAccess", userId, at } as const;
    expect(decide([registered], revoke)).toEqual([]);
    const given = [registered, ...decide([registered], grant)];
    const revoked = decide(given, revoke);
    expect(revoked).toEqual([{ type: "SqlAccessRevoked", version: 1, data: { userId, at } }]);
    expect(decide([...given, ...revoked], revoke)).toEqual([]);
  });

  it.each<UserCommand>([
    { type: "SignIn", method: "password", userId, at },
    { type: "ChangeProfile", userId, name: "Ada", contactNumber: "1", at },
    { type: "ChangeEmail", userId, email: "a@b.c", at },
    { type: "ChangePassword", userId, at },
    { type: "ResetPassword", userId, at },
    { type: "GrantSqlAccess", userId, at },
    { type: "RevokeSqlAccess", userId, at },
    { type: "Delete", userId, at },
  ])("that is not there, or no more, does nothing: $type", (command) => {
    for (const given of [[], [registered, deleted]]) {
      expect(() => decide(given, command)).toThrow(HoplogError);
    }
  });
});
