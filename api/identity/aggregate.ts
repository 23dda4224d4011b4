import type { Aggregate } from "../eventstore/eventStore.ts";
import { decideUser, type UserCommand } from "./decide.ts";
import { evolveUser, noUser, type UserState } from "./user.ts";

export const users: Aggregate<"user", UserState, UserCommand> = {
  streamType: "user",
  initial: noUser,
  evolve: evolveUser,
  decide: decideUser,
};
