import { z } from "zod";
import { answer, count, recordId } from "../calls/answers.ts";
import type { Answers, Operation, Tag } from "../calls/operation.ts";
import { linkSummary } from "../links/operations.ts";
import { dayClicks } from "../stats/operations.ts";
import { analyticsQuery, dashboardQuery } from "./rest.ts";

const growth = z.number().nullable().describe("Percent against the seven days before; null: nothing to compare with");

const dashboard = z.object({
  overview: z.object({
    totalUrls: count,
    totalClicks: count,
    totalGroups: count,
    activeUrls: count,
    expiredUrls: count.describe("Links that are switched off"),
    averageCTR: z.number().min(0).max(100).describe("Clicked links among active links, in percent; one decimal"),
  }),
  growth: z.object({ urls: growth, clicks: growth, groups: growth, ctr: growth.describe("In points") }),
  recentActivity: z.array(linkSummary),
  topPerforming: z.array(linkSummary),
  groupSummary: z.array(z.object({ _id: recordId, name: z.string(), urlCount: count, totalClicks: count })),
});

const analytics = z.object({
  period: z.string(),
  clicksByDate: z.array(dayClicks),
  urlsByDate: z.array(z.object({ _id: z.iso.date(), count })),
  groupDistribution: z.array(z.object({ groupName: z.string(), count })),
});

export const dashboardAnswers = {
  DashboardAnswer: answer({ data: dashboard }),
  DashboardAnalyticsAnswer: answer({ data: analytics }),
} satisfies Answers;

const tag: Tag = { name: "Dashboard", description: "Figures of the whole account" };

export const dashboardOperations: readonly Operation[] = [
  {
    method: "get",
    path: "/api/dashboard",
    tag,
    summary: "Overview of the account",
    description: "Figures with their growth, the newest and the most clicked links, and the newest groups.",
    query: dashboardQuery,
    answer: { status: 200, is: dashboardAnswers.DashboardAnswer },
    failures: [422],
  },
  {
    method: "get",
    path: "/api/dashboard/analytics",
    tag,
    summary: "Clicks and links by day, links by group",
    description: "For the last `period`; days without any are zeros.",
    query: analyticsQuery,
    answer: { status: 200, is: dashboardAnswers.DashboardAnalyticsAnswer },
    failures: [422],
  },
];
