import { z } from "zod";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { success } from "../../kernel/contract/answers.ts";
import { facesOf, graphqlOperations } from "../../kernel/contract/operations.ts";
import type { NotifyWorker } from "../../links/core/eraseLinks.ts";
import { deleteAccount, type ErasureServices } from "./deleteAccount.ts";
import { type ErasureSettings, startErasures } from "./worker.ts";

const { graphqlMutation } = graphqlOperations<ErasureServices>();

/** Erases an account with everything that belongs to it. */
export const erasure: RunningFeature<ErasureServices, ErasureSettings, NotifyWorker> = {
  ...facesOf([
    graphqlMutation({
      name: "deleteAccount",
      summary: "Delete the account and its data",
      description: "Deletes the account with all its data, such as links, groups and clicks. This cannot be undone.",
      needs: ["account:delete"],
      takes: { password: z.string().describe("Current password of the account") },
      answer: success,
      weight: { cost: 500 },
      run: (services, actor, { password }) => deleteAccount(services, actor, password),
    }),
  ]),
  start(base) {
    const erasures = startErasures(base);
    return { services: { erasures }, stop: () => erasures.stop() };
  },
};
