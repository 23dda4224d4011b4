import { z } from "zod";
import { count, recordId } from "../../kernel/contract/answerPieces.ts";
import { entity, part, nested } from "../../kernel/contract/entity.ts";
import { linkSummary } from "../../links/core/entities.ts";
import { dayCount } from "../link/entities.ts";
import type { GroupSummary } from "./dashboard.ts";

export const overviewFigures = {
  totalUrls: count.describe("Number of links"),
  totalClicks: count.describe("Number of clicks on all links"),
  totalGroups: count.describe("Number of groups"),
  activeUrls: count.describe("Number of links that are switched on, have not expired, and are below their click limit"),
  expiredUrls: count.describe("Number of links that are switched off, have expired, or have reached their click limit"),
  averageCTR: z
    .number()
    .min(0)
    .max(100)
    .describe("Share of active links that were ever clicked, in percent with one decimal"),
};

const growth = z.number().nullable();
export const growthFigures = {
  urls: growth.describe("Change in the number of new links, in percent"),
  clicks: growth.describe("Change in the number of clicks, in percent"),
  groups: growth.describe("Change in the number of new groups, in percent"),
  ctr: growth.describe("Change in the share of active links that were clicked within seven days, in percentage points"),
};

/** A group in the dashboard's list. */
export const groupSummary = entity<GroupSummary>()({
  name: "GroupSummary",
  description: "A group as listed on the dashboard",
  fields: {
    id: recordId.describe("Group ID"),
    name: z.string().describe("Group name"),
    urlCount: count.describe("Number of links in the group"),
    totalClicks: count.describe("Number of clicks on the group's links"),
  },
  computed: { id: ({ group }) => group.id, name: ({ group }) => group.name },
});
export const graphqlGroups = z.array(nested(groupSummary));

export const dashboardAnswer = z.object({
  overview: z.object(overviewFigures),
  growth: z.object(growthFigures),
  recentActivity: z.array(linkSummary.answer),
  topPerforming: z.array(linkSummary.answer),
  groupSummary: z.array(groupSummary.answer),
});

const charts = {
  period: z.string().describe("The requested period"),
  groupDistribution: z
    .array(
      part("GroupCount", "A group and its number of links", {
        groupName: z.string().describe("Group name; `No Group` for links without a group"),
        count: count.describe("Number of links"),
      }),
    )
    .describe("Numbers of links by group, most links first"),
};
const days = z.array(nested(dayCount));

export const dashboardCharts = part(
  "DashboardAnalytics",
  "Charts of the dashboard",
  {
    ...charts,
    clicksByDate: days.describe("Clicks by day, including days without clicks"),
    urlsByDate: days.describe("New links by day, including days without new links"),
  },
  { clicksByDate: { length: 90 }, urlsByDate: { length: 90 }, groupDistribution: { length: 100 } },
);
export const dashboardChartsAnswer = z.object({
  ...charts,
  clicksByDate: z.array(dayCount.answer),
  urlsByDate: z.array(z.object({ _id: z.iso.date(), count })),
});
