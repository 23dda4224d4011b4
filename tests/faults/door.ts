import { freePort } from "@hoplog/platform/process/freePort.js";
import { createCertificateFolder } from "@hoplog/platform/testing/certificateFolder.js";
import type { TestStack } from "../running/runningStack.ts";

/** How visitors and users reach a stack: its URLs and settings. */
export interface Door {
  /** Settings that the stack is started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly appUrl: string;
  /** Visits go to each of these URLs. */
  readonly shortUrls: readonly string[];
  /** CA certificate to trust, as PEM; undefined without TLS. */
  readonly ca: string | undefined;
  /** Removes the certificate files of the door. */
  close(): void;
}

export type OpenDoor = (testStack: TestStack) => Promise<Door>;

/** Short links and the app each have a port without TLS. */
export const twoPorts: OpenDoor = async ({ appUrl, shortUrl }) => ({
  env: {},
  appUrl,
  shortUrls: [shortUrl],
  ca: undefined,
  close() {},
});

/** The redirector serves short links and the app on one host: visitors use TLS and plain HTTP, the app plain HTTP. */
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
