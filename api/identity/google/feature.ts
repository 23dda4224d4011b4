import type { Feature } from "../../calls/feature.ts";
import { googleOperations } from "./operations.ts";
import { googleRoutes } from "./rest.ts";
import type { GoogleServices } from "./services.ts";

/** Signing in with Google. */
export const google: Feature<GoogleServices> = { routes: googleRoutes, operations: googleOperations };
