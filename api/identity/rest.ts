import { validationError } from "@hoplog/schema/errors.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { parseInput, text } from "../rest/parse.ts";
import type { RequireActor } from "../rest/server.ts";
import type { Services } from "../services.ts";
import { changeProfile, logIn, logOut, register } from "./commands.ts";
import { getProfile } from "./queries.ts";
import { refreshSession } from "./sessions.ts";
import type { UserRow } from "./userRow.ts";

const registrationBody = z.object({
  name: text,
  email: text,
  contactNumber: text,
  password: text,
  confirmPassword: text,
});
const loginBody = z.object({ email: text, password: text });
const profileBody = z.object({ name: text, email: z.string().nullish(), contactNumber: text });
const refreshBody = z.object({ refreshToken: text });

export function identityRoutes(app: FastifyInstance, services: Services, requireActor: RequireActor): void {
  app.post("/api/auth/register", async (request, reply) => {
    const user = userBody(await register(services, parseInput(registrationBody, request.body), "rest"));
    return reply.code(201).send({ success: true, message: "Registration successful! Please login.", user, data: user });
  });

  app.post("/api/auth/login", async (request) => {
    const { user, tokens } = await logIn(services, parseInput(loginBody, request.body), "rest");
    return { success: true, message: "Login successful!", user: userBody(user), tokens };
  });

  app.post("/api/auth/refresh-token", async (request) => {
    const { refreshToken } = parseInput(refreshBody, request.body);
    return { success: true, tokens: await refreshSession(services, refreshToken) };
  });

  app.post("/api/auth/logout", async (request) => {
    await logOut(services, await requireActor(request));
    return { success: true, message: "Logged out" };
  });

  app.get("/api/auth/profile", async (request) => {
    const { userId } = await requireActor(request);
    const user = userBody(await getProfile(services, userId));
    return { success: true, user, data: user };
  });

  app.put("/api/auth/profile", async (request) => {
    const actor = await requireActor(request);
    const { email, ...profile } = parseInput(profileBody, request.body);
    const present = await getProfile(services, actor.userId);
    if (email && email.trim().toLowerCase() !== present.email.toLowerCase()) {
      throw validationError([{ field: "email", message: "The email address can't be changed here" }]);
    }
    const user = userBody(await changeProfile(services, actor, profile));
    return { success: true, message: "Profile updated successfully!", user, data: user };
  });
}

function userBody({ id, name, email, contactNumber, isGoogleUser, emailVerified, createdAt, lastLogin }: UserRow) {
  return {
    _id: id,
    id,
    name,
    email,
    contactNumber,
    isGoogleUser,
    emailVerified,
    createdAt: createdAt.toISOString(),
    lastLogin: lastLogin?.toISOString() ?? null,
  };
}
