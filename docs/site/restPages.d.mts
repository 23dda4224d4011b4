export interface Page {
  readonly menu: string;
  readonly title: string;
  readonly page: string;
  readonly text: string;
}
export function restPages(document: unknown): readonly Page[];
