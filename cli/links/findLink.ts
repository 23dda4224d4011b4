import { type Client, HoplogError, NotFoundError, ValidationError } from "@hoplog/sdk";

export type Link = Awaited<ReturnType<Client["links"]["get"]>>;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The link that is meant by an id, a code or a short URL. */
export async function findLink(client: Client, named: string, signal: AbortSignal): Promise<Link> {
  if (uuid.test(named)) return client.links.get(named, { signal });
  const id = await idOf(client, named, signal);
  if (id === undefined)
    throw new NotFoundError(`No link of yours is ${named}`, { type: "NOT_FOUND_ERROR", status: 404 });
  return client.links.get(id, { signal });
}

async function idOf(client: Client, named: string, signal: AbortSignal): Promise<string | undefined> {
  const { host, code } = partsOf(named);
  // A host is a domain of the workspace, or that of the installation, which has no name here.
  const domains = host === undefined ? [undefined, ""] : [host, ""];
  for (const domain of domains) {
    const query = domain === undefined ? { code } : { code, domain };
    const found = await client.codes.check(query, { signal }).catch(unlessInvalid);
    if (found?.link) return found.link._id;
  }
  return undefined;
}

function unlessInvalid(error: unknown): undefined {
  if (error instanceof HoplogError && (error instanceof ValidationError || error.status === 404)) return undefined;
  throw error;
}

function partsOf(named: string): { host?: string; code: string } {
  const url = URL.canParse(named) ? new URL(named) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return { code: named };
  return { host: url.host, code: decodeURIComponent(url.pathname.slice(1)) };
}
