/** A call that a person or a client made, with its result. */
export interface RecordedCall {
  /** Whether the service or the control protocol received it. */
  readonly to: 'service' | 'control'
  /** On the account's clock. */
  readonly atMs: number
  readonly method: string
  /** For the control protocol, the path below the account. */
  readonly path: string
  readonly key: 'test' | 'live' | 'none'
  readonly body: string | null
  readonly contentType: string
  /** Null if a fault kept the response from the client. */
  readonly status: number | null
  /** The response as JSON; undefined if it is none. */
  readonly response: unknown
}

/** A text with variables in it. */
export type Template = readonly (string | { readonly variable: string })[]

/** A place in a response, such as `rates`, 0, `id`. */
export type Place = readonly (string | number)[]

/** A call of the copied test, with its checks. */
export interface Step extends Pick<RecordedCall, 'to' | 'method' | 'key' | 'contentType' | 'status'> {
  readonly path: Template
  readonly body: Template | null
  /** The seconds by which the clock moves before the call; 0 for none. */
  readonly seconds: number
  readonly checks: readonly { readonly place: Place; readonly value: unknown }[]
  /** Values of the response that later calls use. */
  readonly saves: readonly { readonly place: Place; readonly variable: string }[]
}

/** A test to write as text. */
export interface CopiedTest {
  readonly seed: string
  /** The instant at which the clock starts, in ISO form. */
  readonly startsAt: string
  readonly steps: readonly Step[]
  /** How many requests cannot be repeated. */
  readonly leftOut: number
}

/** A smaller distance between two calls is left out. */
const shortestMoveMs = 1_000
/** Values that depend on neither the seed nor the time. */
const checkedFields = ['carrier', 'status', 'sandbox'] as const
const idField = /^(?:id|.*_id|tracking_number)$/
const idText = /^[\w-]{6,100}$/

/** Returns the calls as steps of a test: moves of the clock, checks, and variables for ids. */
export function planSteps(calls: readonly RecordedCall[]): readonly Step[] {
  const variables = new Map<string, string>()
  let nowMs = calls[0]?.atMs ?? 0
  return calls.map((call, at) => {
    const moveMs = call.atMs - nowMs
    const isMoved = moveMs >= shortestMoveMs
    if (isMoved) nowMs = call.atMs
    const { to, method, key, contentType, status } = call
    const path = toTemplate(call.path, variables)
    const body = call.body === null ? null : toTemplate(call.body, variables)
    const later = calls.slice(at + 1).map((each) => `${each.path}\n${each.body ?? ''}`)
    const saves = status === null ? [] : saveIds(call.response, later.join('\n'), variables)
    const seconds = isMoved ? moveMs / 1_000 : 0
    return { to, method, key, contentType, status, path, body, seconds, checks: checksOf(call), saves }
  })
}

/** Splits a text at the ids that have variables. */
function toTemplate(text: string, variables: ReadonlyMap<string, string>): Template {
  const pieces: Template[number][] = []
  let from = 0
  // safe regex: words of an id's characters never overlap.
  for (const { 0: word, index } of text.matchAll(/[\w-]+/g)) {
    const variable = variables.get(word)
    if (variable === undefined) continue
    if (index > from) pieces.push(text.slice(from, index))
    pieces.push({ variable })
    from = index + word.length
  }
  return from < text.length || pieces.length === 0 ? [...pieces, text.slice(from)] : pieces
}

function checksOf({ to, status, response }: RecordedCall): Step['checks'] {
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

/** Gives a variable to each new id of a response that a later call uses. */
function saveIds(response: unknown, later: string, variables: Map<string, string>): Step['saves'] {
  const words = new Set(later.match(/[\w-]+/g))
  const saves: { place: Place; variable: string }[] = []
  for (const [place, id] of idsIn(response, [])) {
    if (!words.has(id) || variables.has(id)) continue
    const variable = `id${variables.size + 1}`
    variables.set(id, variable)
    saves.push({ place, variable })
  }
  return saves
}

/** Yields the ids of a response with their places. Responses of the simulator are nested only a few levels. */
function* idsIn(value: unknown, place: Place): Generator<readonly [Place, string]> {
  if (value === null || typeof value !== 'object' || place.length > 8) return
  for (const [name, each] of Object.entries(value)) {
    const at = [...place, Array.isArray(value) ? Number(name) : name]
    if (typeof each === 'string' && idField.test(name) && idText.test(each)) yield [at, each]
    else yield* idsIn(each, at)
  }
}
