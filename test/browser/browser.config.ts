import { defineConfig } from 'vitest/config'
import { createSequencerThatBeginsWith } from '../support/longest-first.ts'

/** The tests of the dashboard in a browser, with the built command: `npm run browser`. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/browser/support/browser.setup.ts'],
    // All test files share one browser. While the page of one file waits, the page of another file can be tested.
    maxWorkers: 2,
    isolate: false,
    sequence: { sequencer: createSequencerThatBeginsWith('reference.test.ts') },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
