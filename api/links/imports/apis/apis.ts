import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { bitlyApi } from "./bitly.ts";
import { dubApi } from "./dub.ts";
import { kuttApi } from "./kutt.ts";
import { rebrandlyApi } from "./rebrandly.ts";
import { shlinkApi } from "./shlink.ts";
import { shortIoApi } from "./shortIo.ts";
import type { SourceApi } from "./sourceApi.ts";
import { yourlsApi } from "./yourls.ts";

/** The API clients of sources that have an API. */
export const apis: Readonly<Partial<Record<ImportSource, SourceApi>>> = {
  bitly: bitlyApi,
  rebrandly: rebrandlyApi,
  shortio: shortIoApi,
  dub: dubApi,
  shlink: shlinkApi,
  kutt: kuttApi,
  yourls: yourlsApi,
};
