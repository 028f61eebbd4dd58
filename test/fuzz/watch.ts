import { watchLoop } from '../support/commands/loop-hold.ts'

/**
 * A script that runs before the command and reports its event loop, memory and prototypes to the process that started
 * it. The command does not notice it.
 */
const loop = watchLoop()
const prototypeNamesAtStart = listPrototypeNames()

process.on('message', (question) => {
  // The present block of the event loop is counted only in the next turn, so the reply waits for the next turn.
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

/** The longest time for which the event loop was blocked since the last question. */
export interface LoopPace {
  readonly longestDelayMs: number
}

export interface ProcessHealth {
  /** The size of the heap after a garbage collection, in bytes. */
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
