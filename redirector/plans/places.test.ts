import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openPlaces } from "@hoplog/platform/visitor/locator.js";
import { expect, it } from "vitest";
import { createPlaces } from "./places.ts";

const logger = createLogger("test", "silent");
const nowhere = { country: "", region: "", city: "" };
const address = Buffer.from([...Array<number>(10).fill(0), 0xff, 0xff, 8, 8, 8, 8]);

it("opens the tables when a place is first asked for, and looks an address up once", () => {
  let [opened, lookedUp] = [0, 0];
  const places = createPlaces(
    logger,
    () => 0,
    () => {
      opened++;
      const find = openPlaces();
      return (bytes, at) => {
        lookedUp++;
        return find(bytes, at);
      };
    },
  );
  expect(opened).toBe(0);
  for (let i = 0; i < 3; i++) expect(places.find(address)).toMatchObject({ country: "US" });
  expect([opened, lookedUp]).toEqual([1, 1]);
  expect(places.isUnreadable()).toBe(false);
});

it("finds nobody while the tables can't be read, and tries again after a minute", () => {
  let time = 0;
  let isThere = false;
  const places = createPlaces(
    logger,
    () => time,
    () => {
      if (!isThere) throw new Error("not there");
      return openPlaces();
    },
  );
  expect(places.isUnreadable()).toBe(false);
  expect(places.find(address)).toEqual(nowhere);
  expect(places.isUnreadable()).toBe(true);
  isThere = true;
  time = 59_999;
  expect(places.find(address)).toEqual(nowhere);
  time = 60_000;
  expect(places.find(address)).toMatchObject({ country: "US" });
  expect(places.isUnreadable()).toBe(false);
});
