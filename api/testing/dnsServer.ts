import { claimPort } from "@hoplog/platform/process/freePort.js";
import dns from "dns2";

/** Records of a name; missing names don't exist. */
export interface Zone {
  readonly TXT?: readonly string[];
  readonly CNAME?: string;
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  readonly MX?: readonly string[];
  readonly CAA?: readonly { readonly flags: number; readonly tag: string; readonly value: string }[];
  /** Whether queries for the name fail. */
  readonly fails?: true;
}

export interface TestDns {
  /** Address in the format of `DNS_RESOLVERS`. */
  readonly address: string;
  /** DNS records by host name. */
  readonly zones: Map<string, Zone>;
  close(): Promise<void>;
}

type Resource = Parameters<dns.Packet["answers"]["push"]>[0];

const { TYPE, CLASS, RCODE } = dns.Packet;

/** Opens a DNS server on this machine that responds as resolvers do, including the targets of CNAMEs. */
export async function openTestDns(): Promise<TestDns> {
  const zones = new Map<string, Zone>();
  const server = dns.createServer({
    udp: true,
    tcp: true,
    handle(request, send) {
      const response = dns.Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const name = question?.name.toLowerCase() ?? "";
      const zone = zones.get(name);
      if (zone?.fails) response.header.rcode = RCODE.SERVFAIL;
      else if (!zone) response.header.rcode = RCODE.NXDOMAIN;
      else response.answers.push(...answersOf(zones, name, question?.type ?? 0));
      void send(response);
    },
  });
  // The claim reserves the UDP port.
  const { port, release } = await claimPort();
  release();
  const at = { port, address: "127.0.0.1" };
  await server.listen({ udp: at, tcp: at });
  return { address: `127.0.0.1:${port}`, zones, close: () => server.close() };
}

function answersOf(zones: ReadonlyMap<string, Zone>, name: string, type: number): Resource[] {
  const zone = zones.get(name);
  if (!zone) return [];
  const head = { name, type, class: CLASS.IN, ttl: 1 };
  if (zone.CNAME !== undefined) {
    const alias = { ...head, type: TYPE.CNAME, domain: zone.CNAME };
    return [alias, ...(type === TYPE.CNAME ? [] : answersOf(zones, zone.CNAME, type))] as Resource[];
  }
  const values: Readonly<Record<number, readonly object[] | undefined>> = {
    [TYPE.TXT]: zone.TXT?.map((data) => ({ data })),
    [TYPE.A]: zone.A?.map((address) => ({ address })),
    [TYPE.AAAA]: zone.AAAA?.map((address) => ({ address })),
    [TYPE.CAA]: zone.CAA,
    [TYPE.MX]: zone.MX?.map((exchange) => ({ exchange, priority: 10 })),
  };
  return (values[type] ?? []).map((value) => ({ ...head, ...value })) as Resource[];
}
