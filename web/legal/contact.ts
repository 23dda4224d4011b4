import { content } from "../landing/content.ts";

/** Whom to write to, as the end of a sentence. */
export const contactText =
  content.contactEmail === null ? "the address that the operator gave you" : content.contactEmail;
