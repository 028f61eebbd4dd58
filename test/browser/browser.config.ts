import { defineConfig } from 'vitest/config'
import { beginWith } from '../support/longest-first.ts'

/** The tests of the dashboard in a browser, with the built command: `npm run browser`. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/browser/support/browser.setup.ts'],
    // All test files share one browser. While one page waits, another can be tested.
    maxWorkers: 2,
    isolate: false,
    sequence: { sequencer: beginWith('reference.test.ts') },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
