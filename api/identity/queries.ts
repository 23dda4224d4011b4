import { authenticationError } from "@hoplog/schema/errors.js";
import type { Services } from "../services.ts";
import { UserRow } from "./userRow.ts";

/** Throws AUTHENTICATION_ERROR for a token whose account is gone. */
export async function getProfile(services: Services, userId: string): Promise<UserRow> {
  const user = await services.orm.em.fork().findOne(UserRow, { id: userId });
  if (!user) throw authenticationError("Your session has ended. Please log in again.");
  return user;
}
