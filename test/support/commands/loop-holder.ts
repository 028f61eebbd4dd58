/** A test runs this before a simulator: parsing this text holds the event loop for 400 ms of processor time. */
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

// Holds the loop outside of any request.
process.on('message', (text) => JSON.parse(JSON.stringify(text)))
process.channel?.unref()
