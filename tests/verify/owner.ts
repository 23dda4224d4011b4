import { type Account, openAccount } from "../running/account.ts";

/** An account with links inside and outside of groups. */
export interface Owner extends Pick<Account, "id" | "email" | "clicks"> {
  readonly linkIds: readonly string[];
}

const links = 120;
const groups = 5;

export async function openOwner(appUrl: string): Promise<Owner> {
  const account = await openAccount(appUrl, "owner@example.com");
  const groupIds: string[] = [];
  for (let i = 0; i < groups; i++) groupIds.push(await account.createGroup(`Group ${i}`));
  const linkIds: string[] = [];
  for (let i = 0; i < links; i++) {
    const groupId = i % 3 === 0 ? groupIds[i % groups] : undefined;
    linkIds.push((await account.createLink({ name: `Link ${i}`, groupId })).id);
  }
  return { ...account, linkIds };
}
