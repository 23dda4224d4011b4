import { randomBytes } from "node:crypto";
import { type LinkAddress, linkKey } from "@hoplog/schema/topics/links/key.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { lostLogLines } from "@hoplog/platform/logging/lostLines.js";
import { earlyListenerVariable } from "../control/earlyListenerVariable.ts";
import { noFigures } from "../control/figures.ts";
import { createRemote } from "../control/remote.ts";
import {
  type ListenerProcessSettings,
  listenerSettingsSchema,
  type ListenerReport,
  type AnswerResult,
  orderSchema,
  settingsVariable,
} from "../control/messages.ts";
import { createAppProxy } from "../app/appProxy.ts";
import { emptyAcceptFigures } from "../transport/acceptFigures.ts";
import { readListenerSettings } from "./env.ts";
import { defaultSite as createDefaultSite } from "../domains/site.ts";
import { createSites } from "../domains/sites.ts";
import { openAcceptSettings } from "./acceptSettings.ts";
import { createListener } from "../listener/listener.ts";
import { defaultLimits } from "../listener/connections.ts";
import { createRequestIds } from "../listener/requestIds.ts";
import { createCaps } from "../caps/caps.ts";
import { createHolder } from "../caps/holder.ts";
import { createPlans } from "../plans/plans.ts";
import { createFindLink } from "../replica/knownLinks.ts";
import { openChangeCount, openReplicaReader } from "../replica/reader.ts";
import { atSite } from "../server/atSite.ts";
import { challengeAnswers } from "../server/challenges.ts";
import { createLocate } from "../server/locate.ts";
import { ownVisitsGet, ownVisitsPost } from "../server/ownVisits.ts";
import { createPasswordPosts } from "../server/passwordPosts.ts";
import { createRecorder } from "../server/recorder.ts";
import { createRedirects } from "../server/redirects.ts";
import { createRedirectServer } from "../server/server.ts";
import { defaultRotationRules } from "../spool/rotation.ts";
import { createSpool } from "../spool/spool.ts";
import { createSpoolFolder } from "../spool/spoolFolder.ts";
import { createAddressBytes } from "@hoplog/platform/visitor/address.js";
import { inNetworks } from "@hoplog/platform/visitor/networks.js";
import { v7 as uuid } from "uuid";

// The entry point of a listener process, on Node or Bun.
const settings = ownSettings();
const logger = createLogger("redirector", settings.logLevel);
const now = (): number => Date.now();
const report = (what: ListenerReport): void => void process.send?.(what);

const keepAliveSeconds = 30;
const graceMs = 250;
const reportIntervalMs = 1000;
const mostAppRequests = 5000;

const replica = openReplicaReader(settings.slotFolder);
const spoolFolder = createSpoolFolder(settings.spoolFolder, logger, (folder, tallies) =>
  report({ kind: "spool", folder, tallies: [...tallies] }),
);
const spool = createSpool({
  folder: () => spoolFolder.folder(),
  rules: defaultRotationRules,
  fsync: settings.fsync,
  reserveBytes: settings.reserveBytes,
  memoryBytes: 64 * 1024 * 1024,
  logger,
  now,
  random: (size) => randomBytes(size),
  onClosed: () => report({ kind: "closed" }),
  onTallyOpened: reportFigures,
  onSettled: (tallies) => report({ kind: "spool", folder: spoolFolder.folder(), tallies: [...tallies] }),
});
const remote = createRemote(report, { maxConcurrent: 200, maxPasswords: 400 });
const holder = createHolder({
  folder: () => spoolFolder.folder(),
  survivesPowerLoss: settings.fsync === "always",
  newId: uuid,
});
const caps = createCaps({ source: remote, holder, newId: uuid, now });
const counts = { ...noFigures.answers };
const unavailable = { loggedAt: 0, others: 0 };
const changeCount = openChangeCount(settings.slotFolder);
const appHost = settings.app?.host ?? null;
const defaultSite = createDefaultSite(settings.publicUrl, settings.app && appHost === null ? "beside codes" : "none");
const plans = createPlans({ caps, logger, now, random: Math.random });
const common = {
  siteOf: createSites({
    find: replica.read,
    refresh: replica.refresh,
    version: changeCount,
    defaultSite,
    hosts: settings.hosts,
    appHost: appHost === null ? null : { name: appHost, site: createDefaultSite(settings.publicUrl, "only") },
    now,
  }),
  defaultSite,
  spool,
  plans,
  caps,
  isTrusted: inNetworks(settings.trustedProxies),
  addressBytes: createAddressBytes(),
  now,
  onAnswer: (result: AnswerResult) => counts[result]++,
};
const find = (address: LinkAddress) => replica.entry(linkKey(address));
const redirects = {
  ...common,
  recorder: createRecorder(common),
  locate: createLocate({ find, lookUp: remote.lookUp, plans }),
  checkPassword: remote.checkPassword,
};
const redirect = createRedirects(redirects);
const door = emptyAcceptFigures();
const doors = await openAcceptSettings(settings.doors, {
  ...common,
  replica,
  logger,
  limits: defaultLimits,
  figures: door,
});
const requestIds = createRequestIds((size) => randomBytes(size));
const appProxy = settings.app && createAppProxy({ ...common, ...settings.app, most: mostAppRequests });
const httpServer = createRedirectServer({
  app: appProxy,
  isTrusted: common.isTrusted,
  newRequestId: requestIds.next,
  onUnavailable,
  handleRedirect: challengeAnswers({ replica, defaultSite }, atSite(redirects, ownVisitsGet(redirect))),
  handlePost: atSite(redirects, ownVisitsPost(redirects, createPasswordPosts({ ...redirects, redirect }))),
  isHealthy: remote.isHealthy,
  keepAliveSeconds,
  httpsLocation: doors.httpsLocation,
  tlsHeaders: doors.tlsHeaders,
  onAnswer: common.onAnswer,
});
const listener = createListener({
  ...common,
  findLink: createFindLink(replica, changeCount),
  lookUp: remote.lookUp,
  httpServer,
  requestIds,
  onUnavailable,
  keepAliveSeconds,
  limits: defaultLimits,
  doors,
});

function ownSettings(): ListenerProcessSettings {
  const slotFolder = process.env[earlyListenerVariable];
  if (slotFolder === undefined) return listenerSettingsSchema.parse(JSON.parse(process.env[settingsVariable] ?? "{}"));
  try {
    return readListenerSettings(slotFolder, process.env);
  } catch {
    // The redirector that started this process reads the same settings and reports the error.
    return process.exit(1);
  }
}

/**
 * Logs at most one response with status 503 per second, with the number of such responses since the last log line: in
 * an outage there may be thousands.
 */
function onUnavailable(requestId: string): void {
  if (now() - unavailable.loggedAt < 1000) {
    unavailable.others++;
    return;
  }
  logger.warn({ requestId, others: unavailable.others }, "a visitor got status 503");
  unavailable.loggedAt = now();
  unavailable.others = 0;
}

function reportFigures(): void {
  report({
    kind: "figures",
    figures: {
      answers: { ...counts },
      withoutPlaces: plans.lacksPlaces() ? 1 : 0,
      connections: listener.connections(),
      door,
      residentBytes: process.memoryUsage.rss(),
      leases: caps.leases(),
      app: appProxy?.figures() ?? noFigures.app,
      lostLogLines: lostLogLines(),
      spool: spool.state(),
    },
  });
}

async function stop(): Promise<void> {
  await listener.stop(graceMs);
  await caps.close(graceMs);
  spool.close();
  reportFigures();
  process.disconnect();
  process.exit(0);
}

process.on("message", (message) => {
  const order = orderSchema.parse(message);
  if (order.kind === "stop") void stop();
  else if (order.kind === "figures") reportFigures();
  else remote.receive(order);
});
// The runtime writes warnings to stderr: an error on it must not end the process.
process.stderr.on("error", () => {});
// The listener ends with the redirector that started it; recorded clicks are written first.
process.on("disconnect", () => {
  spool.close();
  process.exit(0);
});
process.on("SIGTERM", () => {});
process.on("SIGINT", () => {});
// SIGXFSZ is ignored, so that a file-size limit causes failed writes, like a full disk, instead of ending the process.
process.on("SIGXFSZ", () => {});
setInterval(reportFigures, reportIntervalMs).unref();

// The redirector may have ended while modules were loaded, before 'disconnect' had a listener.
if (!process.connected) process.exit(0);

try {
  spoolFolder.take();
  const { tls } = settings.doors;
  if (tls) await listener.listenTls(tls.port, settings.host, settings.reusePort);
  report({ kind: "listening", port: await listener.listen(settings.port, settings.host, settings.reusePort) });
} catch (error) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  report({ kind: "refused", code, message: error instanceof Error ? error.message : String(error) });
  process.disconnect();
  process.exit(1);
}
