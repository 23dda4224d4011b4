import type { Challenge } from "@hoplog/schema/secondFactor.js";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { SessionProvider } from "../../core/session/SessionProvider.tsx";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import { refusal, type Resolvers } from "../../testing/graphqlServer.ts";
import { sessionUser as user } from "../../testing/sessionUser.ts";
import { LoginPage } from "./LoginPage.tsx";

const tokens = { accessToken: "access", refreshToken: "refresh", expiresIn: 900, refreshExpiresIn: 9000 };
const challenge: Challenge = { id: "the challenge", methods: ["totp", "recovery"], expiresIn: 300 };
const wrongText = "This code is incorrect, has expired, or was used before";

/** Opens the log-in page and submits the correct password of an account with a second factor. */
async function open(overrides: Resolvers = {}) {
  const sent: object[] = [];
  const client = await clientOf({
    login: () => refusal("AUTHENTICATION_ERROR", "Enter the code of your second factor.", { challenge }),
    completeChallenge(given: { code: string }) {
      sent.push(given);
      if (given.code === "000000")
        return refusal("VALIDATION_ERROR", wrongText, { fields: [{ field: "code", message: wrongText }] });
      return { user, tokens };
    },
    requestSecondFactorRemoval: () => "2026-12-03T10:00:00.000Z",
    ...overrides,
  });
  renderScreen(
    <SessionProvider>
      <LoginPage />
    </SessionProvider>,
    { client, path: "/login" },
  );
  const person = userEvent.setup();
  await person.type(screen.getByLabelText("Email address"), "ada@example.com");
  await person.type(screen.getByLabelText("Password"), "correct horse");
  await person.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByRole("form", { name: "Second factor" });
  return { person, sent };
}

const signIn = () => screen.getByRole("button", { name: "Sign in" });

describe("the second factor at sign-in", () => {
  it("is asked for after the password, and signs in", async () => {
    const { person, sent } = await open();
    expect(window.localStorage).toHaveLength(0);
    await person.click(signIn());
    expect(await screen.findByText("Enter a code")).toBeVisible();
    await person.type(screen.getByLabelText("Code"), "000000");
    await person.click(signIn());
    expect(await screen.findByText(wrongText)).toBeVisible();
    await person.clear(screen.getByLabelText("Code"));
    await person.type(screen.getByLabelText("Code"), "123456");
    await person.click(signIn());
    expect(await screen.findByText("Login successful!")).toBeVisible();
    expect(sent.at(-1)).toEqual({ id: challenge.id, method: "totp", code: "123456" });
    expect({ ...window.localStorage }).toMatchObject({ token: "access" });
  });

  it("takes a recovery code instead", async () => {
    const { person, sent } = await open();
    await person.click(screen.getByRole("button", { name: "Use a recovery code" }));
    await person.type(screen.getByLabelText("Recovery code"), "ABCD-EFGH-JKLM");
    await person.click(signIn());
    await waitFor(() => expect(sent).toEqual([{ id: challenge.id, method: "recovery", code: "ABCD-EFGH-JKLM" }]));
  });

  it("begins again, with the reason, when the challenge is over", async () => {
    const overText = "This sign-in has expired. Sign in again.";
    const { person } = await open({ completeChallenge: () => refusal("AUTHENTICATION_ERROR", overText) });
    await person.type(screen.getByLabelText("Code"), "123456");
    await person.click(signIn());
    expect(await screen.findByRole("alert")).toHaveTextContent(overText);
    expect(screen.getByLabelText("Email address")).toBeVisible();
  });

  it("can be left for another account", async () => {
    const { person } = await open();
    await person.click(screen.getByRole("button", { name: "Sign in with another account" }));
    expect(screen.getByLabelText("Email address")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("can be removed in three days when both are lost", async () => {
    const { person } = await open();
    await person.click(screen.getByRole("button", { name: /^Lost both/ }));
    expect(await screen.findByText(/will remove the second factor when you sign in after Dec 3, 2026/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Lost both/ })).toBeNull();
  });
});
