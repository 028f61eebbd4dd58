import { afterAll, beforeAll, vi } from 'vitest'

/** Checks after each test file that it has not changed the state that later files see: test files share processes. */

const readProcessState = () => ({
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  Date: globalThis.Date,
  'Date.now': Date.now,
  'performance.now': performance.now,
  'Math.random': Math.random,
  fetch: globalThis.fetch,
  'console.log': console.log,
  'the folder': process.cwd(),
  'the environment': JSON.stringify(process.env),
})

let before: ReturnType<typeof readProcessState>
beforeAll(() => {
  before = readProcessState()
})
afterAll(() => {
  // Mocks that are still set are removed here, because vitest would remove them only after this check.
  vi.restoreAllMocks()
  const after: ReadonlyMap<string, unknown> = new Map(Object.entries(readProcessState()))
  const changed = Object.entries(before).filter(([name, value]) => after.get(name) !== value)
  if (changed.length > 0)
    throw new Error(
      `This test file changed and did not restore: ${changed.map(([name]) => name).join(', ')}.`,
    )
})
