import * as z from 'zod'
import { BadInput } from '../bad-input.ts'
import type { RuleResult } from '../report/report.ts'
import { plainWords, renderProblems } from '../schema-problems.ts'

/** Returns how often the user's app acted on the webhook event of a label. */
export type CountEffects = (labelId: string) => number | Promise<number>

/** The options of a receiver examination (webhooks, How do I test my own receiver?). */
export interface ExamineReceiverOptions {
  /** The webhook endpoint to examine. Nothing is sent to any other address. */
  readonly url: string
  /** The signing secret with which the endpoint verifies deliveries. */
  readonly secret: string
  /** The status with which the endpoint refuses a wrong signature; 401 by default. */
  readonly statusUnauthorized?: number | undefined
  /**
   * How long one response may take, in milliseconds (default 10,000). After the response, the app has the same time
   * again to act on the event.
   */
  readonly timeoutMs?: number | undefined
  /** Ids of the cases to run, with `*` as a wildcard: `['RECV-01*']`. */
  readonly only?: readonly string[] | undefined
  /** Ids of the cases to leave out, with `*` as a wildcard. */
  readonly skip?: readonly string[] | undefined
  /** With `advice`, failed cases about good practice make the examination fail, too. The default is `error`. */
  readonly failOn?: 'error' | 'advice' | undefined
  /** Returns how often the app acted on the webhook event of a label. Without this function, cases that count this are skipped. */
  readonly countEffects?: CountEffects | undefined
  /** Aborts the examination. The report has the results up to that moment. */
  readonly signal?: AbortSignal | undefined
  /** Is called as each case ends: `done` of `total` cases have ended. */
  onResult?(result: RuleResult, progress: { readonly done: number; readonly total: number }): void
}

/** The checked options of a receiver examination, with their defaults. */
export type CheckedOptions = ExamineReceiverOptions & {
  readonly statusUnauthorized: number
  readonly timeoutMs: number
  readonly failOn: 'error' | 'advice'
}

const patterns = z.array(z.string().regex(/./s, 'must not be empty')).optional()
const isFunction = (value: unknown): boolean => typeof value === 'function'

const schema = z.strictObject({
  url: z.string(),
  secret: z.string().regex(/./s, 'must not be empty'),
  statusUnauthorized: z.int().min(400).max(499).optional(),
  timeoutMs: z.number().positive().optional(),
  only: patterns,
  skip: patterns,
  failOn: z.enum(['error', 'advice']).optional(),
  countEffects: z.custom(isFunction, 'must be a function').optional(),
  signal: z.instanceof(AbortSignal).optional(),
  onResult: z.custom(isFunction, 'must be a function').optional(),
})

/** Checks the options of an examination and adds the defaults. Throws BadInput, which names the wrong option. */
export function checkOptions(options: ExamineReceiverOptions): CheckedOptions {
  const { error } = schema.safeParse(options, plainWords)
  if (error !== undefined) throw new BadInput(renderProblems(error, Object.keys(schema.shape)))
  const problem = describeUrlProblem(options.url)
  if (problem !== undefined) throw new BadInput(`url ${problem}`)
  const { statusUnauthorized = 401, timeoutMs = 10_000, failOn = 'error' } = options
  return { ...options, statusUnauthorized, timeoutMs, failOn }
}

/** Describes what is wrong with the URL of a webhook receiver; undefined if it is valid. */
function describeUrlProblem(url: string): string | undefined {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return `must be a URL that begins with http:// or https://, not "${url}".`
  }
  const { username, password } = new URL(url)
  if (username === '' && password === '') return undefined
  return 'must have no user name or password: the service only signs its deliveries and sends no password.'
}
