import { renderScreen } from "../../testing/dom.tsx";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { refusal } from "../../testing/graphqlServer.ts";
import { ForgotPasswordPage } from "./ForgotPasswordPage.tsx";
import { ResetPasswordPage } from "./ResetPasswordPage.tsx";

async function openForgot(forgotPassword: () => unknown = () => true) {
  renderScreen(<ForgotPasswordPage />, { client: await clientOf({ forgotPassword }), path: "/forgot-password" });
  return userEvent.setup();
}

async function openReset(resetPassword: (args: never) => unknown = () => true, path = "/reset-password?token=abc") {
  renderScreen(<ResetPasswordPage />, { client: await clientOf({ resetPassword }), path });
  return userEvent.setup();
}

describe("a forgotten password", () => {
  it("needs an e-mail address", async () => {
    const user = await openForgot();
    await user.click(screen.getByRole("button", { name: "Send Reset Link" }));
    expect(await screen.findByText("Email is required")).toBeVisible();
    await user.type(screen.getByLabelText("Email address"), "ada@");
    await user.click(screen.getByRole("button", { name: "Send Reset Link" }));
    expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
  });

  it("leads to a mail, and back to the form", async () => {
    const user = await openForgot();
    await user.type(screen.getByLabelText("Email address"), "ada@example.com");
    await user.click(screen.getByRole("button", { name: "Send Reset Link" }));
    expect(await screen.findByRole("heading", { name: "Check Your Email" })).toBeVisible();
    expect(screen.getByText(/expires in 10 minutes/)).toBeVisible();
    expect(screen.getByText("Password reset email sent!")).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to Login" })).toHaveAttribute("href", "/login");
    await user.click(screen.getByRole("button", { name: "Send Another Email" }));
    expect(screen.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  });

  it("shows the server's word under the field", async () => {
    const user = await openForgot(() => {
      throw refusal("RATE_LIMIT_ERROR", "Too many reset mails");
    });
    await user.type(screen.getByLabelText("Email address"), "ada@example.com");
    await user.click(screen.getByRole("button", { name: "Send Reset Link" }));
    expect((await screen.findAllByText("Too many reset mails")).length).toBeGreaterThan(0);
    expect(screen.getByLabelText("Email address")).toHaveAccessibleDescription("Too many reset mails");
  });
});

describe("a new password", () => {
  it("can't be set without a token", async () => {
    await openReset(undefined, "/reset-password");
    expect(await screen.findByText("elsewhere")).toBeVisible();
  });

  it("is checked while it is typed, and on submit", async () => {
    const user = await openReset();
    await user.click(screen.getByRole("button", { name: "Reset Password" }));
    expect(await screen.findByText("New password is required")).toBeVisible();
    expect(screen.getByText("Please confirm your password")).toBeVisible();
    await user.type(screen.getByLabelText("New password"), "short");
    await user.type(screen.getByLabelText("Confirm password"), "shore");
    expect(screen.getByText("At least 6 characters long").textContent).toContain("to do");
    await user.click(screen.getByRole("button", { name: "Reset Password" }));
    expect(await screen.findByText("Password must be at least 6 characters")).toBeVisible();
    expect(screen.getByText("Passwords do not match")).toBeVisible();
    await user.clear(screen.getByLabelText("Confirm password"));
    await user.type(screen.getByLabelText("New password"), "er");
    await user.type(screen.getByLabelText("Confirm password"), "shorter");
    expect(screen.getByText("At least 6 characters long").textContent).toContain("done");
    expect(screen.getByText("Passwords match").textContent).toContain("done");
  });

  it("is sent with the token, and leads to the log-in page", async () => {
    const sent: unknown[] = [];
    const user = await openReset((args) => {
      sent.push({ ...(args as object) });
      return true;
    });
    await user.type(screen.getByLabelText("New password"), "shorter");
    await user.type(screen.getByLabelText("Confirm password"), "shorter");
    await user.click(screen.getByRole("button", { name: "Reset Password" }));
    expect(await screen.findByText("Password reset successfully!")).toBeVisible();
    expect(sent).toEqual([{ resetToken: "abc", newPassword: "shorter" }]);
    expect(await screen.findByText("elsewhere", undefined, { timeout: 4000 })).toBeVisible();
  });

  it("says above the form that the link is spent", async () => {
    const text = "This link has expired";
    const user = await openReset(() => {
      throw refusal("VALIDATION_ERROR", text, { fields: [{ field: "resetToken", message: text }] });
    });
    await user.type(screen.getByLabelText("New password"), "shorter");
    await user.type(screen.getByLabelText("Confirm password"), "shorter");
    await user.click(screen.getByRole("button", { name: "Reset Password" }));
    const alerts = await screen.findAllByRole("alert");
    expect(alerts.some((alert) => alert.textContent?.includes(text))).toBe(true);
  });
});
