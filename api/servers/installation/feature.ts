import type { Landing } from "@hoplog/schema/landing.js";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { installationAnswers } from "./answers.ts";
import { installationRoutes, type InstallationServices } from "./rest.ts";

interface InstallationBase {
  readonly settings: { readonly LANDING: Landing; readonly google: { readonly name: string } | null };
}

/** What pages must know of the installation before anybody has signed in. */
export const installation: RunningFeature<InstallationServices, InstallationBase, InstallationServices> = {
  start({ settings }) {
    return { services: { landing: settings.LANDING, signInProvider: settings.google?.name ?? null } };
  },
  routes: installationRoutes,
  answers: installationAnswers,
};
