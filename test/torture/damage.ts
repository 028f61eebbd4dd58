import { readFileSync, writeFileSync } from 'node:fs'
import { isServing, tryServing } from '../support/commands/built-command.ts'
import type { Seeded } from '../support/seeded.ts'
import type { Problem } from './judges/problem.ts'

/** A way to spoil a data file, and whether a start may still take what is left of it. */
interface Damage {
  readonly name: string
  readonly spoil: (whole: Buffer, draw: Seeded) => Buffer
}

const newline = 0x0a

/** Spoiled in these ways a file is refused by name and left as it is, unless only its last line is cut short. */
const damages: readonly Damage[] = [
  { name: 'cut anywhere', spoil: (whole, draw) => whole.subarray(0, draw.between(0, whole.length - 1)) },
  {
    name: 'its last line cut short',
    spoil: (whole, draw) => whole.subarray(0, draw.between(lastLineAt(whole) + 1, whole.length - 1)),
  },
  { name: 'a bit turned', spoil: turnBit },
  {
    name: 'bytes gone from the middle',
    spoil: (whole, draw) => withoutBytes(whole, draw.between(1, whole.length - 40), draw.between(1, 32)),
  },
  { name: 'a stretch of zeros', spoil: zeroSome },
  {
    name: 'zeros at the end',
    spoil: (whole, draw) => Buffer.concat([whole, Buffer.alloc(draw.between(1, 5_000))]),
  },
  { name: 'a line twice', spoil: (whole) => Buffer.concat([whole, whole.subarray(lastLineAt(whole))]) },
  { name: 'a line missing', spoil: (whole) => withoutBytes(whole, ...firstLines(whole)) },
  { name: 'a foreign beginning', spoil: (whole) => Buffer.concat([Buffer.from('\ufeff'), whole]) },
  { name: 'nothing in it', spoil: () => Buffer.alloc(0) },
  { name: 'null in it', spoil: () => Buffer.from('null') },
  { name: 'an empty list in it', spoil: () => Buffer.from('[]\n') },
]

/** Spoils a copy of a good data file in several ways and starts the command on each. */
export async function tryDamages(
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
    const what = await startOn(copy, { spoiled, whole })
    if (what !== undefined) problems.push({ kind: 'broken', about: 'file', what: `${damage.name}: ${what}` })
  }
  return problems
}

/** The problem with the handling of a spoiled file; none if it was right. */
async function startOn(file: string, { spoiled, whole }: Versions): Promise<string | undefined> {
  const started = await tryServing(['--quiet', '--data', file])
  if (!isServing(started)) {
    if (started.status !== 2) return `it ended with ${started.status} ${started.signal}: ${started.stderr}`
    if (!started.stderr.includes(file)) return `it was refused and not named: ${started.stderr}`
    return readFileSync(file).equals(spoiled) ? undefined : 'it was refused, and changed'
  }
  const { stderr } = await started.stop()
  // The beginning of a good file is a good file, but for a last line that is not whole.
  if (!whole.subarray(0, spoiled.length).equals(spoiled)) return 'it was taken, as if it were whole'
  const wholeLines = spoiled.subarray(0, spoiled.lastIndexOf(newline) + 1)
  if (wholeLines.length < spoiled.length && !stderr.includes(file))
    return 'its last line was dropped without a word'
  return readFileSync(file).subarray(0, wholeLines.length).equals(wholeLines)
    ? undefined
    : 'it was taken, and what it held was changed'
}

interface Versions {
  readonly spoiled: Buffer
  readonly whole: Buffer
}

function turnBit(whole: Buffer, draw: Seeded): Buffer {
  const at = draw.between(0, whole.length - 1)
  whole[at] = (whole[at] ?? 0) ^ (1 << draw.between(0, 7))
  return whole
}

function zeroSome(whole: Buffer, draw: Seeded): Buffer {
  const at = draw.between(0, whole.length - 2)
  return whole.fill(0, at, Math.min(whole.length, at + draw.between(1, 4_096)))
}

function withoutBytes(whole: Buffer, from: number, length: number): Buffer {
  return Buffer.concat([whole.subarray(0, from), whole.subarray(from + length)])
}

/** The start and length of the second line. */
function firstLines(whole: Buffer): [number, number] {
  const first = whole.indexOf(newline) + 1
  return [first, whole.indexOf(newline, first) + 1 - first]
}

/** The start of the last whole line. */
function lastLineAt(whole: Buffer): number {
  return whole.lastIndexOf(newline, whole.length - 2) + 1
}
