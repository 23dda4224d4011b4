import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { call, sharedTestApi, password, signUp, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

const registration = {
  name: "Grace Hopper",
  email: "grace@example.com",
  contactNumber: "+1 (202) 555-0143",
  password,
  confirmPassword: password,
};

describe("POST /api/auth/register", () => {
  it("makes an account without signing in", async () => {
    const { status, body } = await call(api, "POST", "/api/auth/register", { body: registration });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      user: { email: "grace@example.com", name: "Grace Hopper", lastLogin: null },
    });
    expect(body).not.toHaveProperty("tokens");
    expect(JSON.stringify(body)).not.toMatch(/argon|hash/i);
  });

  it("names every field that can't be taken", async () => {
    const { status, body } = await call(api, "POST", "/api/auth/register", {
      body: {
        name: "x",
        email: "not an address",
        contactNumber: "call me",
        password: "short",
        confirmPassword: "other",
      },
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      success: false,
      error: {
        type: "VALIDATION_ERROR",
        details: {
          fields: [
            { field: "name", message: "Name must be at least 2 characters" },
            { field: "email", message: "Please enter a valid email address" },
            { field: "contactNumber", message: "Please enter a valid contact number" },
            { field: "password", message: "Password must be at least 8 characters" },
            { field: "confirmPassword", message: "Passwords do not match" },
          ],
        },
      },
    });
  });

  it("refuses an address that has an account, in whatever case", async () => {
    const { status, body } = await call(api, "POST", "/api/auth/register", {
      body: { ...registration, email: "GRACE@Example.com" },
    });
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { type: "CONFLICT_ERROR", details: { field: "email" } } });
  });

  it("lets one of two at the same moment win", async () => {
    const body = { ...registration, email: "twice@example.com" };
    const answers = await Promise.all([1, 2].map(() => call(api, "POST", "/api/auth/register", { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it("answers malformed JSON with 400", async () => {
    const { status, body } = await call(api, "POST", "/api/auth/register", { body: "{" });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, error: { type: "VALIDATION_ERROR" } });
  });
});

describe("POST /api/auth/login", () => {
  it("gives tokens, and remembers when", async () => {
    const user = await signUp(api);
    const { body } = await call(api, "GET", "/api/auth/profile", { user });
    expect(body).toMatchObject({
      success: true,
      user: { email: user.email, isGoogleUser: false, emailVerified: false },
    });
    expect(body["user"]).toHaveProperty("lastLogin", expect.stringMatching(/^\d{4}-/));
  });

  it.each([
    ["a wrong password", { email: "grace@example.com", password: "wrong password" }],
    ["an unknown address", { email: "nobody@example.com", password }],
  ])("says the same to %s", async (_what, credentials) => {
    const { status, body } = await call(api, "POST", "/api/auth/login", { body: credentials });
    expect(status).toBe(401);
    expect(body).toMatchObject({ message: "Invalid email or password", error: { type: "AUTHENTICATION_ERROR" } });
  });

  it("names what is missing", async () => {
    const { status, body } = await call(api, "POST", "/api/auth/login", { body: {} });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: {
        details: {
          fields: [
            { field: "email", message: "Email is required" },
            { field: "password", message: "Password is required" },
          ],
        },
      },
    });
  });
});

describe("POST /api/auth/refresh-token", () => {
  it("exchanges a refresh token once, and ends the session when it comes again", async () => {
    const user = await signUp(api);
    const first = await call(api, "POST", "/api/auth/refresh-token", { body: { refreshToken: user.refreshToken } });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ success: true, tokens: { expiresIn: 900 } });
    const { refreshToken } = z.object({ refreshToken: z.string() }).parse(first.body["tokens"]);
    const again = await call(api, "POST", "/api/auth/refresh-token", { body: { refreshToken: user.refreshToken } });
    expect(again.status).toBe(401);
    const newer = await call(api, "POST", "/api/auth/refresh-token", { body: { refreshToken } });
    expect(newer.status).toBe(401);
  });

  it.each(["", "nonsense"])("refuses the token %j", async (refreshToken) => {
    const { status, body } = await call(api, "POST", "/api/auth/refresh-token", { body: { refreshToken } });
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: { type: "AUTHENTICATION_ERROR" } });
  });
});

describe("POST /api/auth/logout", () => {
  it("ends the session", async () => {
    const user = await signUp(api);
    expect((await call(api, "POST", "/api/auth/logout", { user })).status).toBe(200);
    const { status } = await call(api, "POST", "/api/auth/refresh-token", {
      body: { refreshToken: user.refreshToken },
    });
    expect(status).toBe(401);
  });

  it("needs a token", async () => {
    expect((await call(api, "POST", "/api/auth/logout")).status).toBe(401);
  });
});

describe("PUT /api/auth/profile", () => {
  it("changes name and contact number", async () => {
    const user = await signUp(api);
    const change = { name: "  Ada King ", email: user.email, contactNumber: "12345" };
    const { status, body } = await call(api, "PUT", "/api/auth/profile", { user, body: change });
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: { name: "Ada King", contactNumber: "12345" } });
  });

  it.each([
    [{ name: "", email: "", contactNumber: "" }, "Name is required", "Email is required", "Contact number is required"],
    [
      { name: "x", email: "x", contactNumber: "x" },
      "Name must be at least 2 characters",
      "Please enter a valid email address",
      "Please enter a valid contact number",
    ],
  ])("refuses %j", async (body, ...messages) => {
    const answer = await call(api, "PUT", "/api/auth/profile", { user: await signUp(api), body });
    expect(answer.status).toBe(422);
    const fields = ["name", "email", "contactNumber"].map((field, i) => ({ field, message: messages[i] }));
    expect(answer.body).toMatchObject({ error: { details: { fields } } });
  });

  it.each([undefined, "Bearer x", "Bearer a.b.c"])("refuses the authorization %j", async (authorization) => {
    const response = await api.app.inject({
      method: "GET",
      url: "/api/auth/profile",
      headers: { ...(authorization && { authorization }) },
    });
    expect(response.statusCode).toBe(401);
  });
});
