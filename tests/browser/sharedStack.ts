import { z } from "zod";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL that responds with the shared stack's URLs, ports and data folder once the stack is ready. */
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
