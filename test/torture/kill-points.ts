import { writeFileSync } from 'node:fs'
import files, { type FileHandle, open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'
import {
  dataFileVariable,
  type KillPoint,
  killPointVariable,
  type Place,
  traceVariable,
} from './kill-point.ts'

/**
 * A script that runs before the command (`node --import`). It wraps the file system functions, counts each call for the
 * data file, and kills the process at the given call. The command does not notice it.
 */

const dataFile = process.env[dataFileVariable] ?? ''
const point = parseKillPoint(process.env[killPointVariable])
const counts = new Map<string, number>()
const paths = new WeakMap<object, { path: string }>()
const opened = new Map<string, { path: string }>()

for (const [name, call] of Object.entries(files)) {
  if (typeof call === 'function') Reflect.set(files, name, watchCall(name, call, findPlaceOfPath))
}
syncBuiltinESMExports()

const handle = await open('/dev/null')
const prototype: object = Object.getPrototypeOf(handle)
await handle.close()
for (const name of ['read', 'write', 'writeFile', 'datasync', 'sync', 'truncate', 'chmod', 'close']) {
  const call: unknown = Reflect.get(prototype, name)
  if (typeof call === 'function') Reflect.set(prototype, name, watchCall(name, call, findPlaceOfHandle))
}

const trace = process.env[traceVariable]
if (trace !== undefined)
  process.once('exit', () => writeFileSync(trace, JSON.stringify(Object.fromEntries(counts))))

type Call = (this: unknown, ...given: unknown[]) => unknown
type PlaceOf = (target: unknown, given: readonly unknown[]) => Place | undefined

function watchCall(name: string, call: unknown, placeOf: PlaceOf): Call {
  if (typeof call !== 'function') throw new Error(`${name} is no function.`)
  return function (this: unknown, ...given) {
    const proceed = (changed: readonly unknown[] = given): unknown =>
      rememberHandlePath(name, given, Reflect.apply(call, this, changed))
    const place = placeOf(this, given)
    if (place === undefined) return proceed()
    const key = `${name} ${place}`
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    if (point?.call !== name || point.place !== place || point.nth !== nth) return proceed()
    if (point.moment === 'before') killThisProcess()
    return Promise.resolve(proceed(point.moment === 'half' ? halveWriteArguments(given) : given)).finally(
      killThisProcess,
    )
  }
}

/** Returns the arguments of a write call that writes only half of the bytes. */
function halveWriteArguments(given: readonly unknown[]): readonly unknown[] {
  const [bytes, offset, length, ...others] = given
  return typeof length === 'number' ? [bytes, offset, Math.floor(length / 2), ...others] : given
}

function killThisProcess(): never {
  process.kill(process.pid, 'SIGKILL')
  // The kill signal arrives a little later. Until then, the process must do nothing.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

/** Remembers the path of each opened file handle, also after the file is renamed. */
function rememberHandlePath(name: string, given: readonly unknown[], result: unknown): unknown {
  const [path, moved] = given
  if (name === 'open' && typeof path === 'string' && result instanceof Promise) {
    return result.then((made: FileHandle) => {
      const entry = { path }
      paths.set(made, entry)
      opened.set(path, entry)
      return made
    })
  }
  if (name === 'rename' && typeof path === 'string' && typeof moved === 'string') {
    const entry = opened.get(path)
    if (entry !== undefined) {
      entry.path = moved
      opened.delete(path)
      opened.set(moved, entry)
    }
  }
  return result
}

function findPlaceOfHandle(target: unknown): Place | undefined {
  const entry = typeof target === 'object' && target !== null ? paths.get(target) : undefined
  return entry === undefined ? undefined : placeOf(entry.path)
}

function findPlaceOfPath(_target: unknown, [path]: readonly unknown[]): Place | undefined {
  return typeof path === 'string' ? placeOf(path) : undefined
}

function placeOf(path: string): Place | undefined {
  if (path === dataFile) return 'file'
  if (path.startsWith(`${dataFile}.lock`)) return 'lock'
  if (path.startsWith(`${dataFile}.`)) return 'beside'
  return path === dirname(dataFile) ? 'folder' : undefined
}

function parseKillPoint(text: string | undefined): KillPoint | undefined {
  return text === undefined ? undefined : JSON.parse(text)
}
