import type { Feature } from "../calls/feature.ts";
import { CodeClaimRow } from "./codeClaimRow.ts";
import { disownCodesOfDeleted } from "./codeClaims.ts";
import { LinkRow } from "./linkRow.ts";
import { linkAnswers, linkOperations } from "./operations.ts";
import { projectLink } from "./project.ts";
import { LinkFields, LinkResolvers, LinksQuery } from "./resolvers.ts";
import { linkRoutes } from "./rest.ts";
import type { LinkServices } from "./services.ts";

/** Short links: making and changing them, their lists and their history. */
export const links: Feature<LinkServices> = {
  entities: [LinkRow, CodeClaimRow],
  projections: { link: projectLink, user: disownCodesOfDeleted },
  readTables: ["link", "code_claim"],
  resolvers: [LinkResolvers, LinksQuery, LinkFields],
  routes: linkRoutes,
  operations: linkOperations,
  answers: linkAnswers,
};
