import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import { refusal, type Resolvers } from "../../testing/graphqlServer.ts";
import { SecondFactorPage } from "./SecondFactorPage.tsx";

const codes = ["ABCD-EFGH-JKLM", "NPQR-STUV-WXYZ"];
const wrongText = "This code is incorrect, has expired, or was used before";
const wrong = () => refusal("VALIDATION_ERROR", wrongText, { fields: [{ field: "code", message: wrongText }] });

async function open(isEnabled: boolean, overrides: Resolvers = {}) {
  const state = { isEnabled, removalAt: null as string | null };
  const client = await clientOf({
    secondFactor: () => ({
      ...state,
      enabledAt: state.isEnabled ? "2026-11-01T10:00:00.000Z" : null,
      recoveryCodesLeft: state.isEnabled ? 10 : 0,
    }),
    startTotp: () => ({ secret: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", uri: "otpauth://totp/hoplog:ada?secret=A" }),
    confirmTotp({ code }: { code: string }) {
      if (code !== "123456") return wrong();
      state.isEnabled = true;
      return codes;
    },
    replaceRecoveryCodes: ({ code }: { code: string }) => (code === "123456" ? codes : wrong()),
    disableTotp({ code }: { code: string }) {
      if (code !== "123456") return wrong();
      state.isEnabled = false;
      return true;
    },
    keepSecondFactor() {
      state.removalAt = null;
      return true;
    },
    ...overrides,
  });
  return {
    state,
    client,
    person: userEvent.setup(),
    show: () => renderScreen(<SecondFactorPage />, { client, path: "/settings/second-factor" }),
  };
}

describe("SecondFactorPage", () => {
  it("sets up an app: password, QR code, code, recovery codes", async () => {
    const { person, show } = await open(false);
    show();
    await person.type(await screen.findByLabelText("Your password"), "correct horse");
    await person.click(screen.getByRole("button", { name: "Set up" }));
    expect(await screen.findByRole("img", { name: "QR code of the secret" })).toBeVisible();
    expect(screen.getByLabelText("Secret")).toHaveTextContent("ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567");
    expect(screen.getByRole("link", { name: "Open in app" })).toHaveAttribute(
      "href",
      "otpauth://totp/hoplog:ada?secret=A",
    );
    await person.click(screen.getByRole("button", { name: "Copy secret" }));
    expect(await navigator.clipboard.readText()).toBe("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
    const code = screen.getByLabelText("Code that the app shows");
    await person.type(code, "12345");
    await person.click(screen.getByRole("button", { name: "Turn on" }));
    expect(await screen.findByText("Enter six digits")).toBeVisible();
    await person.clear(code);
    await person.type(code, "000000");
    await person.click(screen.getByRole("button", { name: "Turn on" }));
    expect(await screen.findByText(wrongText)).toBeVisible();
    await person.clear(code);
    await person.type(code, "123456");
    await person.click(screen.getByRole("button", { name: "Turn on" }));
    expect(await screen.findByLabelText("Recovery codes")).toHaveTextContent(codes.join(" "));
    await person.click(screen.getByRole("button", { name: "Copy" }));
    expect(await navigator.clipboard.readText()).toBe(codes.join("\n"));
    const file = screen.getByRole("link", { name: "Download" });
    expect(decodeURIComponent(file.getAttribute("href") ?? "")).toBe(`data:text/plain,${codes.join("\n")}`);
    await person.click(screen.getByRole("button", { name: "I have saved them" }));
    expect(await screen.findByText(/Recovery codes left: 10/)).toBeVisible();
  });

  it("is turned off with both factors", async () => {
    const { person, show } = await open(true);
    show();
    await person.click(await screen.findByRole("button", { name: "Turn off" }));
    const dialog = await screen.findByRole("dialog", { name: "Turn off the second factor" });
    await person.type(within(dialog).getByLabelText("Your password"), "correct horse");
    await person.type(within(dialog).getByLabelText("Code"), "000000");
    await person.click(within(dialog).getByRole("button", { name: "Turn off" }));
    expect(await within(dialog).findByText(wrongText)).toBeVisible();
    await person.clear(within(dialog).getByLabelText("Code"));
    await person.type(within(dialog).getByLabelText("Code"), "123456");
    await person.click(within(dialog).getByRole("button", { name: "Turn off" }));
    expect(await screen.findByText("Second factor turned off.")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Set up" })).toBeVisible();
  });

  it("shows new recovery codes", async () => {
    const { person, show } = await open(true);
    show();
    await person.click(await screen.findByRole("button", { name: "New recovery codes" }));
    const dialog = await screen.findByRole("dialog", { name: "New recovery codes" });
    await person.type(within(dialog).getByLabelText("Your password"), "correct horse");
    await person.type(within(dialog).getByLabelText("Code"), "123456");
    await person.click(within(dialog).getByRole("button", { name: "Replace codes" }));
    expect(await screen.findByLabelText("Recovery codes")).toHaveTextContent(codes.join(" "));
  });

  it("warns of a removal, and stops it", async () => {
    const { person, show, state } = await open(true);
    state.removalAt = "2026-12-03T10:00:00.000Z";
    show();
    expect(await screen.findByText("The second factor is about to be removed")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Keep it" }));
    expect(await screen.findByText("The second factor stays on.")).toBeVisible();
    expect(screen.queryByText("The second factor is about to be removed")).toBeNull();
  });
});
