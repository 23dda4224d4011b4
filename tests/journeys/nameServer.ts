import { claimPort } from "@hoplog/platform/process/freePort.js";
import dns from "dns2";

export interface NameServer {
  /** Address and port in the format of `DNS_RESOLVERS`. */
  readonly address: string;
  /** TXT records by name. A name without any record does not exist. */
  readonly texts: Map<string, string>;
  /** CNAME records by name. */
  readonly aliases: Map<string, string>;
  /** A records by name. */
  readonly addresses: Map<string, string>;
  close(): Promise<void>;
}

const { TYPE, CLASS, RCODE, Resource } = dns.Packet;

/** Starts a DNS server on a local address, for tests that set up domains. */
export async function openNameServer(host = "127.0.0.1"): Promise<NameServer> {
  const [texts, aliases, addresses] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()];
  const server = dns.createServer({
    udp: true,
    tcp: true,
    handle(request, send) {
      const response = dns.Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const name = question?.name.toLowerCase() ?? "";
      const [text, alias] = [texts.get(name), aliases.get(name)];
      const answer = (type: number, data: object, of = name) =>
        response.answers.push(Object.assign(new Resource(of, type, CLASS.IN, 1), data));
      const address = addresses.get(alias ?? name);
      if (text !== undefined && question?.type === TYPE.TXT) answer(TYPE.TXT, { data: text });
      if (alias !== undefined) answer(TYPE.CNAME, { domain: alias });
      if (address !== undefined && question?.type === TYPE.A) answer(TYPE.A, { address }, alias);
      if (text === undefined && alias === undefined && address === undefined) response.header.rcode = RCODE.NXDOMAIN;
      void send(response);
    },
  });
  // Releases the claimed UDP port so that the server can bind it.
  const { port, release } = await claimPort();
  release();
  const at = { port, address: host };
  await server.listen({ udp: at, tcp: at });
  return { address: `${host}:${port}`, texts, aliases, addresses, close: () => server.close() };
}
