import { createIntegerReader, text } from '../files/reader.ts'
import type { CommandInput } from '../parsing/command.ts'
import { defineListOption, defineOption } from '../parsing/option.ts'
import { UsageError } from '../parsing/usage-error.ts'

/** The options that only `drydock conformance --self-test` uses. */

const seed = defineOption({
  name: 'seed',
  // DRYDOCK_SEED is the seed of the simulator and may be any text, so this option has another variable.
  setting: 'self-test-seed',
  describe:
    'with --self-test: a whole number, the seed of the order and sample of cases and of the simulators',
  reader: text,
})
const sample = defineOption({
  name: 'sample',
  describe: 'with --self-test: prove one case in N, drawn by the seed; N seeds in a row draw every case',
  reader: createIntegerReader({ min: 1, max: 1_000 }),
})
const together = defineOption({
  name: 'together',
  describe:
    'with --self-test: combine this many variations in one service; if a rule fails, try each half of them',
  reader: createIntegerReader({ min: 1, max: 20 }),
})
const cases = defineListOption({
  name: 'case',
  describe: 'with --self-test: the cases to prove, such as mutant:log-empty or variation:* (repeatable)',
  reader: text,
})
const resume = defineOption({
  name: 'resume',
  describe: 'with --self-test: keep the proved cases in this file, and prove only the others',
  reader: text,
})

export const selfTestOptions = [seed, sample, together, cases, resume]

export interface SelfTestOptions {
  readonly seed: number
  readonly oneIn: number
  readonly together: number
  readonly cases: readonly string[]
  readonly resume: string | undefined
}

const msPerDay = 86_400_000

/**
 * Reads the options of the self-test. The default seed is the number of the day, so the self-test draws the same sample
 * of cases for everybody on one day, and another sample on the next.
 */
export function readSelfTestOptions(input: CommandInput): SelfTestOptions {
  const written = input.get(seed) ?? String(Math.floor(Date.now() / msPerDay))
  if (!/^\d{1,9}$/.test(written)) {
    throw new UsageError(`--seed must be a whole number here, not "${written}".`)
  }
  return {
    seed: Number(written),
    oneIn: input.get(sample) ?? 1,
    together: input.get(together) ?? 1,
    cases: input.get(cases),
    resume: input.get(resume),
  }
}

/** Returns the given options that have an effect only with --self-test. */
export function listGivenSelfTestOptions(input: CommandInput): readonly string[] {
  return [seed, sample, together, cases, resume].flatMap((each) => {
    const value = input.get<unknown>(each)
    return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [`--${each.name}`]
  })
}
