import { apiPathProblem, readBaseAddress, readWebAddress } from '../../src/client/http/web-address.ts'
import { clockProblem, readClockText } from '../../src/clock-setting.ts'
import { controlTokenProblem } from '../../src/control-token.ts'
import { mustBeOneOf } from '../../src/simulator/requests/similar-words.ts'
import { longestDuration, parseDuration } from '../../src/simulator/time/duration.ts'
import type { InitialClock } from '../../src/simulator/time/initial-clock.ts'
import { lacksZone, parseTimestamp } from '../../src/simulator/time/timestamp.ts'
import { type OfferedVariation, offeredVariations } from '../../src/variations/offered.ts'
import { readVary } from '../../src/vary-setting.ts'
import { BadValue } from '../parsing/bad-value.ts'

/** The values that a shell completes: files, these words, or both. */
export type Completes = 'file' | readonly string[] | { readonly wordsOrFile: readonly string[] }

/** Converts a text into a value. */
export interface Reader<Value> {
  /** The JSON types that a configuration file may use. */
  readonly json: readonly ('string' | 'number' | 'boolean')[]
  /** Whether messages must not show the text. */
  readonly isSecret?: true
  /**
   * Whether an environment variable that is set but empty counts: ignoring it would leave the simulator
   * unprotected.
   */
  readonly countsEmpty?: true
  /** The values that a shell completes. */
  readonly completes?: Completes
  /** Converts the text. Throws BadValue. */
  read(text: string): Value
}

/** Any text but the empty one. */
export const text: Reader<string> = {
  json: ['string'],
  read: (given) => (given === '' ? throwBadValue('must not be empty') : given),
}

/** Returns a reader of any text; a shell completes these words. */
export function textWithCompletion(completes: Completes): Reader<string> {
  return { ...text, completes }
}

/** The path of a file. */
export const file: Reader<string> = { ...text, completes: 'file' }

/** A key, a token or a secret. */
export const secret: Reader<string> = { ...text, isSecret: true }

/** The token of the control protocol. */
export const controlToken: Reader<string> = {
  ...secret,
  countsEmpty: true,
  read: (given) => {
    const problem = controlTokenProblem(given)
    return problem === undefined ? given : throwBadValue(problem)
  },
}

/** Returns a reader of one of these words. */
export function choice<const Choice extends string>(choices: readonly Choice[]): Reader<Choice> {
  return {
    json: ['string'],
    completes: choices,
    read: (given) => choices.find((known) => known === given) ?? throwBadValue(mustBeOneOf(choices, given)),
  }
}

/** How a clock starts. */
export const clockSetting: Reader<InitialClock> = {
  json: ['string'],
  read: (given) => readClockText(given) ?? throwBadValue(clockProblem(given)),
}

/** Variations that can be combined, in the order in which they are applied. */
export const variations: Reader<readonly OfferedVariation[]> = {
  json: ['string'],
  completes: offeredVariations.map(({ id }) => id),
  read: (given) => {
    const reading = readVary(given)
    return 'variations' in reading ? reading.variations : throwBadValue(reading.problem)
  },
}

/** Returns a reader of a whole number within bounds. */
export function integer({ min, max }: { readonly min: number; readonly max: number }): Reader<number> {
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

/** Returns a reader of a number above zero. */
export function positive({ max }: { readonly max: number }): Reader<number> {
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

/** An amount in cents. */
export const cents = integer({ min: 0, max: 1_000_000_000_000 })

/** A duration, in milliseconds. */
export const durationMs: Reader<number> = {
  json: ['string'],
  read: (given) =>
    parseDuration(given) ??
    throwBadValue(
      `must be a duration, a number with ms, s, m, h or d such as 15m or 1d12h, and at most ${longestDuration}, not "${given}"`,
    ),
}

/** A duration longer than zero, in milliseconds. */
export const someDurationMs: Reader<number> = {
  json: durationMs.json,
  read: (given) => durationMs.read(given) || throwBadValue(`must be longer than 0, not "${given}"`),
}

/** A duration, as written. */
export const duration: Reader<string> = {
  json: ['string'],
  read: (given) => {
    durationMs.read(given)
    return given
  },
}

/** An ISO 8601 time, as written. */
export const instant: Reader<string> = {
  json: ['string'],
  read: (given) => {
    if (lacksZone(given)) return throwBadValue(`must have the zone of its time, as in ${given}Z for UTC`)
    if (parseTimestamp(given) !== undefined) return given
    return throwBadValue(`must be an ISO 8601 time such as 2030-01-31T12:00:00Z, not "${given}"`)
  },
}

/** An http or https address; one of this machine may lack its scheme. */
export const httpUrl: Reader<string> = {
  json: ['string'],
  read: (given) => {
    const address = readWebAddress(given)
    return 'url' in address ? address.url : throwBadValue(address.reason)
  },
}

/** The address at which clients reach a simulator from elsewhere. */
export const publicAddress: Reader<string> = {
  json: ['string'],
  read: (given) => {
    const url = httpUrl.read(given)
    const trouble = apiPathProblem(url)
    return trouble === undefined ? url : throwBadValue(trouble)
  },
}

/** The address of a simulator. */
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

/** The seed of random values. */
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
