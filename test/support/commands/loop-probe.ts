import { watchLoop } from './loop-hold.ts'

/** Run before a served simulator by a test: tells, when asked, how long its event loop was held. */
const loop = watchLoop()

// A moment later: what held the loop up to now ends with this turn.
process.on('message', () => setTimeout(() => process.send?.({ longestMs: loop.longestMs() }), 5))
process.channel?.unref()
