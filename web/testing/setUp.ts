import "@testing-library/jest-dom/vitest";
import { notifications } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { forgetToasts } from "../core/errors/toastLog.ts";

// Before each file: the files of one worker share their modules, and maybe their document.

if (typeof window !== "undefined") addLayout();

// For busy machines: what appears is seen at once, however long one might have waited.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
  cleanup();
  forgetToasts();
  globalThis.window?.localStorage.clear();
});

/** What jsdom has no layout for, and so doesn't offer. */
function addLayout(): void {
  window.matchMedia = (media: string) => Object.assign(new EventTarget(), queryList(media));
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  // Fields that grow with their text measure it again when fonts come.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
}

function queryList(media: string) {
  return { matches: false, media, onchange: null, addListener: () => undefined, removeListener: () => undefined };
}
