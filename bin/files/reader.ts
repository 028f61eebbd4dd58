import { describeApiPathProblem, readBaseAddress, readWebAddress } from '../../src/client/http/web-address.ts'
import { describeClockProblem, readClockText } from '../../src/clock-setting.ts'
import { describeTokenProblem } from '../../src/control-token.ts'
import { describeAllowedWords } from '../../src/simulator/requests/similar-words.ts'
import { longestDuration, parseDuration } from '../../src/simulator/time/duration.ts'
import type { InitialClock } from '../../src/simulator/time/initial-clock.ts'
import { lacksZone, parseTimestamp } from '../../src/simulator/time/timestamp.ts'
import { type OfferedVariation, offeredVariations } from '../../src/variations/offered.ts'
import { readVarySetting } from '../../src/vary-setting.ts'
import { BadValue } from '../parsing/bad-value.ts'

/** The values that a shell offers for an option: files, a list of words, or both. */
export type Completes = 'file' | readonly string[] | { readonly wordsOrFile: readonly string[] }

/** Converts the text of an option or argument into a value. */
export interface Reader<Value> {
  /** The JSON types that a configuration file may use. */
  readonly json: readonly ('string' | 'number' | 'boolean')[]
  /** Whether messages must not show the text. */
  readonly isSecret?: true
  /**
   * Whether an environment variable counts if it is set to an empty text. The control token needs this: if an empty
   * token were ignored, the simulator would be unprotected.
   */
  readonly countsEmpty?: true
  /** The values that a shell offers. */
  readonly completes?: Completes
  /** Returns the value of a text. Throws a BadValue for an invalid text. */
  read(text: string): Value
}

/** Reads any text that is not empty. */
export const text: Reader<string> = {
  json: ['string'],
  read: (given) => (given === '' ? throwBadValue('must not be empty') : given),
}

/** Returns a reader of any text that is not empty. `completes` has the words or files that a shell offers for it. */
export function createTextReaderWithCompletions(completes: Completes): Reader<string> {
  return { ...text, completes }
}

/** Reads the path of a file. */
export const file: Reader<string> = { ...text, completes: 'file' }

/** Reads a key, a token or a secret. */
export const secret: Reader<string> = { ...text, isSecret: true }

/** Reads the token of the control protocol. */
export const controlToken: Reader<string> = {
  ...secret,
  countsEmpty: true,
  read: (given) => {
    const problem = describeTokenProblem(given)
    return problem === undefined ? given : throwBadValue(problem)
  },
}

/** Returns a reader that accepts only the words of a list. */
export function createChoiceReader<const Choice extends string>(choices: readonly Choice[]): Reader<Choice> {
  return {
    json: ['string'],
    completes: choices,
    read: (given) =>
      choices.find((known) => known === given) ?? throwBadValue(describeAllowedWords(choices, given)),
  }
}

/** Reads how a clock starts, such as `frozen@2030-01-31`. */
export const clockSetting: Reader<InitialClock> = {
  json: ['string'],
  read: (given) => readClockText(given) ?? throwBadValue(describeClockProblem(given)),
}

/**
 * Reads the text of `--vary`, such as `uuids,chunked`, and returns the variations in the order in which they are applied.
 * Refuses variations that cannot be combined.
 */
export const variations: Reader<readonly OfferedVariation[]> = {
  json: ['string'],
  completes: offeredVariations.map(({ id }) => id),
  read: (given) => {
    const reading = readVarySetting(given)
    return 'variations' in reading ? reading.variations : throwBadValue(reading.problem)
  },
}

/** Returns a reader of a whole number within bounds. */
export function createIntegerReader({
  min,
  max,
}: {
  readonly min: number
  readonly max: number
}): Reader<number> {
  const wanted =
    max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min} up` : `a whole number from ${min} to ${max}`
  return {
    json: ['number'],
    read: (given) => {
      const value = /^-?\d{1,16}$/.test(given) ? Number(given) : Number.NaN
      return value >= min && value <= max ? value : throwBadValue(`must be ${wanted}, not "${given}"`)
    },
  }
}

/** Returns a reader of a number above zero and up to `max`. */
export function createPositiveReader({ max }: { readonly max: number }): Reader<number> {
  return {
    json: ['number'],
    read: (given) => {
      const value = readDecimal(given)
      return value > 0 && value <= max
        ? value
        : throwBadValue(`must be a number above 0 and up to ${max}, not "${given}"`)
    },
  }
}

export const probability: Reader<number> = {
  json: ['number'],
  read: (given) => {
    const value = readDecimal(given)
    return value >= 0 && value <= 1 ? value : throwBadValue(`must be a number from 0 to 1, not "${given}"`)
  },
}

/** Reads an amount in cents. */
export const cents = createIntegerReader({ min: 0, max: 1_000_000_000_000 })

/** Reads a duration such as `15m`, in milliseconds. */
export const durationMs: Reader<number> = {
  json: ['string'],
  read: (given) =>
    parseDuration(given) ??
    throwBadValue(
      `must be a duration, a number with ms, s, m, h or d such as 15m or 1d12h, and at most ${longestDuration}, not "${given}"`,
    ),
}

/** Reads a duration longer than zero, in milliseconds. */
export const positiveDurationMs: Reader<number> = {
  json: durationMs.json,
  read: (given) => durationMs.read(given) || throwBadValue(`must be longer than 0, not "${given}"`),
}

/** Returns a reader that refuses the same texts as `checkingReader`, but returns the text itself and not its value. */
const createCheckedTextReader = (checkingReader: Reader<unknown>): Reader<string> => ({
  json: checkingReader.json,
  read: (given) => {
    checkingReader.read(given)
    return given
  },
})

/** Reads a duration and returns its text. */
export const duration = createCheckedTextReader(durationMs)

/** Reads a duration longer than zero and returns its text. */
export const positiveDuration = createCheckedTextReader(positiveDurationMs)

/** Reads an ISO 8601 time and returns its text. */
export const instant: Reader<string> = {
  json: ['string'],
  read: (given) => {
    if (lacksZone(given)) return throwBadValue(`must have the zone of its time, as in ${given}Z for UTC`)
    if (parseTimestamp(given) !== undefined) return given
    return throwBadValue(`must be an ISO 8601 time such as 2030-01-31T12:00:00Z, not "${given}"`)
  },
}

/** Reads an http or https URL; a URL of this machine may lack its scheme. */
export const httpUrl: Reader<string> = {
  json: ['string'],
  read: (given) => {
    const address = readWebAddress(given)
    return 'url' in address ? address.url : throwBadValue(address.reason)
  },
}

/** Reads the URL at which clients on other machines reach a simulator. */
export const publicAddress: Reader<string> = {
  json: ['string'],
  read: (given) => {
    const url = httpUrl.read(given)
    const trouble = describeApiPathProblem(url)
    return trouble === undefined ? url : throwBadValue(trouble)
  },
}

/** Reads the base URL of a simulator. */
export const baseUrl: Reader<string> = {
  json: ['string'],
  read: (given) => {
    const address = readBaseAddress(given)
    return 'url' in address ? address.url : throwBadValue(address.reason)
  },
}

export const onOff: Reader<boolean> = {
  json: ['string', 'boolean'],
  completes: ['on', 'off'],
  read: (given) => {
    if (given === 'on' || given === 'true') return true
    if (given === 'off' || given === 'false') return false
    return throwBadValue(`must be on or off, not "${given}"`)
  },
}

/** Reads the seed of random values. */
export const seed: Reader<string> = {
  json: ['string', 'number'],
  read: (given) =>
    /^[\w.:-]{1,100}$/.test(given)
      ? given
      : throwBadValue(`must be a number, or up to 100 letters, digits and ._:-, not "${given}"`),
}

function readDecimal(given: string): number {
  return /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN
}

function throwBadValue(reason: string): never {
  throw new BadValue(reason)
}
