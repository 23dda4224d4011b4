import { renderScreen } from "../../testing/dom.tsx";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { SessionProvider } from "../../core/session/SessionProvider.tsx";
import { clientOf } from "../../testing/apollo.ts";
import { refusal } from "../../testing/graphqlServer.ts";
import { LoginPage } from "./LoginPage.tsx";
import { sessionUser as user } from "../../testing/sessionUser.ts";

const tokens = { accessToken: "access", refreshToken: "refresh", expiresIn: 900, refreshExpiresIn: 9000 };

async function open(login: () => unknown = () => ({ user, tokens }), path = "/login") {
  const page = (
    <SessionProvider>
      <LoginPage />
    </SessionProvider>
  );
  renderScreen(page, { client: await clientOf({ login }), path });
  return userEvent.setup();
}

async function submit(person: ReturnType<typeof userEvent.setup>) {
  await person.type(screen.getByLabelText("Email address"), "ada@example.com");
  await person.type(screen.getByLabelText("Password"), "correct horse");
  await person.click(screen.getByRole("button", { name: "Sign in" }));
}

describe("the log-in page", () => {
  it("says on submit what is missing, and on blur what is wrong", async () => {
    const person = await open();
    await person.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByText("Email is required")).toBeVisible();
    expect(screen.getByText("Password is required")).toBeVisible();
    await person.type(screen.getByLabelText("Email address"), "ada");
    expect(screen.queryByText("Email is required")).toBeNull();
    await person.tab();
    expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
  });

  it("keeps both tokens", async () => {
    const person = await open();
    await submit(person);
    expect(await screen.findByText("Login successful!")).toBeVisible();
    expect({ ...window.localStorage }).toMatchObject({ token: "access", refreshToken: "refresh" });
  });

  it("shows a refusal above the form until a field is edited", async () => {
    const person = await open(() => {
      throw refusal("AUTHENTICATION_ERROR", "Invalid email or password");
    });
    await submit(person);
    expect(await screen.findByRole("alert")).toHaveTextContent("Invalid email or password");
    expect(window.localStorage).toHaveLength(0);
    await person.type(screen.getByLabelText("Password"), "!");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows a server's field errors beside their fields", async () => {
    const person = await open(() => {
      throw refusal("VALIDATION_ERROR", "Email is odd", { fields: [{ field: "email", message: "Email is odd" }] });
    });
    await submit(person);
    await waitFor(() => expect(screen.getByLabelText("Email address")).toHaveAccessibleDescription("Email is odd"));
  });

  it("shows and hides the password", async () => {
    const person = await open();
    expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
    await person.click(screen.getByRole("button", { name: "Show or hide password" }));
    expect(screen.getByLabelText("Password")).toHaveAttribute("type", "text");
  });

  it("fills in the address of an account that exists already", async () => {
    await open(undefined, "/login?message=user_exists_with_email&email=ada%40example.com");
    expect(screen.getByLabelText("Email address")).toHaveValue("ada@example.com");
  });

  it("fills in nothing for other messages", async () => {
    await open(undefined, "/login?message=hello&email=ada%40example.com");
    expect(screen.getByLabelText("Email address")).toHaveValue("");
  });
});
