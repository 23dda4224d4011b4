import { ApolloProvider } from "@apollo/client/react";
import type { ApolloClient } from "@apollo/client";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { ClientSource } from "../core/graphql/ClientSource.tsx";
import { theme } from "../core/theme/theme.ts";

/** Renders a screen at `path` with the providers of every screen, including toasts. */
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
