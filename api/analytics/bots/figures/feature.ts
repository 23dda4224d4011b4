import type { Feature } from "../../../kernel/calls/feature.ts";
import { botFaces } from "./operations.ts";
import type { BotServices } from "./services.ts";

/** What was taken for a bot, by reason, user agent, network and referrer, with samples. */
export const bots: Feature<BotServices> = botFaces;
