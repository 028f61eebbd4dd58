/**
 * A test runs this script before a simulator: parsing a certain text then blocks the event loop for 400 ms of processor
 * time.
 */
const parse = JSON.parse
JSON.parse = (text: string, ...more) => {
  if (text.includes('hold the loop')) {
    const before = process.cpuUsage()
    for (let usedUs = 0; usedUs < 400_000; ) {
      const { user, system } = process.cpuUsage(before)
      usedUs = user + system
    }
  }
  return parse(text, ...more)
}

// A message from the test blocks the event loop outside of any request.
process.on('message', (text) => JSON.parse(JSON.stringify(text)))
process.channel?.unref()
