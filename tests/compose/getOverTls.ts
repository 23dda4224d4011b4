import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { TLSSocket } from "node:tls";

export interface TlsAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Common name of the certificate's issuer. */
  readonly issuer: unknown;
}

/**
 * Sends one request on a new connection to a local port, for a host name. Trusts only `ca`; any certificate if `ca` is
 * omitted.
 */
export function getOverTls(port: number, path: string, name: string, ca?: string): Promise<TlsAnswer> {
  const headers = { host: `${name}:${port}` };
  const trust = ca === undefined ? { rejectUnauthorized: false } : { ca };
  const options = { host: "localhost", servername: name, port, path, headers, agent: false, ...trust };
  return new Promise((resolve, reject) => {
    request(options, (response) => {
      const { socket, statusCode: status, headers } = response;
      const issuer = socket instanceof TLSSocket ? socket.getPeerCertificate().issuer.CN : undefined;
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve({ status, headers, text, issuer }));
    })
      .once("error", reject)
      .end();
  });
}
