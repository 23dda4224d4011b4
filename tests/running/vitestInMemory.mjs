import { useMemoryFolder } from "./memoryFolder.ts";

// Vitest on temporary files in memory, as the whole run uses it: node tests/running/vitestInMemory.mjs run --project api
useMemoryFolder();
await import("../../node_modules/vitest/vitest.mjs");
