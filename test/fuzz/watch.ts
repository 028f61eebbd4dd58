/**
 * Run before the command: tells over the channel to the process that started it how it fares. What it watches is
 * Node's own; the command knows nothing of it.
 */
const turnMs = 2
const atStart = prototypes()

// Node's own monitor misses what holds the loop before its first turn after a reset: just what was sent to be measured.
let longestMs = 0
let turnedAt = performance.now()
function turn(): void {
  const now = performance.now()
  longestMs = Math.max(longestMs, now - turnedAt)
  turnedAt = now
}
setInterval(turn, turnMs).unref()

process.on('message', (question) => {
  // A moment later: what held the loop up to now is only counted in its next turn.
  if (question === 'pace') setTimeout(() => process.send?.(pace()), 5)
  if (question === 'health') process.send?.(health())
})
process.channel?.unref()

function pace(): Pace {
  turn()
  const longestDelayMs = longestMs
  longestMs = 0
  return { longestDelayMs }
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
  /** What is held after a collection. */
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
