import { watchLoop } from '../support/commands/loop-hold.ts'

/**
 * Runs before the command and reports its event loop, memory and prototypes to the process that started it. The command
 * does not know of it.
 */
const loop = watchLoop()
const atStart = prototypeNames()

process.on('message', (question) => {
  // The current hold of the loop is counted only in the next turn, so the reply waits for it.
  if (question === 'pace') setTimeout(() => process.send?.(readPace()), 5)
  if (question === 'health') process.send?.(readHealth())
})
process.channel?.unref()

function readPace(): Pace {
  return { longestDelayMs: loop.longestMs() }
}

function readHealth(): Health {
  Reflect.get(globalThis, 'gc')?.()
  return {
    heapBytes: process.memoryUsage().heapUsed,
    changedPrototypes: prototypeNames().filter((name) => !atStart.includes(name)),
  }
}

/** The longest hold of the event loop since the last question. */
export interface Pace {
  readonly longestDelayMs: number
}

export interface Health {
  /** The heap after a garbage collection, in bytes. */
  readonly heapBytes: number
  readonly changedPrototypes: readonly string[]
}

/**
 * Returns the property names of the prototypes that all objects share, such as Object.prototype. A request must not
 * change them.
 */
function prototypeNames(): string[] {
  const watched = { Object, Array, String, Number, Function, Map, Promise }
  return Object.entries(watched).flatMap(([name, { prototype }]) =>
    Reflect.ownKeys(prototype).map((key) => `${name}.prototype.${String(key)}`),
  )
}
