import type { DestinationProblem, LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import { formatDate } from "./linkTexts.ts";

type Destination = NonNullable<LinkCardFragment["destination"]>;

const problems: Readonly<Record<DestinationProblem, string>> = {
  notFound: "its server says that there is no such page",
  hostNotFound: "its host is not known",
  connectionRefused: "its server refuses connections",
  certificateInvalid: "its certificate is not valid",
  serverError: "its server has an error",
  noAnswer: "its server does not answer",
  tooManyRedirects: "it redirects again and again",
};

/** Describes why a link's destination is dead; null if it isn't, or is unchecked. */
export function deadText(destination: Pick<Destination, "problem" | "deadSince"> | null): string | null {
  if (!destination?.deadSince) return null;
  const why = destination.problem === null ? "" : `: ${problems[destination.problem]}`;
  return `The destination has been dead since ${formatDate(destination.deadSince)}${why}.`;
}
