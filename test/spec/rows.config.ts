import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { RowReporter } from './row-reporter.ts'

/** `npm run rows`: every row broken, each claim of a test tried on it. `npm test` has a sample of this. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/spec/every-row.test.ts'],
    setupFiles: ['test/support/left-behind.ts'],
    globalSetup: ['test/support/shared-simulator.setup.ts'],
    provide: { everyRow: true },
    reporters: [new RowReporter()],
    // A row may be claimed by thirty tests.
    testTimeout: 120_000,
  },
})
