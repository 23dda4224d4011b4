import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { getLink } from "../links/queries.ts";
import { flag, idOf, paging, pagination, parseInput } from "../rest/parse.ts";
import type { RequireActor } from "../rest/server.ts";
import type { Services } from "../services.ts";
import { type Click, clickLog, countClicks } from "./clickLog.ts";
import { countryName } from "./countryName.ts";
import { type Count, linkStats, type LinkStats } from "./linkStats.ts";
import { requireTimeZone, startOfDay, timeRange, type TimeRange } from "./range.ts";

const day = z.iso.date();
const moment = z
  .union([z.iso.datetime({ offset: true }), day], "Must be a date, or a date and time in ISO 8601")
  .optional();
const range = { startDate: moment, endDate: moment, tz: z.string().default("UTC").transform(requireTimeZone) };
const rangeQuery = z.object(range);
const statsQuery = z.object({ ...range, bots: flag.default(false) });
const logQuery = z.object({ ...range, ...paging, bots: flag.default(false) });

export function statsRoutes(app: FastifyInstance, services: Services, requireActor: RequireActor): void {
  const { clickhouse, now } = services;

  app.get("/api/urls/:id/stats", async (request) => {
    const { userId } = await requireActor(request);
    const link = await getLink(services, userId, idOf(request.params, "Link"));
    const query = parseInput(statsQuery, request.query);
    const stats = await linkStats(clickhouse, {
      link,
      range: rangeOf(query),
      tz: query.tz,
      bots: query.bots,
      now: now(),
    });
    const clicksByDate = stats.clicksByDate.map(({ date, clicks }) => ({ _id: date, clicks }));
    return { success: true, data: { ...statsOf(stats), clicksByDate, ...topsOf(stats) } };
  });

  app.get("/api/urls/:id/click-logs", async (request) => {
    const { userId } = await requireActor(request);
    const link = await getLink(services, userId, idOf(request.params, "Link"));
    const query = parseInput(logQuery, request.query);
    const { page, limit, tz, bots } = query;
    const within = rangeOf(query);
    const [clicks, total, stats] = await Promise.all([
      clickLog(clickhouse, link, within, { offset: (page - 1) * limit }, limit),
      countClicks(clickhouse, link, within),
      linkStats(clickhouse, { link, range: within, tz, bots, now: now() }),
    ]);
    const data = { clickLogs: clicks.map(logOf), stats: statsOf(stats), ...topsOf(stats) };
    return { success: true, data, pagination: pagination(page, limit, total) };
  });
}

/** Days without a time are whole days of the time zone, the last one included. */
function rangeOf({ startDate, endDate, tz }: z.output<typeof rangeQuery>): TimeRange {
  const isDay = (value: string) => day.safeParse(value).success;
  const from = startDate && (isDay(startDate) ? startOfDay(startDate, tz) : new Date(startDate));
  const to = endDate && (isDay(endDate) ? startOfDay(endDate, tz, 1) : new Date(endDate));
  return timeRange(from || null, to || null, "endDate");
}

function statsOf({ totalClicks, uniqueVisitors, countries, browsers }: LinkStats) {
  return { totalClicks, uniqueIPs: uniqueVisitors, countries, browsers };
}

function topsOf(stats: LinkStats) {
  const list = (counts: readonly Count[]) => counts.map(({ value, clicks }) => ({ _id: value, count: clicks }));
  return {
    topCountries: stats.topCountries.map(({ value, clicks }) => ({ _id: countryName(value) || value, count: clicks })),
    topBrowsers: list(stats.topBrowsers),
    topOperatingSystems: list(stats.topOperatingSystems),
    topDevices: list(stats.topDevices),
    topReferrers: list(stats.topReferrers),
    topIsps: list(stats.topIsps),
  };
}

function logOf({ id, timestamp, ...click }: Click) {
  return { _id: id, timestamp: timestamp.toISOString(), ...click };
}
