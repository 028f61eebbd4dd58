import * as z from 'zod'
import { toCarrierName } from '../../simulator/requests/carrier-name.ts'
import { listFieldsInMessage } from '../../simulator/requests/issue-messages.ts'
import { hintAtWord } from '../../simulator/requests/similar-words.ts'
import { environments } from '../../simulator/specification/model.ts'
import { durationPattern, longestDuration, parseDuration } from '../../simulator/time/duration.ts'
import {
  fastestClockRate,
  lacksZone,
  parseTimestamp,
  timestampPattern,
} from '../../simulator/time/timestamp.ts'

/** The schema of a timestamp as text, in a request to the control protocol. */
const formatInstant = z
  .string({ error: 'must be an ISO 8601 timestamp' })
  .register(z.globalRegistry, { pattern: timestampPattern.source })

export const instant = formatInstant.transform((text, context) => {
  const instantMs = parseTimestamp(text)
  if (instantMs !== undefined) return instantMs
  const message = lacksZone(text)
    ? `must have the zone of its time, as in ${text}Z for UTC`
    : 'must be an ISO 8601 timestamp, such as 2030-01-31T12:00:00Z'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

const durationText = z
  .string({ error: 'must be a duration such as 15m' })
  .register(z.globalRegistry, { pattern: durationPattern })

export const duration = durationText.transform((text, context) => {
  const spanMs = parseDuration(text)
  if (spanMs !== undefined) return spanMs
  context.addIssue({
    code: 'custom',
    message: `must be a duration: a number with ms, s, m, h or d, such as 15m or 1d12h; at most ${longestDuration}`,
  })
  return z.NEVER
})

export const carrierName = z.string({ error: 'must be the name of a carrier' }).transform(toCarrierName)

export const clockMode = z
  .enum(['realtime', 'frozen'], { error: 'must be realtime or frozen' })
  .describe('Whether the clock runs by itself (`realtime`) or moves only when it is told to (`frozen`).')

/** How many seconds of the account's clock pass per real second. */
export const clockRate = z
  .number({ error: 'must be a number' })
  .positive('must be greater than 0; freeze the clock to stop it')
  .max(fastestClockRate, `must be at most ${fastestClockRate}`)
  .describe('How many seconds pass on the clock in one real second, while the clock runs.')

/** Returns a schema of an amount in US cents, from `min` to `max`. */
export function createCentsSchema({ min, max }: { readonly min: number; readonly max: number }) {
  return z
    .int({ error: 'must be a whole number of cents' })
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .register(z.globalRegistry, { 'x-unit': 'US cents' })
}

/** The maximum number of rows of a list, as a query parameter. */
const count = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'must be a whole number from 1 to 10000')
  .transform(Number)
  .pipe(z.number().max(10_000, 'must be a whole number from 1 to 10000'))
  .register(z.globalRegistry, { type: 'integer', minimum: 1, maximum: 10_000 })

/** Returns a schema of an object with these fields. The schema refuses any other field by name. */
export function createStrictSchema<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has no field ${listFieldsInMessage(issue.keys ?? [])}; known are ${known.join(', ')}${hintAtWord(issue.keys?.[0] ?? '', known)}`
        : 'must be an object',
  })
}

/** The query of a list: its environment and its maximum number of rows. */
export const listChoice = createStrictSchema({
  environment: z
    .enum(environments, { error: 'must be test or live' })
    .optional()
    .describe('Return only entries of this environment; by default, of both environments.'),
  limit: count.optional().describe('The maximum number of entries. The newest entries are returned.'),
})
