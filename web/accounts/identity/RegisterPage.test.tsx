import { renderScreen } from "../../testing/dom.tsx";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { refusal } from "../../testing/graphqlServer.ts";
import { RegisterPage } from "./RegisterPage.tsx";

const good = {
  "Full Name": "Ada Lovelace",
  "Email address": "ada@example.com",
  "Contact Number": "+44 (20) 7946-0958",
  Password: "correct horse",
  "Confirm Password": "correct horse",
};

async function open(register: (args: { input: Record<string, string> }) => unknown = () => ({ id: "1" })) {
  renderScreen(<RegisterPage />, { client: await clientOf({ register }), path: "/register" });
  return userEvent.setup();
}

async function fill(user: ReturnType<typeof userEvent.setup>, values: Partial<typeof good>) {
  for (const [label, value] of Object.entries(values)) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.type(field, value);
  }
}

describe("the sign-up page", () => {
  it.each([
    ["Full Name", "", "Name is required"],
    ["Full Name", "A", "Name must be at least 2 characters"],
    ["Full Name", "A".repeat(51), "Name cannot exceed 50 characters"],
    ["Email address", "", "Email is required"],
    ["Email address", "ada@", "Please enter a valid email address"],
    ["Contact Number", "", "Contact number is required"],
    ["Contact Number", "call me", "Please enter a valid contact number"],
    ["Password", "", "Password is required"],
    ["Password", "seven77", "Password must be at least 8 characters"],
    ["Confirm Password", "", "Please confirm your password"],
  ])("says on blur what is wrong with %s %j", async (label, value, text) => {
    const user = await open();
    await user.click(screen.getByLabelText(label));
    if (value !== "") await user.keyboard(value);
    await user.tab();
    expect(await screen.findByText(text)).toBeVisible();
  });

  it.each([
    ["Ada@Example.com2026", "Password must not be your email address"],
    ["ada lovelace1", "Password must not be your name"],
  ])("refuses the password %s", async (password, text) => {
    const user = await open();
    await fill(user, { ...good, Password: password, "Confirm Password": password });
    expect(screen.getByText("Please fix the errors above")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Create Account" }));
    expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(text);
  });

  it("shows at the field that the server finds a password too common", async () => {
    const message = "Password is too common. Choose another one";
    const user = await open(() => {
      throw refusal("VALIDATION_ERROR", message, { fields: [{ field: "password", message }] });
    });
    await fill(user, { ...good, Password: "password1", "Confirm Password": "password1" });
    await user.click(screen.getByRole("button", { name: "Create Account" }));
    await waitFor(() => expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(message));
  });

  it("takes an error away while its field is edited", async () => {
    const user = await open();
    await user.type(screen.getByLabelText("Full Name"), "A");
    await user.tab();
    await screen.findByText("Name must be at least 2 characters");
    await user.type(screen.getByLabelText("Full Name"), "d");
    expect(screen.queryByText("Name must be at least 2 characters")).toBeNull();
  });

  it("shows strength, missing characters, the match and the form's status", async () => {
    const user = await open();
    expect(screen.getByText("Please complete all fields")).toBeVisible();
    await fill(user, { Password: "abc" });
    expect(screen.getByText("5 more characters needed")).toBeVisible();
    await fill(user, { ...good, "Confirm Password": "correct hors" });
    expect(screen.getByText("Passwords do not match")).toBeVisible();
    await user.type(screen.getByLabelText("Confirm Password"), "e");
    expect(screen.getByText("Passwords match")).toBeVisible();
    expect(screen.getByText("Ready to submit")).toBeVisible();
    await fill(user, { "Full Name": "A" });
    await user.tab();
    expect(await screen.findByText("Please fix the errors above")).toBeVisible();
  });

  it("forgets a mismatch that is mended in the other field", async () => {
    const user = await open();
    await fill(user, { ...good, "Confirm Password": "correct horse!" });
    await user.tab();
    await screen.findByText("Passwords do not match");
    await user.type(screen.getByLabelText("Password"), "!");
    expect(screen.getByText("Ready to submit")).toBeVisible();
  });

  it("registers, says so, and goes on to the log-in page", async () => {
    const received: unknown[] = [];
    const user = await open(({ input }) => {
      received.push(input);
      return { id: "0199d1c2-0000-7000-8000-000000000001" };
    });
    await fill(user, { ...good, "Full Name": " Ada Lovelace " });
    await user.click(screen.getByRole("button", { name: "Create Account" }));
    expect(await screen.findByText("Registration successful! Please login.")).toBeVisible();
    expect(await screen.findByText("elsewhere")).toBeVisible();
    expect(received).toEqual([
      {
        name: "Ada Lovelace",
        email: "ada@example.com",
        contactNumber: "+44 (20) 7946-0958",
        password: "correct horse",
        confirmPassword: "correct horse",
      },
    ]);
  });

  it("sends nothing while a field is wrong", async () => {
    let calls = 0;
    const user = await open(() => (calls += 1));
    await fill(user, { ...good, "Confirm Password": "other" });
    await user.click(screen.getByRole("button", { name: "Create Account" }));
    expect(await screen.findByText("Passwords do not match")).toBeVisible();
    expect(calls).toBe(0);
  });

  it("shows a conflict beside its field", async () => {
    const user = await open(() => {
      throw refusal("CONFLICT_ERROR", "This email is taken", { field: "email" });
    });
    await fill(user, good);
    await user.click(screen.getByRole("button", { name: "Create Account" }));
    await waitFor(() =>
      expect(screen.getByLabelText("Email address")).toHaveAccessibleDescription("This email is taken"),
    );
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("retries at most three times, and counts anew after an edit", async () => {
    let calls = 0;
    const user = await open(() => {
      calls += 1;
      throw refusal("INTERNAL_ERROR", "Not now");
    });
    await fill(user, good);
    await user.click(screen.getByRole("button", { name: "Create Account" }));
    for (const attempt of [1, 2, 3]) {
      await user.click(await screen.findByRole("button", { name: "Retry" }));
      expect(await screen.findByText(`Attempt ${attempt} of 3`)).toBeVisible();
    }
    expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
    expect(calls).toBe(4);
    await user.type(screen.getByLabelText("Full Name"), "!");
    expect(screen.queryByText("Not now")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Create Account" }));
    expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
  });
});
