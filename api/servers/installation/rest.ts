import type { Landing } from "@hoplog/schema/landing.js";
import type { FastifyInstance } from "fastify";
import { documented } from "../../kernel/calls/operation.ts";
import { installationAnswers, installationTag } from "./answers.ts";

export interface InstallationServices {
  readonly landing: Landing;
  /** What the provider is called whose accounts sign in; null without one. */
  readonly signInProvider: string | null;
}

export function installationRoutes(app: FastifyInstance, { landing, signInProvider }: InstallationServices): void {
  app.get(
    "/api/installation",
    documented({
      id: "getInstallation",
      open: true,
      tag: installationTag,
      summary: "What pages must know before anybody has signed in",
      description: "The same for everybody.",
      answer: { status: 200, is: installationAnswers.InstallationAnswer },
      failures: [],
    }),
    async () => ({ success: true, data: { landing, signInProvider } }),
  );
}
