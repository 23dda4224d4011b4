import { errorTypes } from "@hoplog/schema/errors.js";
import { z } from "zod";

/** What the REST calls answer, by the names that the document gives them. The tests hold real answers against these. */

const id = z.uuid();
const instant = z.iso.datetime({ precision: 3 });
const count = z.int().min(0);
const countOrUnknown = count.nullable().describe("Null while the analytics database can't be asked");
const success = z.literal(true);
const message = z.string();

const failure = z.object({
  success: z.literal(false),
  message: z.string().describe("Fit to be shown to people"),
  error: z.object({
    type: z.enum(errorTypes),
    message: z.string(),
    details: z.object({
      field: z.string().optional(),
      fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    }),
  }),
});

const user = z.object({
  _id: id,
  id,
  name: z.string(),
  email: z.string(),
  pendingEmail: z.string().nullable().describe("A new address that has not been confirmed yet"),
  contactNumber: z.string(),
  isGoogleUser: z.boolean(),
  emailVerified: z.boolean(),
  createdAt: instant,
  lastLogin: instant.nullable(),
});

const tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().describe("Works once"),
  expiresIn: count.describe("Seconds"),
  refreshExpiresIn: count.describe("Seconds"),
});

const link = z.object({
  _id: id,
  name: z.string(),
  originalUrl: z.string(),
  shortUrl: z.string().describe("The short code, without the host"),
  fullShortUrl: z.string(),
  groupId: z.object({ _id: id, name: z.string() }).nullable(),
  noOfClicks: countOrUnknown,
  isActive: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});

const linkSummary = z.object({
  _id: id,
  name: z.string(),
  shortUrl: z.string(),
  noOfClicks: countOrUnknown,
  createdAt: instant,
});

const group = z.object({
  _id: id,
  name: z.string(),
  createdAt: instant,
  urlCount: count,
  totalClicks: countOrUnknown,
  recentUrls: z.array(linkSummary).describe("The three newest"),
});

const pagination = z.object({ page: count, limit: count, total: count, pages: count });

const historyEntry = z.object({
  version: z.int().min(1).describe("What a revert names"),
  at: instant,
  by: z.string().nullable().describe("The user's name; null for the system"),
  type: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  revertible: z.boolean(),
});

const counted = z.object({ _id: z.string(), count });
const tops = {
  topCountries: z.array(counted),
  clicksByCountry: z.array(z.object({ _id: z.string().describe("ISO 3166-1"), country: z.string(), count })),
  topBrowsers: z.array(counted),
  topOperatingSystems: z.array(counted),
  topDevices: z.array(counted),
  topReferrers: z.array(counted),
  topIsps: z.array(counted),
};
const clickStats = z.object({ totalClicks: count, uniqueIPs: count, countries: count, browsers: count });
const dayClicks = z.object({ _id: z.iso.date(), clicks: count });

const linkStats = z.object({ ...clickStats.shape, clicksByDate: z.array(dayClicks), ...tops });

const click = z.object({
  _id: z.guid(),
  timestamp: instant,
  country: z.string(),
  countryCode: z.string(),
  city: z.string(),
  regionName: z.string(),
  isp: z.string(),
  device: z.string().describe("mobile, desktop, tablet or Unknown"),
  browser: z.string(),
  browserVersion: z.string(),
  operatingSystem: z.string(),
  referrer: z.string().describe("Host; empty for direct visits"),
  isBot: z.boolean(),
  botReason: z.string(),
});

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
  groupSummary: z.array(z.object({ _id: id, name: z.string(), urlCount: count, totalClicks: count })),
});

const analytics = z.object({
  period: z.string(),
  clicksByDate: z.array(dayClicks),
  urlsByDate: z.array(z.object({ _id: z.iso.date(), count })),
  groupDistribution: z.array(z.object({ groupName: z.string(), count })),
});

const urlAnswer = { message: message.optional(), url: link, data: link };
const groupAnswer = { message: message.optional(), group, data: group };
const answer = <T extends z.ZodRawShape>(shape: T) => z.object({ success, ...shape });

export const answers = {
  Failure: failure,
  User: user,
  Link: link,
  LinkSummary: linkSummary,
  Group: group,
  Done: answer({ message: message.optional() }),
  UserAnswer: answer({ message: message.optional(), user, data: user }),
  SessionAnswer: answer({ message, user, tokens }),
  TokensAnswer: answer({ tokens }),
  LinkAnswer: answer(urlAnswer),
  LinksAnswer: answer({ data: z.array(link), pagination }),
  ChangedLinksAnswer: answer({ message, data: z.array(link) }),
  HistoryAnswer: answer({ data: z.array(historyEntry).describe("Oldest first") }),
  LinkStatsAnswer: answer({ data: linkStats }),
  ClickLogAnswer: answer({ data: z.object({ clickLogs: z.array(click), stats: clickStats, ...tops }), pagination }),
  GroupAnswer: answer(groupAnswer),
  GroupsAnswer: answer({ data: z.array(group), pagination }),
  GroupStatsAnswer: answer({
    data: z.object({ totalUrls: count, totalClicks: count, averageClicks: z.number(), urls: z.array(link) }),
    pagination,
  }),
  DashboardAnswer: answer({ data: dashboard }),
  DashboardAnalyticsAnswer: answer({ data: analytics }),
} as const;

export type AnswerName = keyof typeof answers;
