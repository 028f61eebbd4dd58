import type { RuleId } from '../rule.ts'
import { isObject } from '../wire/fields.ts'
import type { OperationName } from '../wire/operation.ts'
import { errorOf, isLive, type Json, keyOf, successJson } from './builders.ts'
import type { Alteration, Mutant, Wire } from './mutant.ts'
import { refusal } from './refusal.ts'
import { headerOf, jsonOf, type WireRequest, type WireResponse, withHeader, withJson } from './wire.ts'

/** A request to the service, read. */
export interface Asked {
  readonly request: WireRequest
  readonly wire: Wire
  readonly operation: OperationName | undefined
  /** The JSON of its body; empty where there is none. */
  readonly asked: Json
  readonly key: string
  readonly isLive: boolean
  /** Empty where it is not known. */
  readonly account: string
  /** The id in the path; empty where there is none. */
  readonly id: string
}

/** And what it was answered. */
export interface Answered extends Asked {
  readonly response: WireResponse
  /** A success with an object. */
  readonly isGood: boolean
  /** That object; empty where it is none. */
  readonly json: Json
  /** The code of an error; empty where it is none. */
  readonly code: string
}

type Kills = readonly [RuleId, ...RuleId[]]
type Answer = Promise<WireResponse | undefined> | WireResponse | undefined
type Question = Promise<WireRequest | undefined> | WireRequest | undefined

/** The hooks of an alteration, with what goes over the wire read. */
export interface Watch extends Omit<Alteration, 'request' | 'response'> {
  before?(asked: Asked): Question
  after?(seen: Answered): Answer
}

/** A request, read. */
export function askedOf(request: WireRequest, wire: Wire): Asked {
  const json = jsonOf(request)
  const [bare = ''] = request.path.split('?')
  return {
    request,
    wire,
    operation: request.operation,
    asked: isObject(json) ? json : {},
    key: keyOf(request),
    isLive: isLive(request),
    account: wire.accountOf(request) ?? '',
    id: bare.split('/')[3] ?? '',
  }
}

function answeredOf(response: WireResponse, request: WireRequest, wire: Wire): Answered {
  const json = successJson(response)
  const code = String(errorOf(response)?.['code'] ?? '')
  return { ...askedOf(request, wire), response, isGood: json !== undefined, json: json ?? {}, code }
}

/** A mutant that remembers. */
export function remembering(id: string, deviation: string, kills: Kills, open: () => Watch): Mutant {
  return {
    id,
    deviation,
    kills,
    open: () => {
      const { before, after, ...others } = open()
      return {
        ...others,
        ...(before && { request: (request, wire) => before(askedOf(request, wire)) }),
        ...(after && { response: (response, request, wire) => after(answeredOf(response, request, wire)) }),
      }
    },
  }
}

/** A mutant that remembers answers, and changes answers. */
export function watching(
  id: string,
  deviation: string,
  kills: Kills,
  open: () => (seen: Answered) => Answer,
): Mutant {
  return remembering(id, deviation, kills, () => ({ after: open() }))
}

/** A good answer that says something else. */
export const told = ({ response, json }: Answered, changes: Json): WireResponse =>
  withJson(response, { ...json, ...changes })

/** An error in the place of an answer, with the headers of that answer. */
export function refusing(
  { response }: Pick<Answered, 'response'>,
  [status, code]: readonly [number, string],
  extra: Json = {},
): WireResponse {
  const request_id = headerOf(response, 'x-request-id') ?? ''
  return { ...refusal(status, code, { ...extra, request_id }), headers: { ...response.headers } }
}

const nowhere = '000000000000000000000000'

/** What is asked for in the place of a request that must not be carried out, so that it is counted and no more. */
function emptied(request: WireRequest): WireRequest {
  switch (request.operation) {
    case 'buyLabel':
      return withJson(request, { rate_id: `rate_${nowhere}` })
    case 'createRates':
    case 'createBatch':
    case 'registerTracker':
    case 'validateAddress':
      return withJson(request, {})
    default:
      return { ...request, path: request.path.replace(/\/(lbl|bat|trk)_[^/?]+/, `/$1_${nowhere}`) }
  }
}

/** A mutant that refuses what the service would do, and does not do it. */
export function blocking(
  id: string,
  deviation: string,
  kills: Kills,
  refused: readonly [number, string],
  open: () => {
    blocks(asked: Asked): boolean | Promise<boolean>
    notes?(seen: Answered): Promise<void> | void
    readonly others?: Pick<Watch, 'controlled' | 'advanced'>
  },
): Mutant {
  return remembering(id, deviation, kills, () => {
    const { blocks, notes, others = {} } = open()
    const blocked = new WeakSet<WireRequest>()
    return {
      ...others,
      before: async (asked) => {
        if (!(await blocks(asked))) return undefined
        const instead = emptied(asked.request)
        blocked.add(instead)
        return instead
      },
      after: async (seen) => {
        if (!blocked.has(seen.request)) {
          await notes?.(seen)
          return undefined
        }
        return seen.response.status === 401 || seen.response.status === 429
          ? undefined
          : refusing(seen, refused)
      },
    }
  })
}

/** The request, sent with another key. */
export const withKey = (request: WireRequest, key: string): WireRequest =>
  withHeader(request, 'authorization', `Bearer ${key}`)
