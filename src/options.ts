import { statSync } from 'node:fs'
import { inspect } from 'node:util'
import * as z from 'zod'
import { apiPathProblem } from './client/http/web-address.ts'
import { type ClockSetting, clockWords, readClockText, zoneProblem } from './clock-setting.ts'
import { controlTokenProblem } from './control-token.ts'
import { OptionsError } from './options-error.ts'
import type { DrydockServerOptions } from './server/drydock-server.ts'
import type { ServedExchange } from './server/service/served-exchange.ts'
import { hintAtWord } from './simulator/requests/similar-words.ts'
import type { ScenarioName } from './simulator/scenarios/scenario-names.ts'
import type { Known } from './simulator/specification/model.ts'
import { fastestClockRate, parseTimestamp } from './simulator/time/timestamp.ts'
import { explainRefusedUrl } from './simulator/webhooks/webhook-url.ts'
import type { VariationName } from './variations/variation-names.ts'
import { readVary, readVaryNames } from './vary-setting.ts'

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
  /** Further host names that requests may use. */
  readonly allowedHost?: string | readonly string[] | undefined
  /** The same as `allowedHost`; both may be given. */
  readonly allowedHosts?: readonly string[] | undefined
  /** The URL at which clients reach the simulator, if it is not the bound address. */
  readonly publicUrl?: string | undefined
  /** The webhook URL of the default account; none by default. */
  readonly webhookUrl?: string | undefined
  /**
   * Variations by which the service responds otherwise: `NAME,NAME`, `all-of:N` or `seed:N`, or a list of names.
   * `drydock variations` lists them.
   */
  readonly vary?: VarySetting | undefined
  /** Always true: the library prints nothing, except for unexpected errors if `onNotice` is absent. */
  readonly quiet?: true | undefined
  /** Always false: the library prints nothing. */
  readonly json?: false | undefined
  /** Is called with each request to the service and its response, after the response was sent. */
  readonly onExchange?: ((exchange: ServedExchange) => void) | undefined
  /**
   * Receives messages for the operator: an unfinished last write was dropped, a write failed, an unexpected
   * error.
   */
  readonly onNotice?: ((text: string) => void) | undefined
}

/** Variations: one name, several with commas between them, a list, or a choice by a number. */
export type VarySetting =
  | VariationName
  | `${VariationName},${string}`
  | `all-of:${number}`
  | `seed:${number}`
  | readonly VariationName[]

/** A switch, as the library or the command line writes it. */
export type OnOff = boolean | 'on' | 'off'

const text = z.custom<string>(
  (given) => typeof given === 'string' && given !== '',
  requirementError('a text that is not empty'),
)

const onOff = z
  .union([z.boolean(), z.enum(['on', 'off'])], requirementError('true, false, on or off'))
  .transform((given) => given === true || given === 'on')

const httpUrl = z.custom<string>(
  (given) => typeof given === 'string' && URL.canParse(given) && /^https?:$/.test(new URL(given).protocol),
  requirementError('an address that begins with http:// or https://'),
)

const publicUrl = httpUrl.superRefine((given, context) => {
  const message = apiPathProblem(given)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

const callbackSchema = <Event>() =>
  z.custom<(event: Event) => void>((given) => typeof given === 'function', requirementError('a function'))

const clockSetting = z.strictObject({
  mode: z.enum(['realtime', 'frozen']).default('realtime'),
  rate: z.number().positive().max(fastestClockRate).default(1),
  now: z.string().optional(),
})

const clock = z.unknown().transform((given, context) => {
  const setting = readClock(given)
  if (setting !== undefined) return setting
  const { error } = requirementError(`${clockWords}, or { mode, rate, now } of the same`)
  context.addIssue({ code: 'custom', message: zoneProblemOf(given) ?? error({ input: given }) })
  return z.NEVER
})

const scenario = text.superRefine(async (given, context) => {
  const { listBuiltInNames } = await import('./server/scenarios/catalogue.ts')
  const names = listBuiltInNames()
  if (names.includes(given) || statSync(given, { throwIfNoEntry: false })?.isFile() === true) return
  const message = `${inspect(given)} is neither a built-in scenario nor a file; built in are ${names.join(', ')}${hintAtWord(given, names)}`
  context.addIssue({ code: 'custom', message })
})

const webhookUrl = text.superRefine((given, context) => {
  const reason = explainRefusedUrl(given)
  if (reason !== undefined)
    context.addIssue({ code: 'custom', message: `cannot be ${inspect(given)}: it ${reason}` })
})

const vary = z
  .union([text, z.array(z.string())], requirementError('the names of variations, all-of:N or seed:N'))
  .transform((given, context) => {
    const reading = typeof given === 'string' ? readVary(given) : readVaryNames(given)
    if ('variations' in reading) return reading.variations
    context.addIssue({ code: 'custom', message: reading.problem })
    return z.NEVER
  })

const controlStays = {
  error:
    'the library works through the control protocol and cannot be without it; guard it with controlToken, or use drydock serve --no-control',
}
const printsNothing = { error: 'the library prints nothing; give onExchange to hear of each request' }

const fields = {
  port: z.custom<number>(
    (given) => Number.isInteger(given) && Number(given) >= 0 && Number(given) <= 65_535,
    requirementError('a whole number from 0 to 65535'),
  ),
  host: text,
  data: text,
  seed: z.custom<string | number>(
    (given) => Number.isSafeInteger(given) || (typeof given === 'string' && /^.{1,100}$/s.test(given)),
    requirementError('a whole number, or a text of 1 to 100 characters'),
  ),
  clock,
  scenario,
  rateLimits: onOff,
  magic: onOff,
  control: z.literal([true, 'on'], controlStays).transform(() => true),
  noControl: z.literal(false, controlStays),
  // The message must not show the token.
  controlToken: z.string({ error: 'must be a text' }).superRefine((given, context) => {
    const message = controlTokenProblem(given)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  }),
  allowedHost: z.union([text, z.array(text)], requirementError('a name, or a list of names')),
  allowedHosts: z.array(text, requirementError('a list of names')),
  publicUrl,
  webhookUrl,
  vary,
  quiet: z.literal(true, printsNothing),
  json: z.literal(false, printsNothing),
  onExchange: callbackSchema<ServedExchange>(),
  onNotice: callbackSchema<string>(),
} satisfies Record<keyof DrydockOptions, z.ZodType>

export const optionNames = Object.keys(fields)

const schema = z.strictObject(fields, requirementError('an object of options')).partial()

/** Checks all options before anything starts. Throws an OptionsError. */
export async function readOptions(options: DrydockOptions): Promise<DrydockServerOptions> {
  const { data, error } = await schema.safeParseAsync(options)
  if (error !== undefined) throw new OptionsError(`The options cannot be used: ${problemsOf(error)}.`)
  const { port = 0, seed, allowedHost = [], allowedHosts = [] } = data
  return {
    ...data,
    port,
    seed: seed === undefined ? undefined : String(seed),
    allowedHosts: [...allowedHosts, ...[allowedHost].flat()],
  }
}

/** Returns the clock with its defaults; undefined if it is invalid. */
function readClock(given: unknown): DrydockServerOptions['clock'] {
  if (typeof given === 'string') return readClockText(given)
  const { data } = clockSetting.safeParse(given)
  const nowMs = data?.now === undefined ? null : parseTimestamp(data.now)
  return data === undefined || nowMs === undefined ? undefined : { mode: data.mode, rate: data.rate, nowMs }
}

/** Reads a clock given as a text, or as an object with a `now`. */
function zoneProblemOf(given: unknown): string | undefined {
  const { data: text } = z.union([z.string(), clockSetting.transform(({ now }) => now)]).safeParse(given)
  return text === undefined ? undefined : zoneProblem(text)
}

/** Returns an error message: what the option must be, and its value. */
function requirementError(be: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) => `must be ${be}, not ${inspect(input, { depth: 1 })}`,
  }
}

function problemsOf({ issues }: z.ZodError): string {
  return issues
    .flatMap((issue) => {
      const name = issue.path.map(String).join('.')
      if (issue.code !== 'unrecognized_keys') return name === '' ? issue.message : `${name}: ${issue.message}`
      return `there is no ${issue.keys.join(' or ')}, only ${optionNames.join(', ')}${hintAtWord(issue.keys.join(), optionNames)}`
    })
    .join('; ')
}
