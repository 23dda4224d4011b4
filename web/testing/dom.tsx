import "@testing-library/jest-dom/vitest";
import { ApolloProvider } from "@apollo/client/react";
import type { ApolloClient } from "@apollo/client";
import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { cleanup, configure, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach } from "vitest";
import { ClientSource } from "../graphql/ClientSource.tsx";
import { theme } from "../theme/theme.ts";

// What jsdom has no layout for, and so doesn't offer.
window.matchMedia = (media: string) => Object.assign(new EventTarget(), queryList(media));
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Fields that grow with their text measure it again when fonts come.
Object.defineProperty(document, "fonts", { value: new EventTarget() });
Element.prototype.scrollIntoView = () => undefined;

// For busy machines: what appears is seen at once, however long one might have waited.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  notifications.clean();
  cleanup();
  window.localStorage.clear();
});

/** Renders a screen at `path` with what every screen has around it, toasts included. */
export function renderScreen(
  screen: ReactElement,
  { client, path = "/" }: { client?: ApolloClient; path?: string } = {},
) {
  const routed = (
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path={new URL(path, "http://localhost").pathname} element={screen} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </MemoryRouter>
  );
  return render(
    <MantineProvider theme={theme} env="test">
      <Notifications position="top-right" transitionDuration={0} />
      {client ? (
        <ClientSource load={() => Promise.resolve(client)}>
          <ApolloProvider client={client}>{routed}</ApolloProvider>
        </ClientSource>
      ) : (
        routed
      )}
    </MantineProvider>,
  );
}

function queryList(media: string) {
  return { matches: false, media, onchange: null, addListener: () => undefined, removeListener: () => undefined };
}
