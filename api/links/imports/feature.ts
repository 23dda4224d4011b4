import type { Cidr } from "@hoplog/platform/env/pieces.js";
import { createOutgoing } from "@hoplog/platform/outgoing/request.js";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import { createSecretBox } from "../../kernel/calls/secretBox.ts";
import { importFaces } from "./operations.ts";
import { importPartAnswers, partRoute } from "./partRoute.ts";
import type { ImportOffer, ImportServices } from "./services.ts";
import { type ImportWorkerBase, startFetches, startImports } from "./worker.ts";

type ImportsBase = Omit<ImportWorkerBase, "importedLinksMax"> &
  ClickHouse & {
    readonly settings: {
      readonly TOKEN_SECRET: string;
      readonly IMPORT_NETWORKS: readonly Cidr[];
      readonly IMPORT_LINKS_MAX: number;
    };
  };

/** Imports of links from other services, by file or by API key. */
export const imports: RunningFeature<ImportServices, ImportsBase, ImportOffer> = {
  start(base) {
    const { TOKEN_SECRET, IMPORT_NETWORKS: allowed, IMPORT_LINKS_MAX: importedLinksMax } = base.settings;
    const access = {
      importRequest: createOutgoing({ allowed, userAgent: "hoplog" }),
      // Encrypted secrets are bound to their import and can't be opened as an export's.
      importSecrets: createSecretBox(TOKEN_SECRET, base.random),
      importsMayBePlain: allowed.length > 0,
      importedLinksMax,
    };
    const [worker, fetches] = [startImports({ ...base, importedLinksMax }), startFetches({ ...base, ...access })];
    return {
      services: {
        ...access,
        importAdded() {
          worker.notify();
          fetches.notify();
        },
      },
      async stop() {
        await Promise.all([worker.stop(), fetches.stop()]);
      },
    };
  },
  resolvers: importFaces.resolvers,
  answers: { ...importFaces.answers, ...importPartAnswers },
  routes(app, services, requireActor) {
    importFaces.routes(app, services, requireActor);
    partRoute(app, services, requireActor);
  },
};
