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

/**
 * The file of `--resume`. Its first line identifies the built code; each later line is a case of the self-test that
 * this code has passed.
 */
export interface ProofRecord {
  readonly known: ReadonlyMap<string, CaseResult>
  /** Writes a result to the file at once, so that it is kept even if the process is killed. */
  add(result: CaseResult): void
}

/**
 * Opens a record file. Overwrites the file if a build with another `codeHash` wrote it. Throws a SetupError if the file
 * cannot be written.
 */
export function openRecordFile(file: string, codeHash: string): ProofRecord {
  const [first, ...lines] = readLines(file)
  const isSame = first === renderFirstLine(codeHash)
  const results = isSame ? lines.flatMap(parseResult) : []
  try {
    mkdirSync(dirname(file), { recursive: true })
    const kept = results.map((result) => `${JSON.stringify(result)}\n`)
    writeFileSync(file, `${renderFirstLine(codeHash)}\n${kept.join('')}`)
  } catch (error) {
    throw new SetupError(`--resume ${file} cannot be written: ${describeError(error)}`)
  }
  return {
    known: new Map(results.map((result) => [result.name, result])),
    add: (result) => {
      // Failed cases are not stored, so the next run tries them again.
      if (result.proved) appendFileSync(file, `${JSON.stringify(result)}\n`)
    },
  }
}

const renderFirstLine = (codeHash: string): string =>
  JSON.stringify({ drydock: 'what is proved', of: codeHash })

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

/**
 * Returns the result in a line of the record file. Returns none if the line is incomplete, because the process was
 * killed while it wrote the line.
 */
function parseResult(line: string): readonly CaseResult[] {
  try {
    return [resultSchema.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error))
