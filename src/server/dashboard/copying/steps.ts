/** A call to the service or the control protocol, with its response. */
export interface RecordedCall {
  /** Whether the service or the control protocol received it. */
  readonly to: 'service' | 'control'
  /** The time of the call on the account's clock. */
  readonly atMs: number
  readonly method: string
  /** The path; for the control protocol the part below the account. */
  readonly path: string
  readonly key: 'test' | 'live' | 'none'
  readonly body: string | null
  readonly contentType: string
  /** Null if a fault kept the response from the client. */
  readonly status: number | null
  /** The parsed response; undefined if it is no JSON. */
  readonly response: unknown
}

/** A text in pieces: fixed texts and variables. */
export type Template = readonly (string | { readonly variable: string })[]

/** The names and indexes that lead to a value in a response, such as `rates`, 0, `id`. */
export type ResponsePath = readonly (string | number)[]

/** A call that the copied test makes, and the checks of its response. */
export interface Step extends Pick<RecordedCall, 'to' | 'method' | 'key' | 'contentType' | 'status'> {
  readonly path: Template
  readonly body: Template | null
  /** The seconds by which the test advances the clock before the call. */
  readonly seconds: number
  /** The values that the response must have. */
  readonly checks: readonly { readonly place: ResponsePath; readonly value: unknown }[]
  /** The places of ids in the response that later calls use, and the variables that store them. */
  readonly saves: readonly { readonly place: ResponsePath; readonly variable: string }[]
}

/** A test that users copy from the dashboard, before it is written in a programming language. */
export interface CopiedTest {
  readonly seed: string
  /** The instant at which the clock starts, in ISO form. */
  readonly startsAt: string
  readonly steps: readonly Step[]
  /** The number of requests that the test cannot repeat. */
  readonly leftOut: number
}

/** The minimum time between two calls for which the test advances the clock. */
const minMoveMs = 1_000
/** The response fields that a test checks: their values depend neither on the seed nor on the time. */
const checkedFields = ['carrier', 'status', 'sandbox'] as const
/** Matches the names of fields that contain an id. */
const idFieldPattern = /^(?:id|.*_id|tracking_number)$/
/** Matches the ids that a test stores in variables. */
const idPattern = /^[\w-]{6,100}$/

/**
 * Returns the steps of a test that repeats calls: each step advances the clock, makes one call, checks its response and
 * stores ids in variables.
 */
export function planTestSteps(calls: readonly RecordedCall[]): readonly Step[] {
  const variables = new Map<string, string>()
  let nowMs = calls[0]?.atMs ?? 0
  return calls.map((call, at) => {
    const moveMs = call.atMs - nowMs
    const isMoved = moveMs >= minMoveMs
    if (isMoved) nowMs = call.atMs
    const { to, method, key, contentType, status } = call
    const path = replaceIdsByVariables(call.path, variables)
    const body = call.body === null ? null : replaceIdsByVariables(call.body, variables)
    const later = calls.slice(at + 1).map((each) => `${each.path}\n${each.body ?? ''}`)
    const saves = status === null ? [] : defineIdVariables(call.response, later.join('\n'), variables)
    const seconds = isMoved ? moveMs / 1_000 : 0
    return {
      to,
      method,
      key,
      contentType,
      status,
      path,
      body,
      seconds,
      checks: createResponseChecks(call),
      saves,
    }
  })
}

/** Replaces the ids in a text by their variables. */
function replaceIdsByVariables(text: string, variables: ReadonlyMap<string, string>): Template {
  const pieces: Template[number][] = []
  let from = 0
  // safe regex: two matches never overlap.
  for (const { 0: word, index } of text.matchAll(/[\w-]+/g)) {
    const variable = variables.get(word)
    if (variable === undefined) continue
    if (index > from) pieces.push(text.slice(from, index))
    pieces.push({ variable })
    from = index + word.length
  }
  return from < text.length || pieces.length === 0 ? [...pieces, text.slice(from)] : pieces
}

/** Returns the checks of a response: its error code, or carrier, status, sandbox and number of failed carriers. */
function createResponseChecks({ to, status, response }: RecordedCall): Step['checks'] {
  if (to === 'control' || status === null || Object(response) !== response) return []
  const { error, failed_carriers: failed, ...fields } = Object(response)
  if (status >= 400)
    return typeof error?.code === 'string' ? [{ place: ['error', 'code'], value: error.code }] : []
  const plain = checkedFields.filter((name) => ['string', 'boolean'].includes(typeof fields[name]))
  return [
    ...plain.map((name) => ({ place: [name], value: fields[name] })),
    ...(Array.isArray(failed) ? [{ place: ['failed_carriers', 'length'], value: failed.length }] : []),
  ]
}

/** Defines a variable for each new id in a response that a later call uses. `later` is the text of these calls. */
function defineIdVariables(response: unknown, later: string, variables: Map<string, string>): Step['saves'] {
  const words = new Set(later.match(/[\w-]+/g))
  const saves: { place: ResponsePath; variable: string }[] = []
  for (const [place, id] of findIds(response, [])) {
    if (!words.has(id) || variables.has(id)) continue
    const variable = `id${variables.size + 1}`
    variables.set(id, variable)
    saves.push({ place, variable })
  }
  return saves
}

/** Yields each id in a response with its path, down to nine levels. */
function* findIds(value: unknown, place: ResponsePath): Generator<readonly [ResponsePath, string]> {
  if (value === null || typeof value !== 'object' || place.length > 8) return
  for (const [name, each] of Object.entries(value)) {
    const at = [...place, Array.isArray(value) ? Number(name) : name]
    if (typeof each === 'string' && idFieldPattern.test(name) && idPattern.test(each)) yield [at, each]
    else yield* findIds(each, at)
  }
}

/** Writes a text with variables as an expression of JavaScript or Python. */
export function writeTemplateExpression(template: Template): string {
  return template
    .map((piece) => (typeof piece === 'string' ? JSON.stringify(piece) : piece.variable))
    .join(' + ')
}
