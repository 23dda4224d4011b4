import { renderScreen } from "../../../testing/dom.tsx";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../../testing/apollo.ts";
import type { Resolvers } from "../../../testing/graphqlServer.ts";
import { refusal } from "../../../testing/graphqlServer.ts";
import { SqlAccessCard } from "./SqlAccessCard.tsx";
import { clientCommand, curlCommand } from "./sqlCommands.ts";

const user = "account_01900000-0000-7000-8000-000000000001";
const since = "2026-11-01T10:00:00.000Z";

/** Opens the card on a server that grants and revokes access. */
async function open({ granted = false, native = false } = {}, overrides: Resolvers = {}) {
  let given = 0;
  const access = {
    available: true,
    grantedAt: granted ? since : null,
    user,
    httpUrl: "http://127.0.0.1:8123",
    nativeAddress: native ? "127.0.0.1:9000" : null,
    database: "analytics",
  };
  const client = await clientOf({
    sqlAccess: () => access,
    createSqlAccess: ({ password }: { password: string }) => {
      if (password !== ownPassword) return wrongPassword();
      access.grantedAt = since;
      return { access, password: `secret-${++given}` };
    },
    revokeSqlAccess: () => {
      access.grantedAt = null;
      return access;
    },
    ...overrides,
  });
  renderScreen(<SqlAccessCard />, { client });
  return userEvent.setup();
}

const ownPassword = "correct horse battery";
const wrongPassword = () =>
  refusal("VALIDATION_ERROR", "Password is incorrect", {
    fields: [{ field: "password", message: "Password is incorrect" }],
  });

/** Enters a password, by default the account's, in the dialog that requests it, and clicks the button. */
async function giveIn(
  person: ReturnType<typeof userEvent.setup>,
  dialog: string,
  button: string,
  password = ownPassword,
) {
  const form = within(await screen.findByRole("form", { name: dialog }));
  await person.clear(form.getByLabelText("Your password"));
  await person.type(form.getByLabelText("Your password"), password);
  await person.click(form.getByRole("button", { name: button }));
}

const confirmIn = async (person: ReturnType<typeof userEvent.setup>, dialog: string, button: string) => {
  await person.click(within(await screen.findByRole("dialog", { name: dialog })).getByRole("button", { name: button }));
};

describe("the card of SQL access", () => {
  it("gives access, shows the password once, and copies the lines that are ready to use", async () => {
    const person = await open({ native: true });
    await person.click(await screen.findByRole("button", { name: "Create SQL Access" }));
    await giveIn(person, "Create SQL Access", "Create");
    expect(await screen.findByText("secret-1")).toBeVisible();
    expect(screen.getByText(/It is not shown again/)).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Copy with curl" }));
    const login = { user, password: "secret-1", httpUrl: "http://127.0.0.1:8123", database: "analytics" };
    expect(await navigator.clipboard.readText()).toBe(curlCommand({ ...login, nativeAddress: null }));
    await person.click(screen.getByRole("button", { name: "Copy with clickhouse-client" }));
    expect(await navigator.clipboard.readText()).toBe(clientCommand({ ...login, nativeAddress: "127.0.0.1:9000" }));
  });

  it("shows access given before without its password, and no line for a port that isn't open", async () => {
    await open({ granted: true });
    expect(await screen.findByText(user)).toBeVisible();
    expect(screen.getByText(/curl --user '.*:PASSWORD'/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Copy password" })).toBeNull();
    expect(screen.queryByText("With clickhouse-client")).toBeNull();
  });

  it("asks for the account's password, and says when it is wrong", async () => {
    const person = await open();
    await person.click(await screen.findByRole("button", { name: "Create SQL Access" }));
    const form = within(await screen.findByRole("form", { name: "Create SQL Access" }));
    await person.click(form.getByRole("button", { name: "Create" }));
    expect(await form.findByText("Password is required")).toBeVisible();
    await giveIn(person, "Create SQL Access", "Create", "wrong");
    expect(await form.findByText("Password is incorrect")).toBeVisible();
    expect(form.getByLabelText("Your password")).toHaveAccessibleDescription("Password is incorrect");
    await giveIn(person, "Create SQL Access", "Create");
    expect(await screen.findByText("secret-1")).toBeVisible();
    expect(screen.queryByRole("form", { name: "Create SQL Access" })).toBeNull();
  });

  it("makes a new password after a question", async () => {
    const person = await open({ granted: true });
    await person.click(await screen.findByRole("button", { name: "New Password" }));
    await giveIn(person, "New Password", "Make new password");
    expect(await screen.findByText("secret-1")).toBeVisible();
  });

  it("revokes after a question, and forgets the password", async () => {
    const person = await open();
    await person.click(await screen.findByRole("button", { name: "Create SQL Access" }));
    await giveIn(person, "Create SQL Access", "Create");
    await screen.findByText("secret-1");
    await person.click(screen.getByRole("button", { name: "Revoke SQL Access" }));
    await confirmIn(person, "Revoke SQL Access", "Revoke");
    expect(await screen.findByRole("button", { name: "Create SQL Access" })).toBeVisible();
    expect(screen.queryByText("secret-1")).toBeNull();
  });

  it("says why access could not be given, and leaves everything as it was", async () => {
    const person = await open({}, { createSqlAccess: () => refusal("RATE_LIMIT_ERROR", "Too many requests") });
    await person.click(await screen.findByRole("button", { name: "Create SQL Access" }));
    await giveIn(person, "Create SQL Access", "Create");
    expect((await screen.findAllByText("Too many requests"))[0]).toBeVisible();
    expect(screen.getByRole("button", { name: "Create" })).toBeEnabled();
  });

  it("says when a revocation failed, and keeps asking", async () => {
    const person = await open(
      { granted: true },
      { revokeSqlAccess: () => refusal("INTERNAL_ERROR", "Something went wrong") },
    );
    await person.click(await screen.findByRole("button", { name: "Revoke SQL Access" }));
    await confirmIn(person, "Revoke SQL Access", "Revoke");
    expect(await screen.findByText("Something went wrong")).toBeVisible();
    expect(screen.getByRole("dialog", { name: "Revoke SQL Access" })).toBeVisible();
  });

  it("can be requested again when it did not come", async () => {
    let broken = true;
    const access = {
      available: true,
      grantedAt: null,
      user,
      httpUrl: "http://x",
      nativeAddress: null,
      database: "analytics",
    };
    const person = await open(
      {},
      { sqlAccess: () => (broken ? refusal("INTERNAL_ERROR", "Something went wrong") : access) },
    );
    const retry = await screen.findByRole("button", { name: /try again|retry/i });
    broken = false;
    await person.click(retry);
    expect(await screen.findByRole("button", { name: "Create SQL Access" })).toBeVisible();
  });

  it("is not there where nobody is let in", async () => {
    const none = { available: false, grantedAt: null, user, httpUrl: null, nativeAddress: null, database: null };
    await open({}, { sqlAccess: () => none });
    await waitFor(() => expect(screen.queryByText("SQL Access")).toBeNull());
  });
});
