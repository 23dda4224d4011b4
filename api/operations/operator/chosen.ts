import { type OperatorRun, Refused } from "./commandLine.ts";
import { findLinks, findUser, type FoundLink, type FoundUser } from "./find.ts";
import { showLinks } from "./shown.ts";

// Resolves the arguments of commands.

/** Finds the user of an argument. Throws {@link Refused} if there is none. */
export async function theUser({ services, operator }: OperatorRun, wanted: string): Promise<FoundUser> {
  const user = await findUser(services, operator, wanted);
  if (!user) throw new Refused("No account has this id or email address");
  return user;
}

/** Finds the links of an argument. Throws {@link Refused} if there are none. */
export async function theLinks({ services, operator, shortUrl }: OperatorRun, wanted: string): Promise<FoundLink[]> {
  const links = await findLinks(services, operator, wanted, shortUrl);
  if (links.length === 0) throw new Refused("No link has this id, code or destination");
  return links;
}

/**
 * Finds the link of an argument. Throws {@link Refused} if there is none, or if there are several, which are listed.
 */
export async function theLink(run: OperatorRun, wanted: string): Promise<FoundLink> {
  const [link, ...others] = await theLinks(run, wanted);
  if (!link) throw new Refused("No link has this id, code or destination");
  if (others.length > 0) {
    showLinks(run, [link, ...others]);
    throw new Refused("Several links have this destination. Choose one by its code or id");
  }
  return link;
}
