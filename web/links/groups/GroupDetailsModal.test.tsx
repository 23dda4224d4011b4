import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import GroupDetailsModal from "./GroupDetailsModal.tsx";

const id = "0199d1c2-0000-7000-8000-000000000001";
const link = {
  id,
  name: "Spring",
  originalUrl: "https://example.com/",
  shortUrl: "a/b",
  fullShortUrl: "https://xn--mnchen-3ya.example/a/b",
  domain: { name: "xn--mnchen-3ya.example", displayName: "münchen.example", state: "verified" },
  isActive: true,
  clicks: 3,
  conversions: { leads: 1, sales: 2, revenue: [] },
};
const figures = { leads: 1, sales: 2, revenue: [{ currency: "EUR", amount: "1999" }], people: 3, rate: 1 };

/** Renders the group's details, in a workspace with these conversions. */
async function renderDetails(nodes: readonly object[]) {
  const client = await clientOf({
    group: () => ({ id, name: "Press" }),
    groupStats: () => ({ totalUrls: 1, totalClicks: 3, averageClicks: 3, urls: [link] }),
    conversions: () => ({ nodes }),
    conversionStats: ({ filters }: { filters: unknown }) => {
      expect(filters).toEqual([{ field: "group", op: "is", values: [id] }]);
      return { figures };
    },
  });
  renderScreen(<GroupDetailsModal groupId={id} opened onClose={() => undefined} onAnalytics={() => undefined} />, {
    client,
  });
  await screen.findByText("münchen.example/a/b");
}

it("shows what the clicks of the group and of each link became", async () => {
  await renderDetails([{ id: "0199d1c2-0000-7000-8000-000000000002" }]);
  const list = await screen.findByLabelText("Conversions of the group");
  expect(await within(list).findByText("1 lead, 2 sales")).toBeVisible();
  expect(within(list).getByText("€19.99")).toBeVisible();
  expect(within(list).getByText("100%")).toBeVisible();
  expect(within(screen.getByRole("list", { name: "URLs of the group" })).getByText("1 lead, 2 sales")).toBeVisible();
});

it("says nothing of conversions where none was ever reported", async () => {
  await renderDetails([]);
  expect(screen.queryByText(/lead/)).toBeNull();
  expect(screen.queryByLabelText("Conversions of the group")).toBeNull();
});

it("shows short URLs with their domains as people read them, and leads to what DNS has", async () => {
  await renderDetails([]);
  expect(screen.getByText("münchen.example/a/b")).toBeVisible();
  expect(screen.getByRole("link", { name: "Visit Spring" })).toHaveAttribute("href", link.fullShortUrl);
});
