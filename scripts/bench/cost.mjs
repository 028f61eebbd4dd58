// Loaded into a process with --import: writes down what processor time the process took, from its start to its end.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeFileSync(process.env.DRYDOCK_COST, JSON.stringify((user + system) / 1000))
})
