import { z } from "zod";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL that responds with the place of the shared stack once it is ready. */
    sharedStack: string;
  }
}

export const placeSchema = z.object({
  appUrl: z.string(),
  shortUrl: z.string(),
  appPort: z.number(),
  shortPort: z.number(),
  dataFolder: z.string(),
});
