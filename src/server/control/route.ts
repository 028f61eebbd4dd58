import type * as z from 'zod'
import type { Context } from '../../simulator/accounts/context.ts'
import type { ControlBody, ControlCallName } from '../../simulator/bodies/control-answers.ts'
import { parse } from '../../simulator/requests/parse.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import type { ForeignRequests } from '../foreign-requests.ts'
import type { Pauses } from '../pause.ts'
import type { Conceal } from '../redact.ts'
import type { ListedRows } from './list-body.ts'

/** What a call of the control protocol is given of its request. */
export interface ControlRequest {
  readonly simulator: Simulator
  readonly pauses: Pauses
  readonly foreign: ForeignRequests
  readonly conceal: Conceal
  /** The address that the call was made at. */
  readonly urlAskedAt: string
  /** The `{name}` parts of the path. */
  param(name: string): string
  query(name: string): string | undefined
  /** The body as a JSON object; an empty one where none was sent. */
  json(): unknown
  /** The same in steps, where it may have megabytes. */
  largeJson(): Generator<void, unknown>
}

export interface ControlAnswer {
  readonly status: number
  /** No body where left out. */
  readonly body?: unknown
}

/** One call of the control protocol. */
export interface ControlRoute {
  readonly method: Method
  /** Below the protocol's base, with `{name}` where a part varies. */
  readonly path: string
  /** What reads its body; it has none where left out. */
  readonly body?: z.ZodType
  /** What reads its query: parameters that it does not know are refused. It has none where left out. */
  readonly query?: z.ZodObject
  /** Largest body taken, where it is not the usual one. */
  readonly bodyLimitBytes?: number
  run(request: ControlRequest): ControlAnswer | Promise<ControlAnswer>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a call gives: what its answer is described as (bodies/control-answers.ts), or a list whose rows are yet to be made. */
export type AnswerTo<Call extends string> = Call extends ControlCallName
  ? Answer<ControlBody<Call>> | Promise<Answer<ControlBody<Call>>>
  : never

type Answer<Body> = { readonly status: number } & (Body extends object
  ? { readonly body: Body | ListedRows<Body> }
  : { readonly body?: never })

/** A call about one account: the route's path lies below `/accounts/{account}`. */
export function accountRoute<const M extends Method, const Path extends string>(
  method: M,
  path: Path,
  run: (
    context: Context,
    request: ControlRequest,
  ) => AnswerTo<`${NoInfer<M>} /accounts/{account}${NoInfer<Path>}`>,
): ControlRoute {
  return {
    method,
    path: `/accounts/{account}${path}`,
    run: (request) => {
      const context = request.simulator.account(request.param('account'))
      return context.clock.atOneInstant(() => run(context, request))
    },
  }
}

/** A call about one account with a body, which is read before anything else. */
export function bodyRoute<const M extends Method, const Path extends string, Input>(
  method: M,
  path: Path,
  body: z.ZodType<Input>,
  run: (
    context: Context,
    input: Input,
    request: ControlRequest,
  ) => AnswerTo<`${NoInfer<M>} /accounts/{account}${NoInfer<Path>}`>,
): ControlRoute {
  const route = accountRoute(method, path, (context, request) =>
    run(context, parse(body, request.json()), request),
  )
  return { ...route, body }
}

/** A call about one account that only reads, with a query. */
export function queryRoute<const Path extends string, Input>(
  path: Path,
  query: z.ZodObject & z.ZodType<Input>,
  run: (
    context: Context,
    input: Input,
    request: ControlRequest,
  ) => AnswerTo<`GET /accounts/{account}${NoInfer<Path>}`>,
): ControlRoute {
  const route = accountRoute('GET', path, (context, request) => {
    const given = Object.fromEntries(Object.keys(query.shape).map((name) => [name, request.query(name)]))
    return run(context, parse(query, given), request)
  })
  return { ...route, query }
}

export const noContent = { status: 204 }
