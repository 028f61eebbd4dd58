/** Loaded into a served simulator by a test: how long its event loop was held, in milliseconds of its own work. */

let longestMs = 0
let before = process.cpuUsage()

// The machine may let a process wait, so what counts is what it worked between two turns of its timers.
setInterval(() => {
  const { user, system } = process.cpuUsage(before)
  before = process.cpuUsage()
  longestMs = Math.max(longestMs, (user + system) / 1000)
}, 2).unref()

process.on('message', () => {
  process.send({ longestMs })
  longestMs = 0
})
process.channel.unref()
