import { Center, Loader } from "@mantine/core";

export function FullPageLoader() {
  return (
    <Center h="100dvh" role="status" aria-label="Loading">
      <Loader />
    </Center>
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
