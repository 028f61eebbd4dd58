import { readFileSync, writeFileSync } from 'node:fs'
import { isServing, tryToServe } from '../support/commands/built-command.ts'
import type { Seeded } from '../support/seeded.ts'
import type { Problem } from './checks/problem.ts'

/** One kind of damage to a data file. */
interface Damage {
  readonly name: string
  readonly spoil: (whole: Buffer, draw: Seeded) => Buffer
}

const newline = 0x0a

/**
 * The kinds of damage. The simulator must refuse a damaged file and leave it unchanged, unless only its last line is
 * incomplete.
 */
const damages: readonly Damage[] = [
  { name: 'cut anywhere', spoil: (whole, draw) => whole.subarray(0, draw.between(0, whole.length - 1)) },
  {
    name: 'its last line cut short',
    spoil: (whole, draw) => whole.subarray(0, draw.between(findLastLineStart(whole) + 1, whole.length - 1)),
  },
  { name: 'one bit flipped', spoil: flipBit },
  {
    name: 'bytes missing in the middle',
    spoil: (whole, draw) => removeBytes(whole, draw.between(1, whole.length - 40), draw.between(1, 32)),
  },
  { name: 'a stretch of zeros', spoil: overwriteWithZeros },
  {
    name: 'zeros at the end',
    spoil: (whole, draw) => Buffer.concat([whole, Buffer.alloc(draw.between(1, 5_000))]),
  },
  {
    name: 'a line twice',
    spoil: (whole) => Buffer.concat([whole, whole.subarray(findLastLineStart(whole))]),
  },
  { name: 'a line missing', spoil: (whole) => removeBytes(whole, ...findSecondLine(whole)) },
  { name: 'a byte order mark at the start', spoil: (whole) => Buffer.concat([Buffer.from('\ufeff'), whole]) },
  { name: 'an empty file', spoil: () => Buffer.alloc(0) },
  { name: 'a file with only null', spoil: () => Buffer.from('null') },
  { name: 'a file with only an empty list', spoil: () => Buffer.from('[]\n') },
]

/**
 * Damages copies of a good data file, starts the simulator with each copy, and returns what the simulator did wrong.
 */
export async function checkDamagedFiles(
  file: string,
  { draw, count }: { readonly draw: Seeded; readonly count: number },
): Promise<readonly Problem[]> {
  const whole = readFileSync(file)
  const problems: Problem[] = []
  const first = draw.between(0, damages.length - 1)
  for (let at = 0; at < count; at += 1) {
    const damage = damages[(first + at) % damages.length] ?? draw.pick(damages)
    const spoiled = damage.spoil(Buffer.from(whole), draw)
    if (spoiled.equals(whole)) continue
    const copy = `${file}.spoiled-${at}`
    writeFileSync(copy, spoiled)
    const what = await checkStartWithDamage(copy, { spoiled, whole })
    if (what !== undefined) problems.push({ kind: 'broken', about: 'file', what: `${damage.name}: ${what}` })
  }
  return problems
}

/** Starts the simulator with a damaged file. Returns what the simulator did wrong; undefined if nothing. */
async function checkStartWithDamage(file: string, { spoiled, whole }: Versions): Promise<string | undefined> {
  const started = await tryToServe(['--quiet', '--data', file])
  if (!isServing(started)) {
    if (started.status !== 2)
      return `the simulator ended with ${started.status} ${started.signal}: ${started.stderr}`
    if (!started.stderr.includes(file)) return `the refusal does not name the file: ${started.stderr}`
    return readFileSync(file).equals(spoiled) ? undefined : 'the file was refused, but changed'
  }
  const { stderr } = await started.stop()
  // The beginning of a good file is a good file, except for an incomplete last line.
  if (!whole.subarray(0, spoiled.length).equals(spoiled)) return 'the damage was not noticed'
  const wholeLines = spoiled.subarray(0, spoiled.lastIndexOf(newline) + 1)
  if (wholeLines.length < spoiled.length && !stderr.includes(file))
    return 'the incomplete last line was dropped without a message'
  return readFileSync(file).subarray(0, wholeLines.length).equals(wholeLines)
    ? undefined
    : 'the file was opened, but its complete lines were changed'
}

interface Versions {
  readonly spoiled: Buffer
  readonly whole: Buffer
}

function flipBit(whole: Buffer, draw: Seeded): Buffer {
  const at = draw.between(0, whole.length - 1)
  whole[at] = (whole[at] ?? 0) ^ (1 << draw.between(0, 7))
  return whole
}

function overwriteWithZeros(whole: Buffer, draw: Seeded): Buffer {
  const at = draw.between(0, whole.length - 2)
  return whole.fill(0, at, Math.min(whole.length, at + draw.between(1, 4_096)))
}

function removeBytes(whole: Buffer, from: number, length: number): Buffer {
  return Buffer.concat([whole.subarray(0, from), whole.subarray(from + length)])
}

/** Returns the start and length of the second line. */
function findSecondLine(whole: Buffer): [number, number] {
  const first = whole.indexOf(newline) + 1
  return [first, whole.indexOf(newline, first) + 1 - first]
}

/** Returns the start of the last complete line. */
function findLastLineStart(whole: Buffer): number {
  return whole.lastIndexOf(newline, whole.length - 2) + 1
}
