import { renderScreen } from "../../testing/dom.tsx";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { SessionProvider } from "../../core/session/SessionProvider.tsx";
import { clientOf } from "../../testing/apollo.ts";
import { refusal, type Resolvers } from "../../testing/graphqlServer.ts";
import { ProfilePage } from "./ProfilePage.tsx";

const noSqlAccess = {
  available: false,
  grantedAt: null,
  user: "account_1",
  httpUrl: null,
  nativeAddress: null,
  database: null,
};

/** Opens Ada's profile page; also returns the inputs that it has sent. */
async function open(overrides: Resolvers = {}, hasSecondFactor = false) {
  const me = {
    id: "01900000-0000-7000-8000-000000000001",
    name: "Ada Lovelace",
    email: "ada@example.com",
    pendingEmail: null as string | null,
    contactNumber: "123",
    isGoogleUser: false,
    emailVerified: true,
    hasSecondFactor,
    createdAt: "2026-11-01T10:00:00.000Z",
    lastLogin: null,
  };
  const sent: object[] = [];
  const keep =
    <Answer,>(answer: (args: never) => Answer) =>
    (args: never) => {
      sent.push(args);
      return answer(args);
    };
  const client = await clientOf({
    me: () => me,
    sqlAccess: () => noSqlAccess,
    updateProfile: keep(({ email, currentPassword, code }: Record<string, string>) => {
      if (email === me.email) return me;
      if (currentPassword !== "secret") {
        const message = "Current password is incorrect";
        return refusal("VALIDATION_ERROR", message, { fields: [{ field: "currentPassword", message }] });
      }
      if (hasSecondFactor && code !== "123456") {
        const message = "This code is incorrect, has expired, or was used before";
        return refusal("VALIDATION_ERROR", message, { fields: [{ field: "code", message }] });
      }
      return { ...me, pendingEmail: email };
    }),
    changePassword: keep(() => true),
    logoutAll: keep(() => true),
    ...overrides,
  });
  renderScreen(
    <SessionProvider>
      <ProfilePage />
    </SessionProvider>,
    { client, path: "/profile" },
  );
  return { person: userEvent.setup(), sent };
}

describe("another e-mail address", () => {
  it("asks for the password, which nothing else in the form does", async () => {
    const { person, sent } = await open();
    await person.click(await screen.findByRole("button", { name: "Edit Profile" }));
    const form = within(screen.getByRole("form", { name: "Personal Information" }));
    const email = form.getByLabelText(/Email address/);
    expect(form.queryByLabelText(/Current password/)).toBeNull();
    await person.clear(email);
    await person.type(email, "ADA@example.com");
    expect(form.queryByLabelText(/Current password/)).toBeNull();
    await person.clear(email);
    await person.type(email, "king@example.com");
    await person.click(form.getByRole("button", { name: "Save Changes" }));
    expect(await form.findByText("Current password is required")).toBeVisible();
    expect(sent).toEqual([]);

    await person.type(form.getByLabelText(/Current password/), "guess");
    await person.click(form.getByRole("button", { name: "Save Changes" }));
    expect(await form.findByText("Current password is incorrect")).toBeVisible();
    await person.clear(form.getByLabelText(/Current password/));
    await person.type(form.getByLabelText(/Current password/), "secret");
    await person.click(form.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("Confirm your new email address")).toBeVisible();
    expect(sent.at(-1)).toMatchObject({ email: "king@example.com", currentPassword: "secret" });
  });

  it("asks for a code of the second factor too", async () => {
    const { person, sent } = await open({}, true);
    await person.click(await screen.findByRole("button", { name: "Edit Profile" }));
    const form = within(screen.getByRole("form", { name: "Personal Information" }));
    expect(form.queryByLabelText(/^Code/)).toBeNull();
    await person.type(form.getByLabelText(/Email address/), ".org");
    await person.type(form.getByLabelText(/Current password/), "secret");
    await person.click(form.getByRole("button", { name: "Save Changes" }));
    expect(await form.findByText("Enter a code")).toBeVisible();
    await person.type(form.getByLabelText(/^Code/), "000000");
    await person.click(form.getByRole("button", { name: "Save Changes" }));
    expect(await form.findByText("This code is incorrect, has expired, or was used before")).toBeVisible();
    await person.clear(form.getByLabelText(/^Code/));
    await person.type(form.getByLabelText(/^Code/), "123456");
    await person.click(form.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("Confirm your new email address")).toBeVisible();
    expect(sent.at(-1)).toMatchObject({ email: "ada@example.com.org", code: "123456" });
  });

  it("sends no password when the address stays", async () => {
    const { person, sent } = await open();
    await person.click(await screen.findByRole("button", { name: "Edit Profile" }));
    const email = screen.getByLabelText(/Email address/);
    await person.type(email, ".org");
    await person.type(screen.getByLabelText(/Current password/), "secret");
    await person.clear(email);
    await person.type(email, "ada@example.com");
    await person.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
    expect(sent).toEqual([{ name: "Ada Lovelace", email: "ada@example.com", contactNumber: "123" }]);
  });
});

describe("changing the password", () => {
  async function change(person: ReturnType<typeof userEvent.setup>) {
    const form = within(await screen.findByRole("form", { name: "Change Password" }));
    await person.type(form.getByLabelText("Current password"), "secret");
    await person.type(form.getByLabelText("New password"), "another");
    await person.type(form.getByLabelText("Confirm new password"), "another");
    return form;
  }

  it("offers to revoke SQL access where there is some", async () => {
    const sqlAccess = () => ({ ...noSqlAccess, available: true, grantedAt: "2026-11-01T10:00:00.000Z" });
    const { person, sent } = await open({ sqlAccess });
    await person.click(await screen.findByRole("button", { name: "Change Password" }));
    const form = await change(person);
    await person.click(await form.findByLabelText("Revoke SQL access too"));
    await person.click(form.getByRole("button", { name: "Change Password" }));
    expect(await screen.findByText("Password changed successfully!")).toBeVisible();
    expect(sent).toEqual([{ currentPassword: "secret", newPassword: "another", revokeSqlAccess: true }]);
  });

  it("says nothing of it where there is none", async () => {
    const { person, sent } = await open();
    await person.click(await screen.findByRole("button", { name: "Change Password" }));
    const form = await change(person);
    expect(form.queryByLabelText("Revoke SQL access too")).toBeNull();
    await person.click(form.getByRole("button", { name: "Change Password" }));
    expect(await screen.findByText("Password changed successfully!")).toBeVisible();
    expect(sent).toEqual([{ currentPassword: "secret", newPassword: "another" }]);
  });
});

describe("logging out everywhere", () => {
  const confirm = async (person: ReturnType<typeof userEvent.setup>) => {
    await person.click(await screen.findByRole("button", { name: "Log Out Everywhere" }));
    const dialog = await screen.findByRole("dialog", { name: "Log Out Everywhere" });
    await person.click(within(dialog).getByRole("button", { name: "End all sessions" }));
  };

  it("ends the sessions after a question, and leaves the page", async () => {
    window.localStorage.setItem("token", "a token");
    const { person, sent } = await open();
    await confirm(person);
    expect(await screen.findByText("elsewhere")).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(window.localStorage.getItem("token")).toBeNull();
  });

  it("says when it failed, and stays", async () => {
    const { person } = await open({ logoutAll: () => refusal("INTERNAL_ERROR", "Something went wrong") });
    await confirm(person);
    expect(await screen.findByText("Something went wrong")).toBeVisible();
    expect(screen.getByRole("dialog", { name: "Log Out Everywhere" })).toBeVisible();
  });
});
