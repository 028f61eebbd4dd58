import type { CommandInput } from './command.ts'
import { list, option } from './option.ts'
import { integer, text } from './reader.ts'
import { UsageError } from './usage-error.ts'

/** Options of `drydock conformance --self-test`, in addition to the selection of rules. */

const seed = option({
  name: 'seed',
  // DRYDOCK_SEED is the seed of the simulator, and may be any text.
  setting: 'self-test-seed',
  describe: 'with --self-test: a whole number that its order, its sample and its simulators are drawn from',
  reader: text,
})
const sample = option({
  name: 'sample',
  describe: 'with --self-test: one in so many, drawn by the seed; as many seeds in a row draw everything',
  reader: integer({ min: 1, max: 1_000 }),
})
const cases = list({
  name: 'case',
  describe: 'with --self-test: what to prove, such as mutant:log-empty or variation:* (repeatable)',
  reader: text,
})
const resume = option({
  name: 'resume',
  describe: 'with --self-test: a file that keeps what is proved, so that it is not proved again',
  reader: text,
})

export const selfTestOptions = [seed, sample, cases, resume]

export interface SelfTestWords {
  readonly seed: number
  readonly oneIn: number
  readonly cases: readonly string[]
  readonly resume: string | undefined
}

const dayMs = 86_400_000

/** Without a seed, it is the number of the day: each day draws another sample, the same for everybody. */
export function readSelfTest(given: CommandInput): SelfTestWords {
  const written = given.of(seed) ?? String(Math.floor(Date.now() / dayMs))
  if (!/^\d{1,9}$/.test(written)) {
    throw new UsageError(`--seed must be a whole number here, not "${written}".`)
  }
  return {
    seed: Number(written),
    oneIn: given.of(sample) ?? 1,
    cases: given.of(cases),
    resume: given.of(resume),
  }
}

/** The given options that have no meaning without --self-test. */
export function selfTestWordsIn(given: CommandInput): readonly string[] {
  return [seed, sample, cases, resume].flatMap((each) => {
    const value = given.of<unknown>(each)
    return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [`--${each.name}`]
  })
}
