import { expect, it } from "vitest";
import { triggerOf } from "./trigger.ts";

it.each(["qr", "qr=", "qr=1", "utm_source=poster&qr", "a=b&qr&c=d", "hop-qr", "a=b&hop-qr="])(
  "%s says that a code was scanned",
  (query) => {
    expect(triggerOf(query)).toBe("qr");
  },
);

it.each(["", "a=qr", "qrs=1", "myqr=1", "QR", "utm_source=qr", "q=r", "hop-qrs", "hop_qr", "shop-qr"])(
  "'%s' does not",
  (query) => {
    expect(triggerOf(query)).toBe("link");
  },
);
