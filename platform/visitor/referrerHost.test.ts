import { expect, it } from "vitest";
import { referrerHost } from "./referrerHost.ts";

it.each([
  ["https://www.Example.com/path?q=1#x", "example.com"],
  ["http://news.example.co.uk:8080/", "news.example.co.uk"],
  ["https://www.www.example.com/", "www.example.com"],
  ["https://example.com./", "example.com"],
  ["https://bücher.example/", "xn--bcher-kva.example"],
  ["https://user:secret@example.com/", "example.com"],
  ["http://127.0.0.1:3000/", "127.0.0.1"],
  ["android-app://com.google.android.gm/", "com.google.android.gm"],
  ["", ""],
  ["example.com", ""],
  ["about:blank", ""],
  ["javascript:alert(1)", ""],
  ["file:///etc/passwd", ""],
  ["https://", ""],
  ["http://[::1", ""],
])("reads %j as %j", (referrer, host) => {
  expect(referrerHost(referrer)).toBe(host);
});
