// Loaded into a process with --import: at the end of the process, writes its processor time to the file in DRYDOCK_COST.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeFileSync(process.env.DRYDOCK_COST, JSON.stringify((user + system) / 1000))
})
