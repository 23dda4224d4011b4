import type { Aggregate } from "../eventstore/eventStore.ts";
import { decideLink, type LinkCommand } from "./decide.ts";
import { evolveLink, type LinkState, noLink } from "./link.ts";

export const links: Aggregate<"link", LinkState, LinkCommand> = {
  streamType: "link",
  initial: noLink,
  evolve: evolveLink,
  decide: decideLink,
};
