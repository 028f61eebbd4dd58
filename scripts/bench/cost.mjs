// Loaded into a process with --import: writes down the processor time of the process, from its start to its
// end.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeFileSync(process.env.DRYDOCK_COST, JSON.stringify((user + system) / 1000))
})
