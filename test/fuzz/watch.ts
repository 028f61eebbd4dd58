import { watchLoop } from '../support/commands/loop-hold.ts'

/**
 * Run before the command: tells over the channel to the process that started it how it fares. It watches Node itself; the command knows nothing of it.
 */
const loop = watchLoop()
const atStart = prototypes()

process.on('message', (question) => {
  // A moment later: what held the loop up to now is only counted in its next turn.
  if (question === 'pace') setTimeout(() => process.send?.(pace()), 5)
  if (question === 'health') process.send?.(health())
})
process.channel?.unref()

function pace(): Pace {
  return { longestDelayMs: loop.longestMs() }
}

function health(): Health {
  Reflect.get(globalThis, 'gc')?.()
  return {
    heapBytes: process.memoryUsage().heapUsed,
    changedPrototypes: prototypes().filter((name) => !atStart.includes(name)),
  }
}

/** How long the event loop was held at most since it was last asked. */
export interface Pace {
  readonly longestDelayMs: number
}

export interface Health {
  /** The memory held after a collection. */
  readonly heapBytes: number
  readonly changedPrototypes: readonly string[]
}

/** The names of all that every object, list, text and function has. */
function prototypes(): string[] {
  const watched = { Object, Array, String, Number, Function, Map, Promise }
  return Object.entries(watched).flatMap(([name, { prototype }]) =>
    Reflect.ownKeys(prototype).map((key) => `${name}.prototype.${String(key)}`),
  )
}
