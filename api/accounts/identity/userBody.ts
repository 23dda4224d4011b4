import type { Profile } from "./queries.ts";

/** An account as REST shows it to its owner. */
export function userBody(profile: Profile) {
  const { id, name, email, contactNumber, isGoogleUser, emailVerified, createdAt, lastLogin, pendingEmail } = profile;
  return {
    _id: id,
    id,
    name,
    email,
    pendingEmail,
    contactNumber,
    isGoogleUser,
    emailVerified,
    createdAt: createdAt.toISOString(),
    lastLogin: lastLogin?.toISOString() ?? null,
  };
}
