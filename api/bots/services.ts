import type { RuleServices } from "./rules/commands.ts";

/** All that verdicts take from outside. */
export type BotServices = RuleServices;
