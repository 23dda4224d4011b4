import { Center, Loader, VisuallyHidden } from "@mantine/core";

/** In place of a whole page; it may stand for as long as the server is away. */
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

/** While the chunk of a screen is on its way; the frame around it stays. */
export function ScreenLoader() {
  return (
    <Center h="50vh" role="status" aria-label="Loading">
      <Loader />
    </Center>
  );
}
