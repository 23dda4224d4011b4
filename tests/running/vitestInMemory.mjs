import { useMemoryFolder } from "./memoryFolder.ts";

// Vitest on temporary files in memory, as the whole run uses it: node tests/running/vitestInMemory.mjs run --project api
useMemoryFolder();
// Its package offers no such entry.
await import(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url).href);
