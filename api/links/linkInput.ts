import { z } from "zod";
import { optionalId, optionalText } from "../calls/parse.ts";

/** A link as a REST call sends it. */
export const linkInput = z.object({
  name: optionalText,
  originalUrl: optionalText,
  shortUrl: optionalText,
  groupId: optionalId,
});
