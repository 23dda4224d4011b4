import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import { type Resolvers, refusal } from "../../testing/graphqlServer.ts";
import { plainDesign, type QrDesign } from "./design.ts";
import { SavedDesigns } from "./SavedDesigns.tsx";

const posters = { id: "00000000-0000-4000-8000-000000000001", name: "Posters", query: "dark=%230b3d2e&quiet=2" };
const logo = "data:image/png;base64,iVBORw0KGgo=";

async function open(design: QrDesign, more: Resolvers = {}) {
  const changes: QrDesign[] = [];
  const saved: unknown[] = [];
  const client = await clientOf({
    presets: () => [posters],
    createPreset: (input: object) => {
      saved.push(input);
      return { ...posters, name: "Flyers" };
    },
    ...more,
  });
  renderScreen(<SavedDesigns design={design} onChange={(changed) => changes.push(changed)} />, { client });
  return { user: userEvent.setup(), changes, saved };
}

it("gives a code a kept design, and leaves its logo", async () => {
  const { user, changes } = await open({ ...plainDesign, shape: "dots", logo });
  await user.click(await screen.findByRole("button", { name: "Use Posters" }));
  expect(changes).toEqual([{ ...plainDesign, dark: "#0b3d2e", quiet: 2, logo }]);
  expect(screen.getByText("The logo stays in this browser.")).toBeVisible();
});

it("keeps a design without its logo", async () => {
  const { user, saved } = await open({ ...plainDesign, shape: "dots", logo });
  await user.type(screen.getByLabelText("Keep this design as"), "Flyers");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(saved).toMatchObject([{ name: "Flyers", query: "shape=dots" }]));
});

it("keeps no plain one", async () => {
  await open({ ...plainDesign, logo });
  expect(screen.getByLabelText("Keep this design as")).toBeDisabled();
});

it("says at the name why it can't be kept", async () => {
  const { user } = await open(
    { ...plainDesign, level: "H" },
    {
      createPreset: () => {
        throw refusal("CONFLICT_ERROR", "Your workspace already has a design with this name", { field: "name" });
      },
    },
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  const name = screen.getByLabelText("Keep this design as");
  expect(name).toHaveAccessibleDescription("A name is required");
  await user.type(name, "Posters");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(name).toHaveAccessibleDescription("Your workspace already has a design with this name"));
});
