import { beforeEach, describe, expect, it } from "vitest";
import { forgetAddress, homeAfterSignIn, saveAddress } from "./afterSignIn.ts";

beforeEach(() => sessionStorage.clear());

const keep = (to: string, at = Date.now()) => sessionStorage.setItem("afterSignIn", JSON.stringify({ to, at }));

describe("after signing in", () => {
  it("leads to the page that was asked for, once", () => {
    saveAddress({ pathname: "/urls", search: "?q=summer", hash: "#first" });
    expect(homeAfterSignIn()).toBe("/urls?q=summer#first");
    forgetAddress();
    expect(homeAfterSignIn()).toBe("/dashboard");
  });

  it.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "\\\\evil.example",
    "javascript:alert(1)",
    "urls",
    "",
  ])("leads nowhere else: %s", (to) => {
    keep(to);
    expect(homeAfterSignIn()).toBe("/dashboard");
  });

  it("leads to the dashboard after half an hour, or where what is kept is damaged", () => {
    keep("/urls", Date.now() - 31 * 60 * 1000);
    expect(homeAfterSignIn()).toBe("/dashboard");
    sessionStorage.setItem("afterSignIn", "{");
    expect(homeAfterSignIn()).toBe("/dashboard");
  });
});
