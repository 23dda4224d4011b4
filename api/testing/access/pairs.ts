import { changePairs } from "./changePairs.ts";
import { endPairs } from "./endPairs.ts";
import { linkOptionPairs } from "./linkOptionPairs.ts";
import { narrowedFigurePairs } from "./narrowedFigurePairs.ts";
import { narrowedPairs } from "./narrowedPairs.ts";
import { optionPairs } from "./optionPairs.ts";
import { readPairs } from "./readPairs.ts";

/** Every REST call that only reads, with the field that returns the same. */
export const reads = [...readPairs, ...narrowedPairs, ...narrowedFigurePairs];
/**
 * Every REST call that changes something, with the field that does the same. The order matters: the calls share two
 * accounts.
 */
export const changes = [...changePairs, ...linkOptionPairs, ...optionPairs, ...endPairs];
