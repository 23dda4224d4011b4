import { useMemoryFolder } from "./memoryFolder.ts";

// Runs Vitest with temporary files in memory, like the full run: node tests/running/vitestInMemory.mjs run --project
// api
useMemoryFolder();
// The package does not export this entry.
await import(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url).href);
