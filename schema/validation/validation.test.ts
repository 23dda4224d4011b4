import { describe, expect, it } from "vitest";
import {
  changedPasswordProblem,
  completionContactNumberProblem,
  completionPasswordProblem,
  confirmPasswordProblem,
  contactNumberProblem,
  emailProblem,
  loginPasswordProblem,
  nameProblem,
  resetPasswordProblem,
  signUpPasswordProblem,
} from "./identity.ts";
import { customCodeProblem, groupNameProblem, linkNameProblem } from "./links.ts";

describe("identity", () => {
  it.each([
    ["", "Name is required"],
    ["   ", "Name is required"],
    ["A", "Name must be at least 2 characters"],
    ["x".repeat(51), "Name cannot exceed 50 characters"],
    ["👩‍👩‍👧", "Name must be at least 2 characters"],
    ["Al", null],
    ["👩‍👩‍👧".repeat(50), null],
    ["👩‍👩‍👧".repeat(101), "Name cannot exceed 50 characters"],
    [`A${"\u0301".repeat(900)}`, "Name cannot exceed 50 characters"],
  ])("name %j: %s", (value, problem) => expect(nameProblem(value)).toBe(problem));

  it.each([
    ["", "Email is required"],
    ["a", "Please enter a valid email address"],
    ["a@b", "Please enter a valid email address"],
    ["a b@c.de", "Please enter a valid email address"],
    ["a@b@c.de", "Please enter a valid email address"],
    [`${"x".repeat(250)}@c.de`, "Please enter a valid email address"],
    ["a@b..de", "Please enter a valid email address"],
    [" a+b@sub.example.co ", null],
    ["ünï@exämple.de", null],
  ])("email %j: %s", (value, problem) => expect(emailProblem(value)).toBe(problem));

  it.each([
    ["", "Contact number is required"],
    ["12a", "Please enter a valid contact number"],
    ["1+2", "Please enter a valid contact number"],
    ["+()-", "Please enter a valid contact number"],
    ["1".repeat(33), "Please enter a valid contact number"],
    ["+49 (30) 123-45", null],
  ])("contact number %j: %s", (value, problem) => expect(contactNumberProblem(value)).toBe(problem));

  it.each([
    ["", "Password is required"],
    ["1234567", "Password must be at least 8 characters"],
    ["x".repeat(257), "Password cannot exceed 256 characters"],
    ["12345678", null],
  ])("password %j: %s", (value, problem) => expect(signUpPasswordProblem(value)).toBe(problem));

  it.each([
    [changedPasswordProblem, "", "New password is required"],
    [changedPasswordProblem, "12345", "New password must be at least 6 characters"],
    [changedPasswordProblem, "123456", null],
    [changedPasswordProblem, "x".repeat(257), "Password cannot exceed 256 characters"],
    [resetPasswordProblem, "", "New password is required"],
    [resetPasswordProblem, "12345", "Password must be at least 6 characters"],
    [resetPasswordProblem, "123456", null],
    [completionPasswordProblem, "", "Password is required"],
    [completionPasswordProblem, "12345", "Password must be at least 6 characters"],
    [completionPasswordProblem, "123456", null],
    [completionContactNumberProblem, " ", "Contact number is required"],
    [completionContactNumberProblem, "call me", "Contact number is invalid"],
    [completionContactNumberProblem, "+1 202", null],
  ])("later, %o of %j: %s", (check, value, problem) => expect(check(value)).toBe(problem));

  it("takes any password for logging in that could be one", () => {
    expect(loginPasswordProblem("x")).toBeNull();
    expect(loginPasswordProblem("")).toBe("Password is required");
  });

  it("compares the confirmation", () => {
    expect(confirmPasswordProblem("a", "")).toBe("Please confirm your password");
    expect(confirmPasswordProblem("a", "b")).toBe("Passwords do not match");
    expect(confirmPasswordProblem("a", "a")).toBeNull();
  });
});

describe("links and groups", () => {
  it.each([
    [linkNameProblem, " ", "URL name is required"],
    [linkNameProblem, "x".repeat(201), "URL name cannot exceed 200 characters"],
    [linkNameProblem, "Docs", null],
    [groupNameProblem, "", "Group name is required"],
    [groupNameProblem, "x".repeat(101), "Group name cannot exceed 100 characters"],
    [groupNameProblem, "Press", null],
    [customCodeProblem, "  ", null],
    [customCodeProblem, "my-code", null],
  ])("%o %j: %s", (check, value, problem) => expect(check(value)).toBe(problem));
});
