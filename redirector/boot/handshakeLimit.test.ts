import { connect } from "node:tls";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { describe, expect, it, vi } from "vitest";
import { createCertificateFolder } from "@hoplog/platform/testing/certificateFolder.js";
import { openRaw } from "../testing/raw.ts";
import { carrier } from "../testing/rawTls.ts";
import { link, metricsOf, openTestRedirector, visit } from "../testing/testRedirector.ts";

describe.each(["bun", "node"] as const)("handshakes of listeners on %s", (runtime) => {
  it("are limited per address, but for trusted proxies, who may say that a visitor came by https", async () => {
    const certificates = createCertificateFolder();
    await certificates.writePair("go", ["go.example"]);
    const port = await freePort();
    const test = await openTestRedirector({
      LISTENER_RUNTIME: runtime,
      SHORT_TLS_PORT: String(port),
      TLS_CERTIFICATES: certificates.folder,
      HTTPS_REDIRECT: "on",
      HANDSHAKES_PER_ADDRESS: "3",
      TRUSTED_PROXIES: "127.0.0.1",
    });
    try {
      await test.publish("docs", link);
      await vi.waitFor(async () => expect((await visit(test, "/docs")).status).toBe(302), 60_000);
      const shake = async (from: string): Promise<boolean> => {
        const raw = await openRaw(port, false, from);
        const carried = carrier(raw, (bytes) => void raw.socket.write(bytes));
        const socket = connect({ socket: carried, servername: "go.example", rejectUnauthorized: false });
        const isShaken = await new Promise<boolean>((resolve) => {
          socket.once("secureConnect", () => resolve(true));
          socket.once("error", () => resolve(false));
          socket.once("close", () => resolve(false));
        });
        socket.destroy();
        raw.socket.destroy();
        return isShaken;
      };
      const tries = [];
      for (let i = 0; i < 5; i++) tries.push(await shake("127.0.0.9"));
      expect(tries).toEqual([true, true, true, false, false]);
      expect(await shake("127.0.0.10")).toBe(true);
      for (let i = 0; i < 8; i++) expect(await shake("127.0.0.1")).toBe(true);
      expect(await metricsOf(test)).toMatch(/handshakes_refused_total\{reason="limited",service="redirector"\} 2$/m);

      const headers = { host: "go.example" };
      expect((await visit(test, "/docs", { headers })).status).toBe(308);
      expect((await visit(test, "/docs", { headers: { ...headers, "x-forwarded-proto": "https" } })).status).toBe(302);
    } finally {
      await test.close();
      certificates.remove();
    }
  });
});
