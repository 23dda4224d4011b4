import { freePort } from "@hoplog/platform/process/freePort.js";
import { createCertificateFolder } from "@hoplog/platform/testing/certificateFolder.js";
import type { TestStack } from "../running/runningStack.ts";

/** How visitors and users reach a stack. */
export interface Door {
  /** What the stack is started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly appUrl: string;
  /** Visits come to each of these. */
  readonly shortUrls: readonly string[];
  /** CA certificate to trust, as PEM; undefined without TLS. */
  readonly ca: string | undefined;
  /** Removes its files. */
  close(): void;
}

export type OpenDoor = (testStack: TestStack) => Promise<Door>;

/** Short links and the app on a port each, without TLS. */
export const twoPorts: OpenDoor = async ({ appUrl, shortUrl }) => ({
  env: {},
  appUrl,
  shortUrls: [shortUrl],
  ca: undefined,
  close() {},
});

/** One host for both, by the redirector: visitors over TLS and without, the app without. */
export const oneHost: OpenDoor = async ({ shortUrl }) => {
  const certificates = createCertificateFolder();
  const ca = await certificates.writePair("localhost", ["localhost"]);
  const port = String(await freePort());
  return {
    env: { ONE_HOST: "on", SHORT_TLS_PORT: port, TLS_CERTIFICATES: certificates.folder },
    appUrl: shortUrl,
    shortUrls: [shortUrl, `https://localhost:${port}`],
    ca,
    close: certificates.remove,
  };
};
