import { recordOf } from "../recordOf.ts";
import type { FieldCheck } from "../validation/identity.ts";
import { externalIdProblem, linkNoteProblem } from "../validation/links.ts";

interface LinkText {
  /** Type of the event that records a change; its `from` and `to` are null if there is no text. */
  readonly event: string;
  readonly problem: FieldCheck;
  /** Descriptions for the API documentation. */
  readonly description: { readonly input: string; readonly output: string };
}

/**
 * Texts of a link for users who manage it; visitors never see them. To add one, add an entry here, a migration that
 * adds its column and lets `erase_links` blank its event, and a form field. Everything else is derived: events, inputs,
 * responses, history, undo, webhooks and exports.
 */
export const linkTexts = {
  note: {
    event: "LinkNoteChanged",
    problem: linkNoteProblem,
    description: {
      input: "Note about the link for its workspace, which may have several lines; null or blank removes it",
      output: "Note about the link for its workspace; null for none",
    },
  },
  /** The external id, unique in the workspace. */
  externalId: {
    event: "LinkExternalIdChanged",
    problem: externalIdProblem,
    description: {
      input: "ID of the link in another system, unique in the workspace; null or blank removes it",
      output: "ID of the link in another system, unique in the workspace; null for none",
    },
  },
} as const satisfies Record<string, LinkText>;

export type LinkTextName = keyof typeof linkTexts;
export const linkTextNames: readonly LinkTextName[] = Object.keys(linkTexts).filter(isLinkText);

/** All texts of a link; null for those that the link does not have. */
export type LinkTexts = Readonly<Record<LinkTextName, string | null>>;

/** Some of the texts, as in inputs and events. */
export type NamedTexts = Readonly<Partial<Record<LinkTextName, string | null | undefined>>>;

/** Returns all texts of an object, null for missing ones. */
export function textsOf(named: NamedTexts): LinkTexts {
  return recordOf(linkTextNames, (name) => named[name] ?? null);
}

/** Returns only the texts that are not null. */
export function givenTexts(texts: LinkTexts): Partial<Record<LinkTextName, string>> {
  const given: Partial<Record<LinkTextName, string>> = {};
  for (const name of linkTextNames) {
    const text = texts[name];
    if (text !== null) given[name] = text;
  }
  return given;
}

function isLinkText(name: string): name is LinkTextName {
  return Object.hasOwn(linkTexts, name);
}
