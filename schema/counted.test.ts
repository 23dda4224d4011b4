import { expect, it } from "vitest";
import { counted } from "./counted.ts";

it.each([
  [counted(0, "click"), "0 clicks"],
  [counted(1, "click"), "1 click"],
  [counted(1234, "click"), "1,234 clicks"],
  [counted(1, "batch", "batches"), "1 batch"],
  [counted(2, "batch", "batches"), "2 batches"],
])("%s", (text, expected) => expect(text).toBe(expected));
