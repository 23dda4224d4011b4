import type { Feature } from "../calls/feature.ts";
import { ErasureResolvers } from "./resolvers.ts";
import type { ErasureServices } from "./services.ts";

/** Erasing an account with all that belongs to it. */
export const erasure: Feature<ErasureServices> = { resolvers: [ErasureResolvers] };
