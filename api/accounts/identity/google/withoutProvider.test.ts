import { describe, expect, it } from "vitest";
import { openTestApi } from "../../../testing/testApi.ts";
import { googleCallbackPath } from "./rest.ts";

describe("without a provider", () => {
  it("answers 501 while it is not configured", async () => {
    const bare = await openTestApi();
    for (const [method, url] of [
      ["GET", "/api/auth/google"],
      ["GET", googleCallbackPath],
      ["POST", "/api/auth/google-oauth-complete"],
    ] as const) {
      const response = await bare.app.inject({ method, url, ...(method === "POST" && { payload: {} }) });
      expect(response.statusCode).toBe(501);
      expect(response.json()).toEqual({
        success: false,
        message: "Google sign-in is not configured on this installation.",
      });
    }
    await bare.close();
  });

  it("goes back to the log-in page while it can't be reached", async () => {
    const google = {
      name: "Example",
      issuer: "http://127.0.0.1:1",
      clientId: "x",
      clientSecret: "y",
      redirectUri: "http://localhost",
    };
    const cut = await openTestApi({ settings: { google } });
    const response = await cut.app.inject({ method: "GET", url: "/api/auth/google" });
    expect(response.headers.location).toBe("http://localhost:3000/login?error=oauth_failed&reason=unreachable");
    await cut.close();
  });
});
