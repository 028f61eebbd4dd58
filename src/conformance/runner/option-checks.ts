import * as z from 'zod'
import { describeTokenProblem } from '../../control-token.ts'
import { BadInput } from '../bad-input.ts'
import { operationNames, operationOf } from '../http/operation.ts'
import type { ConformanceOptions } from '../options.ts'
import type { Rule } from '../rule.ts'
import { plainWords, renderProblems } from '../schema-problems.ts'
import { isLoopback } from '../target/hosts.ts'
import { type Profile, readProfile } from '../target/profile.ts'
import { createPatternMatcher } from './selection.ts'
import { parseExploreOption } from './shared-exploration.ts'

const endpoints: readonly string[] = operationNames.map((name) => operationOf(name).endpoint)
const resources = [...new Set(endpoints.map((endpoint) => endpoint.split('/')[2]))].join('|')

/** Matches URLs that cannot be base URLs: they end in `/v1`, in the path of an operation, or in the path of the control protocol. */
// safe regex: it is applied only to the base URL that the user gives, never to a text of the target.
const notBase = new RegExp(`^(.*?)(/v1(?:/(?:${resources})(?:/.*)?)?|/_drydock(?:/.*)?)/*$`)

const text = z.string().regex(/./s, 'must not be empty').optional()
const controlToken = z
  .string()
  .superRefine((given, context) => {
    const message = describeTokenProblem(given)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  .optional()
const patterns = z.array(z.string().regex(/./s, 'must not be empty')).optional()
const milliseconds = z.number().positive().optional()

const selectionShape = {
  only: patterns,
  skip: patterns,
  shard: z
    .strictObject({ index: z.int().min(1), count: z.int().min(1) })
    .refine(({ index, count }) => index <= count, 'index must be from 1 to count')
    .optional(),
}

const schema = z.strictObject({
  ...selectionShape,
  baseUrl: z.string(),
  key: text,
  liveKey: text,
  limitedKey: text,
  revokedKey: text,
  expiredKey: text,
  control: z
    .string()
    .refine(
      (given) => given === 'auto' || given === 'off' || given.startsWith('http'),
      'must be auto, off or the control protocol\u2019s address',
    )
    .optional(),
  controlToken,
  headers: z.record(z.string(), z.string()).optional(),
  profile: z.unknown().optional(),
  profileFile: text,
  webhookListen: text,
  webhookPublicUrl: text,
  webhookSecret: text,
  allowSpend: z.boolean().optional(),
  allowLoad: z.boolean().optional(),
  trustSandbox: z.boolean().optional(),
  allowWaitMs: z.number().min(0).optional(),
  maxSpendCents: z.int().min(0).optional(),
  allowHttp: z.boolean().optional(),
  bail: z.boolean().optional(),
  concurrency: z.int().min(1).max(64).optional(),
  timeoutMs: milliseconds,
  deliveryPatienceMs: milliseconds,
  throttlePatienceMs: z.number().min(0).optional(),
  pace: z.enum(['documented', 'off']).optional(),
  explore: z
    .string()
    .refine(
      (given) => parseExploreOption(given) !== undefined,
      'must be a time such as 30s, or a number such as 200-walks',
    )
    .optional(),
  exploreSeed: z.union([z.int().min(0), z.literal('random')]).optional(),
  exploreUntilFound: z.boolean().optional(),
  walk: z.string().optional(),
  signal: z.instanceof(AbortSignal).optional(),
  onWait: z.custom((given) => typeof given === 'function', 'must be a function').optional(),
  onSlow: z.custom((given) => typeof given === 'function', 'must be a function').optional(),
  onResult: z.custom((given) => typeof given === 'function', 'must be a function').optional(),
})

/** Checks only the options that select rules. Throws BadInput, which names the wrong option. */
export function checkSelection(options: Pick<ConformanceOptions, 'only' | 'skip' | 'shard'>): void {
  checkShape(z.looseObject(selectionShape), options)
}

/** Checks all options before anything is sent. Throws BadInput, which names the wrong option. */
export function checkOptions(options: ConformanceOptions, rules: readonly Rule[]): void {
  checkShape(schema, options)
  const source = options.profileFile === undefined ? 'the profile' : `--profile ${options.profileFile}`
  checkProfile(readProfile(options.profile, source), { rules, source })
  checkHeaders(options.headers ?? {})
  const base = readUrl(options.baseUrl, 'The base URL')
  if (base.search !== '' || base.hash !== '') {
    throw new BadInput(`The base URL must end with its path: remove "${base.search}${base.hash}".`)
  }
  // A base URL with another path below /v1, such as /v1/ship, is allowed: a gateway may have the service there.
  const [, before, own] = notBase.exec(options.baseUrl) ?? []
  if (own !== undefined) {
    throw new BadInput(`The base URL must end before ${own}: give ${before}, not ${options.baseUrl}.`)
  }
  if (options.control?.startsWith('http')) readUrl(options.control, '--control')
  const { key, liveKey, limitedKey, revokedKey, expiredKey } = options
  if (key?.startsWith('pr_live_')) {
    throw new BadInput(
      '--key is a live key. Give a test key (pr_test_…) there, and the live one, if at all, as --live-key.',
    )
  }
  if (liveKey?.startsWith('pr_test_'))
    throw new BadInput(
      '--live-key is a test key: it begins with pr_test_. Give a live key (pr_live_…), or leave it out.',
    )
  for (const [name, each] of Object.entries({ limitedKey, revokedKey, expiredKey })) {
    if (each?.startsWith('pr_live_')) {
      throw new BadInput(`--${name.replace('Key', '-key')} is a live key. Rules with it need a test key.`)
    }
  }
  const sendsKeys = [key, liveKey, limitedKey, revokedKey, expiredKey].some((each) => each !== undefined)
  if (
    sendsKeys &&
    base.protocol === 'http:' &&
    options.allowHttp !== true &&
    !isOnOwnNetwork(base.hostname)
  ) {
    throw new BadInput(
      `${options.baseUrl} would carry your keys unencrypted over the network. Use https, or add --allow-http to send them all the same.`,
    )
  }
  if (options.pace === 'off' && options.allowLoad !== true && !isLoopback(base.hostname)) {
    throw new BadInput(
      `--pace off would use up the rate limits of ${base.hostname}, also for its other users. Leave --pace out, or add --allow-load if nobody else uses this target.`,
    )
  }
  if (options.webhookPublicUrl !== undefined) {
    readUrl(options.webhookPublicUrl, '--webhook-public-url')
    if (options.webhookListen === undefined)
      throw new BadInput('--webhook-public-url also needs --webhook-listen HOST:PORT.')
  }
}

/** Headers that the user may not add, as the harness sets them itself or they belong to the connection. */
const ownHeaders =
  /^(?:authorization|content-type|content-length|content-encoding|accept-encoding|host|connection|transfer-encoding|expect|upgrade|te|keep-alive)$/i

/** Checks the headers that the user adds to every request. Throws BadInput, whose text leaves out the header values. */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new BadInput(`--header must be 'Name: value'; "${name}" is no name of a header.`)
    if (ownHeaders.test(name))
      throw new BadInput(
        `--header cannot set ${name}: the harness sets this header itself, so leave the option out.`,
      )
    if (!/^[\t\x20-\x7e\x80-\xff]+$/.test(value))
      throw new BadInput(`--header ${name} needs a value of visible characters.`)
  }
}

/** Throws BadInput unless all rules and endpoints in a profile exist, and no rule has two expected failures. */
function checkProfile(
  { limits, skip, expectedFailures }: Profile,
  { rules, source }: { readonly rules: readonly Rule[]; readonly source: string },
): void {
  for (const endpoint of Object.keys(limits)) {
    if (endpoints.includes(endpoint)) continue
    throw new BadInput(`${source}: limits: "${endpoint}" is none of ${endpoints.join(', ')}.`)
  }
  for (const pattern of skip) createPatternMatcher(rules, pattern, `${source}: rules.skip`)
  const named = new Set<string>()
  for (const { rule } of expectedFailures) {
    if (!rules.some(({ id }) => id === rule)) {
      throw new BadInput(
        `${source}: expected_failures: there is no rule ${rule}; see drydock conformance --list.`,
      )
    }
    if (named.has(rule)) throw new BadInput(`${source}: expected_failures: ${rule} is listed twice.`)
    named.add(rule)
  }
}

function checkShape(shape: z.ZodObject, options: unknown): void {
  const { error } = shape.safeParse(options, plainWords)
  if (error !== undefined)
    throw new BadInput(`The options cannot be used: ${renderProblems(error, Object.keys(shape.shape))}.`)
}

function readUrl(text: string, optionName: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new BadInput(`${optionName} must be an http or https URL, not "${text}".`)
  }
  if (url.username !== '' || url.password !== '')
    throw new BadInput(`${optionName} must not contain a user name or password.`)
  return url
}

/** Returns true if a host is this machine, in a private network, or has a name without dots, such as a container's. */
function isOnOwnNetwork(hostname: string): boolean {
  return (
    isLoopback(hostname) ||
    /^10\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\./.test(hostname) ||
    /^\[f[cd]/.test(hostname) ||
    !hostname.includes('.')
  )
}
