import files, { type open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { dataFileVariable } from './kill-point.ts'

/**
 * Run before the command to break it on purpose: the torture must see it, or it sees nothing. `hasty` says that a line
 * is written before it is, `careless` turns a bit in one.
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
    // As long as it would be, since a file that is shorter than what was written to it is noticed.
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
