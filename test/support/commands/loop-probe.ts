import { watchLoop } from './loop-hold.ts'

/** A test runs this script before a simulator: on each message, it reports how long the event loop was blocked. */
const loop = watchLoop()

// The present block of the event loop ends with this turn, so the reply waits for the next turn.
process.on('message', () => setTimeout(() => process.send?.({ longestMs: loop.longestMs() }), 5))
process.channel?.unref()
