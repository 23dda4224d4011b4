import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { clientOf } from "../testing/apollo.ts";
import { renderScreen } from "../testing/dom.tsx";
import GroupDetailsModal from "./GroupDetailsModal.tsx";

it("shows short URLs with their domains as people read them, and leads to what DNS has", async () => {
  const id = "0199d1c2-0000-7000-8000-000000000001";
  const link = {
    id,
    name: "Spring",
    originalUrl: "https://example.com/",
    shortUrl: "a/b",
    fullShortUrl: "https://xn--mnchen-3ya.example/a/b",
    domain: { name: "xn--mnchen-3ya.example", displayName: "münchen.example", state: "VERIFIED" },
    isActive: true,
    clicks: 3,
  };
  const client = await clientOf({
    group: () => ({ id, name: "Press" }),
    groupStats: () => ({ totalUrls: 1, totalClicks: 3, averageClicks: 3, urls: [link] }),
  });
  renderScreen(<GroupDetailsModal groupId={id} opened onClose={() => undefined} onAnalytics={() => undefined} />, {
    client,
  });
  expect(await screen.findByText("münchen.example/a/b")).toBeVisible();
  expect(screen.getByRole("link", { name: "Visit Spring" })).toHaveAttribute("href", link.fullShortUrl);
});
