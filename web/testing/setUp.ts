import "@testing-library/jest-dom/vitest";
import { notifications } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { forgetToasts } from "../core/errors/toastLog.ts";

// Vitest runs this file before each test file. The test files of a worker share modules, and possibly a document, so
// shared state is reset after each test.

if (typeof window !== "undefined") addLayout();

// A long timeout for busy machines; it doesn't delay tests that pass.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
  cleanup();
  forgetToasts();
  globalThis.window?.localStorage.clear();
});

/** Stubs layout APIs, which jsdom lacks. */
function addLayout(): void {
  window.matchMedia = (media: string) => Object.assign(new EventTarget(), queryList(media));
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  // Auto-growing fields measure their text again when fonts load.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
}

function queryList(media: string) {
  return { matches: false, media, onchange: null, addListener: () => undefined, removeListener: () => undefined };
}
