import { z } from "zod";
import { count, recordId } from "../../kernel/contract/answerPieces.ts";
import { entity, part, nested } from "../../kernel/contract/entity.ts";
import { linkSummary } from "../../links/core/entities.ts";
import { dayCount } from "../link/entities.ts";
import type { GroupSummary } from "./dashboard.ts";

export const overviewFigures = {
  totalUrls: count.describe("Links"),
  totalClicks: count.describe("Clicks on all links"),
  totalGroups: count.describe("Groups"),
  activeUrls: count.describe("Links that are switched on, have not expired and are not used up"),
  expiredUrls: count.describe("Links that are switched off, have expired or are used up"),
  averageCTR: z.number().min(0).max(100).describe("Clicked links among active links, in percent with one decimal"),
};

const growth = z.number().nullable();
export const growthFigures = {
  urls: growth.describe("Growth of new links, in percent"),
  clicks: growth.describe("Growth of clicks, in percent"),
  groups: growth.describe("Growth of new groups, in percent"),
  ctr: growth.describe("Growth of the average click-through rate, in points"),
};

/** A group as the dashboard lists it. */
export const groupSummary = entity<GroupSummary>()({
  name: "GroupSummary",
  description: "A group as the dashboard lists it",
  fields: {
    id: recordId.describe("ID of the group"),
    name: z.string().describe("Name of the group"),
    urlCount: count.describe("Links in the group"),
    totalClicks: count.describe("Clicks on the group's links"),
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
      part("GroupCount", "A group, and its number of links", {
        groupName: z.string().describe("Name of the group; No Group for links without one"),
        count: count.describe("Links"),
      }),
    )
    .describe("Links by group, most links first"),
};
const days = z.array(nested(dayCount));

export const dashboardCharts = part(
  "DashboardAnalytics",
  "The dashboard's charts",
  {
    ...charts,
    clicksByDate: days.describe("Clicks on each day, without gaps"),
    urlsByDate: days.describe("New links on each day, without gaps"),
  },
  { clicksByDate: { length: 90 }, urlsByDate: { length: 90 }, groupDistribution: { length: 100 } },
);
export const dashboardChartsAnswer = z.object({
  ...charts,
  clicksByDate: z.array(dayCount.answer),
  urlsByDate: z.array(z.object({ _id: z.iso.date(), count })),
});
