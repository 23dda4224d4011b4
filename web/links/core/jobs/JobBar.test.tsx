import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { clientOf } from "../../../testing/apollo.ts";
import { renderScreen } from "../../../testing/dom.tsx";
import { refusal } from "../../../testing/graphqlServer.ts";
import JobBar from "./JobBar.tsx";

const job = {
  id: "01900000-0000-7000-8000-000000000001",
  undoes: null,
  fields: ["name"],
  isActive: null,
  state: "done",
  total: 3,
  done: 3,
  unchanged: 0,
  failed: 0,
  canUndo: false,
};

async function open(linkJob: () => unknown) {
  const onShow = vi.fn();
  renderScreen(<JobBar jobId={job.id} onShow={onShow} />, { client: await clientOf({ linkJob }) });
  return { onShow, person: userEvent.setup() };
}

it("keeps a job whose state can't be read, says why, and tries again", async () => {
  let down = true;
  const { onShow, person } = await open(() =>
    down ? refusal("INTERNAL_ERROR", "Internal server error. Please try again later.") : job,
  );
  expect(await screen.findByText("Internal server error. Please try again later.")).toBeVisible();
  expect(onShow).not.toHaveBeenCalled();
  down = false;
  await person.click(screen.getByRole("button", { name: /retry|again/i }));
  expect(await screen.findByRole("region", { name: "Job" })).toBeVisible();
});

it("closes for a job that does not exist", async () => {
  const { onShow } = await open(() => refusal("NOT_FOUND_ERROR", "Job not found"));
  await vi.waitFor(() => expect(onShow).toHaveBeenCalledWith(null));
});
