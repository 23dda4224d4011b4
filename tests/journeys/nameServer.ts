import dns from "dns2";

export interface NameServer {
  /** As `DNS_RESOLVERS` has it. */
  readonly address: string;
  /** Texts and aliases by their names; no other name exists. */
  readonly texts: Map<string, string>;
  readonly aliases: Map<string, string>;
  close(): Promise<void>;
}

const { TYPE, CLASS, RCODE, Resource } = dns.Packet;

/** A DNS server on this machine, for domains to be set up in. */
export async function openNameServer(): Promise<NameServer> {
  const [texts, aliases] = [new Map<string, string>(), new Map<string, string>()];
  const server = dns.createServer({
    udp: true,
    handle(request, send) {
      const response = dns.Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const name = question?.name.toLowerCase() ?? "";
      const [text, alias] = [texts.get(name), aliases.get(name)];
      const answer = (type: number, data: object) =>
        response.answers.push(Object.assign(new Resource(name, type, CLASS.IN, 1), data));
      if (text !== undefined && question?.type === TYPE.TXT) answer(TYPE.TXT, { data: text });
      if (alias !== undefined) answer(TYPE.CNAME, { domain: alias });
      if (text === undefined && alias === undefined) response.header.rcode = RCODE.NXDOMAIN;
      void send(response);
    },
  });
  const { udp } = await server.listen({ udp: { port: 0, address: "127.0.0.1" } });
  return { address: `127.0.0.1:${udp?.port ?? 0}`, texts, aliases, close: () => server.close() };
}
