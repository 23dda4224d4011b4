import { z } from "zod";
import { answer, count, recordId } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";
import { linkSummary } from "../../links/core/answers.ts";
import { dayClicks } from "../link/answers.ts";

const growth = z.number().nullable().describe("Percent against the seven days before; null: nothing to compare with");

const dashboard = z.object({
  overview: z.object({
    totalUrls: count,
    totalClicks: count,
    totalGroups: count,
    activeUrls: count,
    expiredUrls: count.describe("Links that are switched off, have expired or are used up"),
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

export const dashboardTag: Tag = { name: "Dashboard", description: "Figures of the whole account" };
