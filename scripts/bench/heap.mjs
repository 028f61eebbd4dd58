// Loaded before the command: on SIGUSR2 it collects garbage and writes the bytes in use to the file that DRYDOCK_HEAP names.
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const file = process.env.DRYDOCK_HEAP

process.on('SIGUSR2', () => {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  // A reader never sees a part of the number.
  writeFileSync(`${file}.new`, String(heapUsed + external))
  renameSync(`${file}.new`, file)
})
