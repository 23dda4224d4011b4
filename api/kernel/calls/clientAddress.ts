import { clientAddress, type IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** The client's address, trusted proxies left out: as everywhere in hoplog, where `ip` would keep a port. */
    readonly clientAddress: string;
  }
}

export function decorateClientAddress(app: FastifyInstance, isTrusted: IsTrusted): void {
  app.decorateRequest("clientAddress", {
    getter() {
      const { socket, headers } = this.raw;
      return clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"]?.toString(), isTrusted);
    },
  });
}
