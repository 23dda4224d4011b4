import { createClient } from "graphql-ws";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { openAccount } from "../running/account.ts";
import { visitors } from "../browser/visitors.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { openOtlpReceiver, type ReceivedSpan } from "./otlpReceiver.ts";

let testStack: TestStack;
let receiver: Awaited<ReturnType<typeof openOtlpReceiver>>;

beforeAll(async () => {
  receiver = await openOtlpReceiver();
  testStack = await newTestStack();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: "1" };
  await testStack.start({ env }).ready();
});
afterAll(async () => {
  await testStack.clear();
  receiver.close();
});

test("one trace follows a click from the 302 to the pushed count", async () => {
  const account = await openAccount(testStack.appUrl, "traced@example.com");
  const { id, code } = await account.createLink({ name: "Traced", originalUrl: "https://example.com/" });
  const client = createClient({
    url: `${testStack.appUrl.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { token: account.tokens.accessToken },
  });
  let pushed = 0;
  const connected = new Promise<void>((resolve) => void client.on("connected", () => resolve()));
  client.subscribe<{ linkCounts: { linkId: string; clicks: number } }>(
    { query: "subscription { linkCounts { linkId clicks } }" },
    {
      next: ({ data }) => void (data?.linkCounts.linkId === id && (pushed = data.linkCounts.clicks)),
      error: () => {},
      complete: () => {},
    },
  );
  await connected;

  // Visits until the subscription receives a count: the first visit may have been counted before the subscription
  // began.
  const visit = () =>
    fetch(`${testStack.shortUrl}/${code}`, { redirect: "manual", headers: { "user-agent": visitors.firefoxOnLinux } });
  const before = Date.now();
  await expect
    .poll(async () => {
      expect((await visit()).status).toBe(302);
      return pushed;
    })
    .toBeGreaterThan(0);
  await client.dispose();

  const steps = ["clicks", "enrich", "insert into clicks", "publish", "push", "ship"];
  let trace: ReceivedSpan[] = [];
  await expect
    .poll(() => {
      const traces = Map.groupBy(receiver.spans, ({ traceId }) => traceId);
      trace =
        [...traces.values()].find((spans) => steps.every((step) => spans.some(({ name }) => name === step))) ?? [];
      return trace.length;
    })
    .toBeGreaterThanOrEqual(steps.length);
  const root = trace.find(({ name }) => name === "clicks");
  expect(root?.parentSpanId ?? "").toBe("");
  expect(Number((root?.startTimeUnixNano ?? 0n) / 1_000_000n)).toBeGreaterThanOrEqual(before - 1000);
  for (const span of trace) if (span !== root) expect(span.parentSpanId).toBe(root?.spanId);
  expect(Object.fromEntries(trace.map(({ name, service }) => [name, service]))).toMatchObject({
    clicks: "hoplog-redirector",
    ship: "hoplog-redirector",
    enrich: "hoplog-ingest",
    "insert into clicks": "hoplog-ingest",
    publish: "hoplog-ingest",
    push: "hoplog-api",
  });
});

test("a request to the api is a trace with the id that its answer says", async () => {
  const answer = await fetch(`${testStack.appUrl}/api/urls?page=1`);
  expect(answer.status).toBe(401);
  const id = answer.headers.get("x-request-id") ?? "";
  const found = (): ReceivedSpan[] => receiver.spans.filter(({ traceId }) => traceId === id.replaceAll("-", ""));
  await expect.poll(() => found().length).toBe(1);
  expect(found()).toMatchObject([{ name: "GET /api/urls", service: "hoplog-api" }]);
});
