import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import type { CertificateFiles } from "./certificates.ts";

export interface TlsProxySettings {
  /** The port on 127.0.0.1 to which connections are forwarded. */
  readonly target: number;
  readonly server: CertificateFiles;
  /** If set, clients need a certificate that this authority has signed. */
  readonly clientCa?: string;
}

/** Opens a TLS proxy for a server on this machine that doesn't support TLS. */
export async function openTlsProxy(settings: TlsProxySettings): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<TLSSocket>();
  const server = createServer(
    {
      cert: readFileSync(settings.server.cert),
      key: readFileSync(settings.server.key),
      ...(settings.clientCa !== undefined && { ca: readFileSync(settings.clientCa), requestCert: true }),
    },
    (client) => {
      const upstream = connect(settings.target, "127.0.0.1");
      sockets.add(client);
      client.pipe(upstream).pipe(client);
      client.on("error", () => upstream.destroy());
      upstream.on("error", () => client.destroy());
      client.on("close", () => {
        sockets.delete(client);
        upstream.destroy();
      });
    },
  );
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("no port");
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
