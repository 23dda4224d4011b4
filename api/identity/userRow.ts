import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** Projection of the user streams. */
export const UserRow = defineEntity({
  name: "UserRow",
  tableName: "user_account",
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    email: p.text(),
    contactNumber: p.text(),
    emailVerified: p.boolean(),
    isGoogleUser: p.boolean(),
    createdAt: p.datetime(3),
    lastLogin: p.datetime(3).strictNullable(),
  },
});

export type UserRow = InferEntity<typeof UserRow>;
