import type { Page } from "./restPages.mjs";
export function graphqlPages(sdl: string): readonly Page[];
