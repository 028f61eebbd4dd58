import { defineConfig } from 'vitest/config'

/** What a person does in a browser, with the built command: `npm run browser`. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/browser/support/browser.setup.ts'],
    // One browser serves them all, and a page at a time is enough for it.
    fileParallelism: false,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
