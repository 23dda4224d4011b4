import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { decodeDomain, domainKey } from "@hoplog/schema/topics/links/hosts.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import { expect, it, onTestFinished } from "vitest";
import { openTestDns } from "../../testing/dnsServer.ts";
import { call, openTestApi, signUp } from "../../testing/testApi.ts";

it("redirectors are told of a domain once it is proved, of its settings, and that it is gone", async () => {
  const dns = await openTestDns();
  const api = await openTestApi({ settings: { SHORT_URL: "https://hop.example", DNS_RESOLVERS: [dns.address] } });
  const log = await openEventLog({ databaseUrl: api.databaseUrl, logger: createLogger("test", "silent") });
  const name = "go.brand.example";
  /** All records of the name in the topic, in order; null for a deletion. */
  const said: (ReturnType<typeof decodeDomain> | null)[] = [];
  const reading = log.follow(linksV2, null, { maxRecords: 100, maxBytes: 1_000_000 }, async ({ records }) => {
    for (const { key, value } of records) if (key === domainKey(name)) said.push(value && decodeDomain(value));
  });
  onTestFinished(async () => {
    await reading.stop();
    await log.close();
    await api.close();
    await dns.close();
  });
  const user = await signUp(api);
  const added = (await call(api, "POST", "/api/domains", { user, body: { name, ignoresCase: true } })).body["data"];
  const { _id, records } = added as { _id: string; records: { type: string; name: string; value: string }[] };
  for (const { type, name: host, value } of records)
    dns.zones.set(host, { [type]: type === "CNAME" ? value : [value] });
  dns.zones.set("hop.example", { A: ["203.0.113.7"] });

  const verified = await call(api, "POST", `/api/domains/${_id}/verify`, { user });
  expect(verified.body).toMatchObject({ data: { state: "verified" } });
  await expect.poll(() => said.at(-1)).toEqual({ number: expect.any(Number), ignoresCase: true });
  const rootUrl = "https://example.com/";
  await call(api, "PATCH", `/api/domains/${_id}`, { user, body: { rootUrl } });
  await expect.poll(() => said.at(-1)).toMatchObject({ rootUrl });
  expect((await call(api, "DELETE", `/api/domains/${_id}`, { user })).status).toBe(200);
  await expect.poll(() => said.at(-1)).toBeNull();
});
