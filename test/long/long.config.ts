import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The tests that take seconds and seldom fail: `npm run long`. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/long/**/*.test.ts', '{src,bin,test}/**/*.long.test.ts'],
    // These tests wait most of the time, so more of them run at once.
    maxWorkers: 2,
    isolate: false,
    setupFiles: ['test/support/commands/left-behind.ts'],
    globalSetup: ['test/support/shared-simulator.setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
