import { type Landing, landings } from "@hoplog/schema/landing.js";
import { z } from "zod";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { data } from "../../kernel/contract/answers.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";

interface InstallationBase {
  readonly settings: { readonly LANDING: Landing; readonly google: { readonly name: string } | null };
}

export interface InstallationServices {
  readonly landing: Landing;
  /** Name of the external sign-in provider; null for none. */
  readonly signInProvider: string | null;
}

const { publicRestOnly } = operationsOn<InstallationServices>({
  name: "Installation",
  description: "How the operator has set hoplog up",
});

/** Settings that pages need before sign-in. */
export const installation: RunningFeature<InstallationServices, InstallationBase, InstallationServices> = {
  start({ settings }) {
    return { services: { landing: settings.LANDING, signInProvider: settings.google?.name ?? null } };
  },
  ...facesOf([
    publicRestOnly({
      id: "getInstallation",
      rest: "GET /api/installation",
      summary: "Get what pages need before a sign-in",
      description: "Returns the same to all callers.",
      takes: {},
      answer: data(
        "InstallationAnswer",
        z.object({
          landing: z
            .enum(landings)
            .describe("What `/` shows: the page about the product, the form that shortens links, or the sign-in page"),
          signInProvider: z
            .string()
            .nullable()
            .describe("Name of another provider that signs users in, such as Google; null for none"),
        }),
      ),
      failures: [],
      run: async ({ landing, signInProvider }) => ({ landing, signInProvider }),
    }),
  ]),
};
