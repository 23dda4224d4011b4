import {
  AuthorizationError,
  type Client,
  HoplogError,
  NotFoundError,
  type Schemas,
  ValidationError,
} from "@hoplog/sdk";

export type Link = Schemas["Link"];

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the link with this id, code or short URL; throws NotFoundError if there is none. */
export async function findLink(client: Client, named: string, signal: AbortSignal): Promise<Link> {
  if (uuid.test(named)) return client.links.get(named, { signal });
  const id = await idOf(client, named, signal).catch((error: unknown) => {
    // An API key that is restricted to some links has no permission to look up codes.
    if (error instanceof AuthorizationError) return idInList(client, named, signal);
    throw error;
  });
  const link = id === undefined ? undefined : await client.links.get(id, { signal });
  // The link may have another host, because `idOf` also searches the default domain, whose name is unknown here.
  if (!link || !isAt(link, named))
    throw new NotFoundError(`Link not found: ${named}`, { type: "NOT_FOUND_ERROR", status: 404 });
  return link;
}

function isAt(link: Pick<Link, "fullShortUrl">, named: string): boolean {
  const { host } = partsOf(named);
  return host === undefined || new URL(link.fullShortUrl).host === host;
}

async function idOf(client: Client, named: string, signal: AbortSignal): Promise<string | undefined> {
  const { host, code } = partsOf(named);
  // The host may be a domain of the workspace, or the default domain, whose name is unknown here.
  const domains = host === undefined ? [undefined, ""] : [host, ""];
  for (const domain of domains) {
    const query = domain === undefined ? { code } : { code, domain };
    const found = await client.codes.check(query, { signal }).catch(unlessInvalid);
    if (found?.link) return found.link._id;
  }
  return undefined;
}

async function idInList(client: Client, named: string, signal: AbortSignal): Promise<string | undefined> {
  const { code } = partsOf(named);
  for await (const link of client.links.list({ search: code, archived: "include", limit: 100 }, { signal })) {
    if (link.shortUrl === code && isAt(link, named)) return link._id;
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
