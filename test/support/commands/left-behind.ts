import { afterAll, beforeAll, vi } from 'vitest'

/** Test files share processes. A file must not change the state that later files see. */

const processState = () => ({
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

let before: ReturnType<typeof processState>
beforeAll(() => {
  before = processState()
})
afterAll(() => {
  // A mock that was not removed would be removed later, and then the real module returns.
  vi.restoreAllMocks()
  const after: ReadonlyMap<string, unknown> = new Map(Object.entries(processState()))
  const changed = Object.entries(before).filter(([name, value]) => after.get(name) !== value)
  if (changed.length > 0)
    throw new Error(`This file leaves changed: ${changed.map(([name]) => name).join(', ')}.`)
})
