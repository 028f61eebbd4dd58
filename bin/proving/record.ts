import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { CaseResult } from '../../src/conformance/proof/proof-case.ts'
import { SetupError } from '../setup-error.ts'

const resultSchema = z.object({
  name: z.string(),
  proved: z.literal(true),
  wrong: z.number(),
  lines: z.array(z.string()),
  durationMs: z.number(),
})

/** The file of proved cases: a line that identifies the code, then a line for each case. */
export interface Record {
  readonly known: ReadonlyMap<string, CaseResult>
  /** Writes at once, so that the result is kept however the process ends. */
  add(result: CaseResult): void
}

/** Opens the file. The content of another code, or of any other file, is overwritten. Throws SetupError. */
export function openRecord(file: string, provedOf: string): Record {
  const [first, ...lines] = readLines(file)
  const isSame = first === renderHead(provedOf)
  const results = isSame ? lines.flatMap(readResult) : []
  try {
    mkdirSync(dirname(file), { recursive: true })
    const kept = results.map((result) => `${JSON.stringify(result)}\n`)
    writeFileSync(file, `${renderHead(provedOf)}\n${kept.join('')}`)
  } catch (error) {
    throw new SetupError(`--resume ${file} cannot be written: ${describeError(error)}`)
  }
  return {
    known: new Map(results.map((result) => [result.name, result])),
    add: (result) => {
      // A failed case is tried again next time.
      if (result.proved) appendFileSync(file, `${JSON.stringify(result)}\n`)
    },
  }
}

const renderHead = (provedOf: string): string => JSON.stringify({ drydock: 'what is proved', of: provedOf })

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Ignores a line that was cut short when the process ended. */
function readResult(line: string): readonly CaseResult[] {
  try {
    return [resultSchema.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error))
