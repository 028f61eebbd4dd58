import { statSync } from 'node:fs'
import { inspect } from 'node:util'
import * as z from 'zod'
import { describeApiPathProblem } from './client/http/web-address.ts'
import { allowedClockText, type ClockSetting, describeMissingZone, readClockText } from './clock-setting.ts'
import { describeTokenProblem } from './control-token.ts'
import { OptionsError } from './options-error.ts'
import type { DrydockServerOptions } from './server/drydock-server.ts'
import type { ServedExchange } from './server/service/served-exchange.ts'
import { hintAtWord } from './simulator/requests/similar-words.ts'
import type { ScenarioName } from './simulator/scenarios/scenario-names.ts'
import type { Known } from './simulator/specification/model.ts'
import { fastestClockRate, parseTimestamp } from './simulator/time/timestamp.ts'
import { explainRefusedUrl } from './simulator/webhooks/webhook-url.ts'
import type { VariationName } from './variations/variation-names.ts'
import { findNamedVariations, readVarySetting } from './vary-setting.ts'

/** The options of `startDrydock`: those of `drydock serve` in camel case, and callbacks. */
export interface DrydockOptions {
  /** The port; by default any free one, so that tests can run in parallel. */
  readonly port?: number | undefined
  /** The address to listen at; 127.0.0.1 by default. */
  readonly host?: string | undefined
  /** The data file; without it, everything is in memory. */
  readonly data?: string | undefined
  /** The seed of ids, numbers and keys; random by default. */
  readonly seed?: string | number | undefined
  /** The clock of the default account; other accounts have their own. */
  readonly clock?: ClockSetting | undefined
  /** A built-in scenario or a file, started on the default account. */
  readonly scenario?: Known<ScenarioName> | undefined
  /** Whether the documented limits apply; they do by default (specification, Limits). */
  readonly rateLimits?: OnOff | undefined
  /** Whether magic values have effects; they do by default. */
  readonly magic?: OnOff | undefined
  /** Always true, as this library uses the control protocol. */
  readonly control?: true | 'on' | undefined
  /** Always false, as this library uses the control protocol. */
  readonly noControl?: false | undefined
  /** The token that every call of the control protocol must then carry; none by default. */
  readonly controlToken?: string | undefined
  /** Further host names that the header `Host` of a request may have. */
  readonly allowedHost?: string | readonly string[] | undefined
  /** The same as `allowedHost`; both may be given. */
  readonly allowedHosts?: readonly string[] | undefined
  /** The URL at which clients reach the simulator, if it is not the bound address. */
  readonly publicUrl?: string | undefined
  /** The webhook URL of the default account; none by default. */
  readonly webhookUrl?: string | undefined
  /**
   * The variations (other responses that the specification also allows) of the service: `NAME,NAME` or a list of names,
   * `all-of:N` (the N-th variation of each part of the service) or `seed:N` (a random combination, the same for the same
   * number). `drydock variations` lists the names.
   */
  readonly vary?: VarySetting | undefined
  /** Always true: the library prints nothing, except for unexpected errors if `onNotice` is absent. */
  readonly quiet?: true | undefined
  /** Always false: the library prints nothing. */
  readonly json?: false | undefined
  /** Receives each request to the service with its response, after the response was sent. */
  readonly onExchange?: ((exchange: ServedExchange) => void) | undefined
  /**
   * Receives messages about the simulator itself: a failed write, an unexpected error, or an incomplete last line of
   * the data file that the start dropped.
   */
  readonly onNotice?: ((text: string) => void) | undefined
}

/** Variations: one name, names with commas between them, a list of names, `all-of:N` or `seed:N`. */
export type VarySetting =
  | VariationName
  | `${VariationName},${string}`
  | `all-of:${number}`
  | `seed:${number}`
  | readonly VariationName[]

/** A switch: `true` or `false`, or `on` or `off` as on the command line. */
export type OnOff = boolean | 'on' | 'off'

const textSchema = z.custom<string>(
  (given) => typeof given === 'string' && given !== '',
  buildRequirementError('a text that is not empty'),
)

const onOffSchema = z
  .union([z.boolean(), z.enum(['on', 'off'])], buildRequirementError('true, false, on or off'))
  .transform((given) => given === true || given === 'on')

const httpUrlSchema = z.custom<string>(
  (given) => typeof given === 'string' && URL.canParse(given) && /^https?:$/.test(new URL(given).protocol),
  buildRequirementError('an address that begins with http:// or https://'),
)

const publicUrlSchema = httpUrlSchema.superRefine((given, context) => {
  const message = describeApiPathProblem(given)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

const createCallbackSchema = <Event>() =>
  z.custom<(event: Event) => void>(
    (given) => typeof given === 'function',
    buildRequirementError('a function'),
  )

const clockFieldsSchema = z.strictObject({
  mode: z.enum(['realtime', 'frozen']).default('realtime'),
  rate: z.number().positive().max(fastestClockRate).default(1),
  now: z.string().optional(),
})

const clockSchema = z.unknown().transform((given, context) => {
  const setting = readClockSetting(given)
  if (setting !== undefined) return setting
  const { error } = buildRequirementError(`${allowedClockText}, or { mode, rate, now } of the same`)
  context.addIssue({ code: 'custom', message: findMissingZone(given) ?? error({ input: given }) })
  return z.NEVER
})

const scenarioSchema = textSchema.superRefine(async (given, context) => {
  const { listBuiltInScenarioNames } = await import('./server/scenarios/catalogue.ts')
  const names = listBuiltInScenarioNames()
  if (names.includes(given) || statSync(given, { throwIfNoEntry: false })?.isFile() === true) return
  const message = `${inspect(given)} is neither a built-in scenario nor a file; built in are ${names.join(', ')}${hintAtWord(given, names)}`
  context.addIssue({ code: 'custom', message })
})

const webhookUrlSchema = textSchema.superRefine((given, context) => {
  const reason = explainRefusedUrl(given)
  if (reason !== undefined)
    context.addIssue({ code: 'custom', message: `cannot be ${inspect(given)}: it ${reason}` })
})

const varySchema = z
  .union(
    [textSchema, z.array(z.string())],
    buildRequirementError(
      'the names of variations, all-of:N (the N-th of each part) or seed:N (a random combination)',
    ),
  )
  .transform((given, context) => {
    const reading = typeof given === 'string' ? readVarySetting(given) : findNamedVariations(given)
    if ('variations' in reading) return reading.variations
    context.addIssue({ code: 'custom', message: reading.problem })
    return z.NEVER
  })

const controlOffError = {
  error:
    'cannot turn the control protocol off, because the library uses it; protect it with controlToken, or run drydock serve --no-control',
}
const printingError = {
  error:
    'cannot be changed, because the library prints nothing; pass a function as onExchange to get each request',
}

const optionSchemas = {
  port: z.custom<number>(
    (given) => Number.isInteger(given) && Number(given) >= 0 && Number(given) <= 65_535,
    buildRequirementError('a whole number from 0 to 65535'),
  ),
  host: textSchema,
  data: textSchema,
  seed: z.custom<string | number>(
    (given) => Number.isSafeInteger(given) || (typeof given === 'string' && /^.{1,100}$/s.test(given)),
    buildRequirementError('a whole number, or a text of 1 to 100 characters'),
  ),
  clock: clockSchema,
  scenario: scenarioSchema,
  rateLimits: onOffSchema,
  magic: onOffSchema,
  control: z.literal([true, 'on'], controlOffError).transform(() => true),
  noControl: z.literal(false, controlOffError),
  // The message must not show the token.
  controlToken: z.string({ error: 'must be a text' }).superRefine((given, context) => {
    const message = describeTokenProblem(given)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  }),
  allowedHost: z.union(
    [textSchema, z.array(textSchema)],
    buildRequirementError('a name, or a list of names'),
  ),
  allowedHosts: z.array(textSchema, buildRequirementError('a list of names')),
  publicUrl: publicUrlSchema,
  webhookUrl: webhookUrlSchema,
  vary: varySchema,
  quiet: z.literal(true, printingError),
  json: z.literal(false, printingError),
  onExchange: createCallbackSchema<ServedExchange>(),
  onNotice: createCallbackSchema<string>(),
} satisfies Record<keyof DrydockOptions, z.ZodType>

export const optionNames = Object.keys(optionSchemas)

const optionsSchema = z.strictObject(optionSchemas, buildRequirementError('an object of options')).partial()

/** Returns the server's options. Throws an OptionsError that names every invalid option, before anything starts. */
export async function readOptions(options: DrydockOptions): Promise<DrydockServerOptions> {
  const { data, error } = await optionsSchema.safeParseAsync(options)
  if (error !== undefined)
    throw new OptionsError(`The options cannot be used: ${describeOptionProblems(error)}.`)
  const { port = 0, seed, allowedHost = [], allowedHosts = [] } = data
  return {
    ...data,
    port,
    seed: seed === undefined ? undefined : String(seed),
    allowedHosts: [...allowedHosts, ...[allowedHost].flat()],
  }
}

/** Returns a clock setting with its defaults; undefined if it is invalid. */
function readClockSetting(value: unknown): DrydockServerOptions['clock'] {
  if (typeof value === 'string') return readClockText(value)
  const { data } = clockFieldsSchema.safeParse(value)
  const nowMs = data?.now === undefined ? null : parseTimestamp(data.now)
  return data === undefined || nowMs === undefined ? undefined : { mode: data.mode, rate: data.rate, nowMs }
}

/** Returns the message for a clock whose time has no time zone; undefined for any other clock. */
function findMissingZone(value: unknown): string | undefined {
  const { data: text } = z.union([z.string(), clockFieldsSchema.transform(({ now }) => now)]).safeParse(value)
  return text === undefined ? undefined : describeMissingZone(text)
}

/** Returns a zod error that names the requirement and the refused value. */
function buildRequirementError(requirement: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      `must be ${requirement}, not ${inspect(input, { depth: 1 })}`,
  }
}

function describeOptionProblems({ issues }: z.ZodError): string {
  return issues
    .flatMap((issue) => {
      const name = issue.path.map(String).join('.')
      if (issue.code !== 'unrecognized_keys') return name === '' ? issue.message : `${name}: ${issue.message}`
      return `there is no option ${issue.keys.join(' or ')}, only ${optionNames.join(', ')}${hintAtWord(issue.keys.join(), optionNames)}`
    })
    .join('; ')
}
