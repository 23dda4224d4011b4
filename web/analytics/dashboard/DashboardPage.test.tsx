import { renderScreen } from "../../testing/dom.tsx";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SessionProvider, useSession } from "../../core/session/SessionProvider.tsx";
import { clientOf } from "../../testing/apollo.ts";
import type { Resolvers } from "../../testing/graphqlServer.ts";
import { refusal } from "../../testing/graphqlServer.ts";
import { DashboardPage } from "./DashboardPage.tsx";

const me = {
  id: "0199d1c2-0000-7000-8000-000000000001",
  name: "Ada Lovelace",
  email: "ada@example.com",
  contactNumber: "1",
  isGoogleUser: false,
  emailVerified: true,
};
const growth = { urls: 12, clicks: -5.26, groups: null, ctr: 2.1 };
const overview = {
  totalUrls: 7,
  totalClicks: 1234,
  totalGroups: 2,
  activeUrls: 6,
  expiredUrls: 1,
  averageCTR: 66.666,
};

const answers: Resolvers = {
  me: () => me,
  dashboard: () => ({ overview, growth, recentLinks: [], topLinks: [], groupSummary: [] }),
  dashboardAnalytics: () => ({ period: "7d", clicksByDate: [], urlsByDate: [], groupDistribution: [] }),
  links: () => ({
    edges: Array.from({ length: 6 }, (_, index) => ({
      cursor: String(index),
      node: {
        id: `0199d1c2-0000-7000-8000-00000000001${index}`,
        name: `Link ${index}`,
        shortUrl: `code${index}`,
        fullShortUrl: `http://localhost:3001/code${index}`,
        domain:
          index === 3 ? { name: "xn--mnchen-3ya.example", displayName: "münchen.example", state: "verified" } : null,
        clicks: index,
      },
    })),
    pageInfo: { hasNextPage: false },
    totalCount: 6,
  }),
  groups: () => [],
};

function down(): never {
  throw refusal("INTERNAL_ERROR", "Away");
}

/** Like the guard, renders nothing before the session is known. */
function Guarded() {
  const { state } = useSession();
  return state.status === "signedIn" ? <DashboardPage /> : null;
}

async function open(overrides: Resolvers = {}) {
  window.localStorage.setItem("token", "access");
  const page = (
    <SessionProvider>
      <Guarded />
    </SessionProvider>
  );
  renderScreen(page, { client: await clientOf({ ...answers, ...overrides }), path: "/dashboard" });
}

async function tile(label: string) {
  const term = await screen.findByText(label);
  const box = term.closest("div");
  if (!box) throw new Error(`${label} is in no tile`);
  return within(box);
}

describe("the dashboard", () => {
  it("greets by the first word of the name and shows the figures with their real growth", async () => {
    await open();
    expect(await screen.findByRole("heading", { name: "Welcome back, Ada!" })).toBeVisible();
    expect(await (await tile("Total URLs")).findByText("7")).toBeVisible();
    expect(await (await tile("Total Clicks")).findByText("1,234")).toBeVisible();
    expect((await tile("Total Clicks")).getByRole("button", { name: /vs\. 7 days before/ })).toHaveTextContent("-5.3%");
    expect((await tile("Active Groups")).getByRole("button", { name: /vs\. 7 days before/ })).toHaveTextContent("New");
    expect((await tile("Avg. CTR")).getByText("66.7%")).toBeVisible();
    expect((await tile("Avg. CTR")).getByRole("button", { name: /vs\. 7 days before/ })).toHaveTextContent("+2.1 pts");
  });

  it("lists five links, and offers to make the first group", async () => {
    await open();
    const links = within(await screen.findByRole("region", { name: "Recent URLs" }));
    expect(await links.findAllByRole("listitem")).toHaveLength(5);
    expect(links.getByText("code4")).toBeVisible();
    expect(links.getByText("münchen.example/code3")).toBeVisible();
    expect(await screen.findByRole("link", { name: "Create your first group" })).toHaveAttribute(
      "href",
      "/groups?new=1",
    );
  });

  it("shows what it has when some of its calls fail", async () => {
    await open({ dashboard: down, dashboardAnalytics: down, groups: down });
    expect(await screen.findByText("Link 0")).toBeVisible();
    expect(await (await tile("Total Clicks")).findByText("0")).toBeVisible();
    expect(screen.queryByText("Error Loading Dashboard")).toBeNull();
  });

  it("says so when all of them fail", async () => {
    await open({ dashboard: down, dashboardAnalytics: down, groups: down, links: down });
    expect(await screen.findByRole("heading", { name: "Error Loading Dashboard" })).toBeVisible();
    expect(screen.getByText("Failed to fetch dashboard data")).toBeVisible();
    expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
  });

  it("asks to log in when the session is not accepted any more", async () => {
    const refused = () => {
      throw refusal("AUTHENTICATION_ERROR", "Session over");
    };
    await open({ dashboard: refused, dashboardAnalytics: refused, groups: refused, links: refused });
    expect(await screen.findByRole("heading", { name: "Authentication Required" })).toBeVisible();
    expect(screen.getByText("User not authenticated")).toBeVisible();
    expect(screen.getByRole("link", { name: "Go to Login" })).toHaveAttribute("href", "/login");
  });
});
