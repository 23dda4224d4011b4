import { Center, Loader, VisuallyHidden } from "@mantine/core";

/** Full-page loading state, which may be shown for as long as the server is unreachable. */
export function FullPageLoader() {
  return (
    <main>
      <VisuallyHidden component="h1">hoplog</VisuallyHidden>
      <Center h="100dvh" role="status" aria-label="Loading">
        <Loader />
      </Center>
    </main>
  );
}

/** Loading state of a screen's chunk; the layout around it remains. */
export function ScreenLoader() {
  return (
    <Center h="50vh" role="status" aria-label="Loading">
      <Loader />
    </Center>
  );
}
