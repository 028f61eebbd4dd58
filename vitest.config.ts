import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { createSequencerThatBeginsWith } from './test/support/longest-first.ts'

const folders = ['src', 'bin', 'test']

/** Files that put something in the place of a module, which works only where nothing has loaded that one before. */
const mocking = folders
  .flatMap((folder) => {
    const files = readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    return files.map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
  })
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => /\bvi\.(?:do)?mock\(/i.test(readFileSync(join(import.meta.dirname, file), 'utf8')))

export default defineConfig({
  test: {
    // One more than there are processors: much of a test is waiting for what it started.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: createSequencerThatBeginsWith('conformance.test.ts') },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: folders.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...mocking, 'test/browser/**', 'test/long/**', '**/*.long.test.ts'],
          // Loading the modules anew for each file costs more than most files do. What a file leaves behind is told.
          isolate: false,
          setupFiles: ['test/support/commands/left-behind.ts'],
          globalSetup: ['test/support/shared-simulator.setup.ts'],
        },
      },
      { extends: true, test: { name: 'alone', include: mocking, isolate: true } },
    ],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
