// Loaded into the command with --import: on SIGUSR2, it collects garbage and writes the used bytes to the file in DRYDOCK_HEAP.
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
  // The file is renamed when it is complete, so that a reader never sees a part of the number.
  writeFileSync(`${file}.new`, String(heapUsed + external))
  renameSync(`${file}.new`, file)
})
