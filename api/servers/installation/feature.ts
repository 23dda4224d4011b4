import { type Landing, landings } from "@hoplog/schema/landing.js";
import { z } from "zod";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { data } from "../../kernel/contract/answers.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";

interface InstallationBase {
  readonly settings: {
    readonly LANDING: Landing;
    readonly DOCS_ROOT?: string | undefined;
    readonly google: { readonly name: string } | null;
  };
}

export interface InstallationServices {
  readonly landing: Landing;
  /** Name of the external sign-in provider; null for none. */
  readonly signInProvider: string | null;
  /** Whether the documentation is served. */
  readonly docs: boolean;
}

const { publicRestOnly } = operationsOn<InstallationServices>({
  name: "Installation",
  description: "Public settings of this installation",
});

/** Settings that pages need before sign-in. */
export const installation: RunningFeature<InstallationServices, InstallationBase, InstallationServices> = {
  start({ settings }) {
    const { LANDING: landing, DOCS_ROOT: docsRoot, google } = settings;
    return { services: { landing, signInProvider: google?.name ?? null, docs: docsRoot !== undefined } };
  },
  ...facesOf([
    publicRestOnly({
      id: "getInstallation",
      rest: "GET /api/installation",
      summary: "Get the public settings of this installation",
      description: "Returns the settings that pages need before users sign in; they are the same for all callers.",
      takes: {},
      answer: data(
        "InstallationAnswer",
        z.object({
          landing: z
            .enum(landings)
            .describe(
              "The page that is shown at `/`: the landing page, a form that shortens links, or the sign-in page",
            ),
          signInProvider: z
            .string()
            .nullable()
            .describe("Name of an external sign-in provider, such as Google; null for none"),
          docs: z.boolean().describe("Whether `/docs/` serves the documentation"),
        }),
      ),
      failures: [],
      run: async ({ landing, signInProvider, docs }) => ({ landing, signInProvider, docs }),
    }),
  ]),
};
