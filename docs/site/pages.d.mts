import type { Page } from "./restPages.mjs";
export interface Document {
  readonly path: string;
  readonly page: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
}
export interface Menu {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Menu[];
}
export function readDocuments(docs: string): Document[];
export function readChangelog(root: string): Document;
export function withinSite(document: Pick<Document, "path" | "text">, docs: string): string;
export function menus(
  documents: readonly Document[],
  reference: Readonly<Record<string, readonly Page[]>>,
): { readonly nav: readonly Menu[]; readonly sidebar: readonly Menu[] };
export function llmsText(documents: readonly Document[], base: string): string;
