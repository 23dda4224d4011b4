import { describe, expect, it } from "vitest";
import { readGoogleAnswer } from "./googleAnswer.ts";

const read = (text: string) => readGoogleAnswer(new URLSearchParams(text));

describe("the answer of a Google sign-in", () => {
  it("holds a session", () => {
    const answer = read(
      "action=login&accessToken=a&refreshToken=r&expiresIn=900&refreshExpiresIn=9000&userId=1&userEmail=ada%40example.com" +
        "&userName=Ada&userContactNumber=12&isGoogleUser=true&emailVerified=false",
    );
    expect(answer).toEqual({
      action: "login",
      tokens: { accessToken: "a", refreshToken: "r" },
      user: {
        id: "1",
        email: "ada@example.com",
        name: "Ada",
        contactNumber: "12",
        isGoogleUser: true,
        emailVerified: false,
      },
    });
  });

  it("holds a code for one", () => {
    expect(read("action=login&code=once")).toEqual({ action: "exchange", code: "once" });
  });

  it("holds somebody who has no account yet", () => {
    expect(read("action=signup&email=a%40b.de&name=Ada&googleId=7")).toEqual({
      action: "signup",
      identity: { email: "a@b.de", name: "Ada", googleId: "7" },
    });
  });

  it.each([
    ["action=login&accessToken=a", true],
    ["action=login&refreshToken=r", true],
    ["action=signup&email=a%40b.de&name=Ada", false],
    ["action=other", false],
    ["", false],
  ])("%s leads to the log-in page", (text, failed) => {
    expect(read(text)).toEqual({ action: "leave", failed });
  });
});
