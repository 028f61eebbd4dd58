import { watchLoop } from '../support/commands/loop-hold.ts'

/**
 * Runs before the command and reports its event loop, memory and prototypes to the process that started it. The command
 * does not know of it.
 */
const loop = watchLoop()
const prototypeNamesAtStart = listPrototypeNames()

process.on('message', (question) => {
  // The current hold of the loop is counted only in the next turn, so the reply waits for it.
  if (question === 'pace') setTimeout(() => process.send?.(readLoopPace()), 5)
  if (question === 'health') process.send?.(readProcessHealth())
})
process.channel?.unref()

function readLoopPace(): LoopPace {
  return { longestDelayMs: loop.longestMs() }
}

function readProcessHealth(): ProcessHealth {
  Reflect.get(globalThis, 'gc')?.()
  return {
    heapBytes: process.memoryUsage().heapUsed,
    changedPrototypes: listPrototypeNames().filter((name) => !prototypeNamesAtStart.includes(name)),
  }
}

/** The longest hold of the event loop since the last question. */
export interface LoopPace {
  readonly longestDelayMs: number
}

export interface ProcessHealth {
  /** The heap after a garbage collection, in bytes. */
  readonly heapBytes: number
  readonly changedPrototypes: readonly string[]
}

/**
 * Returns the property names of the prototypes that all objects share, such as Object.prototype. A request must not
 * change them.
 */
function listPrototypeNames(): string[] {
  const watched = { Object, Array, String, Number, Function, Map, Promise }
  return Object.entries(watched).flatMap(([name, { prototype }]) =>
    Reflect.ownKeys(prototype).map((key) => `${name}.prototype.${String(key)}`),
  )
}
