import { renderScreen } from "../../testing/dom.tsx";
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { toastFailure, toastSuccess } from "../../core/errors/toasts.tsx";
import { NotificationButton } from "./NotificationButton.tsx";

async function open() {
  renderScreen(
    <>
      <NotificationButton />
      <button>Elsewhere</button>
    </>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Notifications" }));
  return user;
}

async function shown() {
  const list = await screen.findByRole("list", { name: "Notifications, newest first" });
  return within(list).getAllByRole("listitem");
}

describe("the notification button", () => {
  it("says when there was no toast yet, and follows those that come", async () => {
    await open();
    expect(await screen.findByText("Nothing yet")).toBeVisible();
    act(() => toastSuccess("URL created successfully!"));
    const [item] = await shown();
    expect(item).toHaveTextContent("URL created successfully!");
    expect(item?.querySelector("time")).toHaveAttribute("datetime", expect.stringMatching(/^\d{4}-.*Z$/));
    expect(screen.queryByText("Nothing yet")).toBeNull();
  });

  it("lists the last ten, newest first, and marks failures", async () => {
    act(() => {
      for (let number = 1; number <= 11; number += 1) toastSuccess(`Toast ${number}.`);
      toastFailure("Storage is away");
    });
    await open();
    const items = await shown();
    expect(items).toHaveLength(10);
    expect(items[0]).toHaveTextContent("Storage is away");
    expect(within(items[0] ?? document.body).getByRole("img", { name: "Failed" })).toBeVisible();
    expect(items[1]).toHaveTextContent("Toast 11.");
    expect(items[9]).toHaveTextContent("Toast 3.");
  });

  it("closes by Escape, by its button, and when something else is used", async () => {
    const user = await open();
    const button = screen.getByRole("button", { name: "Notifications" });
    expect(button).toHaveAttribute("aria-expanded", "true");
    await user.keyboard("{Escape}");
    expect(screen.queryByText("Nothing yet")).toBeNull();
    expect(button).toHaveFocus();
    await user.click(button);
    expect(await screen.findByText("Nothing yet")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Elsewhere" }));
    expect(screen.queryByText("Nothing yet")).toBeNull();
    await user.click(button);
    await user.click(button);
    expect(button).toHaveAttribute("aria-expanded", "false");
  });
});
