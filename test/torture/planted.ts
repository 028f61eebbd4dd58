import files, { type open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { dataFileVariable } from './kill-point.ts'

/**
 * A script that runs before the command and adds a defect that the torture test must find. `hasty` confirms a write
 * before it is made; `careless` flips a bit in one line.
 */

export const plantedVariable = 'DRYDOCK_TEST_PLANTED'

const planted = process.env[plantedVariable]
const dataFile = process.env[dataFileVariable] ?? ''
const handles = new Set<unknown>()
const { open: openTruly } = files
Reflect.set(files, 'open', async (...given: Parameters<typeof open>) => {
  const handle = await openTruly(...given)
  if (given[0] === dataFile) handles.add(handle)
  return handle
})
syncBuiltinESMExports()

type Write = (this: unknown, ...given: unknown[]) => Promise<{ readonly bytesWritten: number }>
type Truncate = (this: unknown, lengthBytes: number) => Promise<void>

const handle = await openTruly('/dev/null')
const prototype: { write: Write; readonly truncate: Truncate } = Object.getPrototypeOf(handle)
await handle.close()
const writeTruly = prototype.write
let count = 0

prototype.write = async function (...given) {
  const [bytes, offset = 0, length] = given
  if (!handles.has(this) || typeof length !== 'number') return Reflect.apply(writeTruly, this, given)
  count += 1
  if (planted === 'hasty') {
    // The file gets the length that it would have after the write, because the simulator notices a file that is shorter
    // than its writes.
    await Reflect.apply(prototype.truncate, this, [Number(given[3]) + length])
    void pause(60).then(() => Reflect.apply(writeTruly, this, given))
    return { bytesWritten: length }
  }
  if (planted === 'careless' && count === 12 && Buffer.isBuffer(bytes)) {
    const at = Number(offset) + Math.floor(length / 2)
    bytes[at] = (bytes[at] ?? 0) ^ 1
  }
  return Reflect.apply(writeTruly, this, given)
}
