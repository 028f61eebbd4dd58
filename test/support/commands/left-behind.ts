import { afterAll, beforeAll, vi } from 'vitest'

/** All files are run in the same few processes: none may leave to the next what it has changed of them. */

const state = () => ({
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

let before: ReturnType<typeof state>
beforeAll(() => {
  before = state()
})
afterAll(() => {
  // Mocks that are still there are removed sooner or later, and the real modules comes back with that.
  vi.restoreAllMocks()
  const after: ReadonlyMap<string, unknown> = new Map(Object.entries(state()))
  const changed = Object.entries(before).filter(([name, value]) => after.get(name) !== value)
  if (changed.length > 0)
    throw new Error(`This file leaves changed: ${changed.map(([name]) => name).join(', ')}.`)
})
