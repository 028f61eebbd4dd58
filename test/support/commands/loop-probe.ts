import { watchLoop } from './loop-hold.ts'

/** A test runs this before a simulator: it reports, when asked, how long the event loop was held. */
const loop = watchLoop()

// The current hold of the loop ends with this turn, so the reply waits for the next.
process.on('message', () => setTimeout(() => process.send?.({ longestMs: loop.longestMs() }), 5))
process.channel?.unref()
