import { expect, it } from "vitest";
import { triggerOf } from "./trigger.ts";

it.each(["qr", "qr=", "qr=1", "utm_source=poster&qr", "a=b&qr&c=d"])("%s says that a code was scanned", (query) => {
  expect(triggerOf(query)).toBe("qr");
});

it.each(["", "a=qr", "qrs=1", "myqr=1", "QR", "utm_source=qr", "q=r"])("'%s' does not", (query) => {
  expect(triggerOf(query)).toBe("link");
});
