import type * as z from 'zod'
import type { Reviews } from '../../review/reviews.ts'
import type { Context } from '../../simulator/accounts/context.ts'
import type { ControlBody, ControlCallName } from '../../simulator/bodies/control/control-responses.ts'
import { parseBySchema } from '../../simulator/requests/parse.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import type { ForeignRequests } from '../http/foreign-requests.ts'
import type { JsonTexts } from '../http/json-pieces.ts'
import type { Pauses } from '../pause.ts'
import type { Conceal } from '../service/redact.ts'
import type { Feeds } from '../stream/feeds.ts'
import type { ListedRows } from './list-body.ts'
import { createChangeLogger } from './log-change.ts'

/** The parts of a request that a call of the control protocol reads. */
export interface ControlRequest {
  readonly simulator: Simulator
  readonly pauses: Pauses
  readonly foreign: ForeignRequests
  readonly feeds: Feeds
  readonly reviews: Reviews
  readonly conceal: Conceal
  /** The ids of the variations that the service applies. */
  readonly variations: readonly string[]
  /** The origin of the URL at which the control call was made. */
  readonly urlAskedAt: string
  /** Returns the value of the path parameter `{name}`. */
  param(name: string): string
  query(name: string): string | undefined
  header(name: string): string | undefined
  /** Returns the body as a JSON object; empty if no body was sent. */
  json(): unknown
  /**
   * Returns the body of a route with a `cutDepth`: an object in which `LargeMembers` replace the objects and lists at
   * that depth; an empty object if no body was sent.
   */
  largeJson(): object
}

export interface ControlResponse {
  readonly status: number
  /** The response body; absent for a response without a body. */
  readonly body?: unknown
}

/** A call of the control protocol. */
export interface ControlRoute {
  readonly method: Method
  /** The path below the base of the control protocol, with `{name}` for a variable part. */
  readonly path: string
  /** The schema of the request body; absent if there is none. */
  readonly body?: z.ZodType
  /** The schema of the query, which refuses unknown parameters; absent if the call takes no query. */
  readonly query?: z.ZodObject
  /** The maximum size of the body; absent for the usual maximum. */
  readonly bodyLimitBytes?: number
  /** The depth at which LargeJsonReader cuts a body of megabytes into parts; absent if the body is read as a whole. */
  readonly cutDepth?: number
  run(request: ControlRequest): ControlResponse | Promise<ControlResponse>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The response of a call. Its body is the value that bodies/control-responses.ts describes, the same value with lists
 * whose rows are made while they are written, or a JSON text.
 */
export type ResponseTo<Call extends string> = Call extends ControlCallName
  ? Answer<ControlBody<Call>> | Promise<Answer<ControlBody<Call>>>
  : never

type Answer<Body> = { readonly status: number } & (Body extends object
  ? { readonly body: Body | ListedRows<Body> | JsonTexts }
  : { readonly body?: never })

/** The paths whose calls change nothing that a client could notice, even with a method other than GET. */
const unchangingPaths: ReadonlySet<string> = new Set(['/review', '/clock/preview'])

/** Defines a call about one account, with a path below `/accounts/{account}`. */
export function defineAccountRoute<const M extends Method, const Path extends string>(
  method: M,
  path: Path,
  run: (
    context: Context,
    request: ControlRequest,
  ) => ResponseTo<`${NoInfer<M>} /accounts/{account}${NoInfer<Path>}`>,
): ControlRoute {
  return {
    method,
    path: `/accounts/{account}${path}`,
    run: (request) => {
      const context = request.simulator.getAccount(request.param('account'))
      const isChange = method !== 'GET' && !unchangingPaths.has(path)
      if (isChange) {
        request.simulator.noteUse(context.id)
        request.reviews.observeSettingsChange(context)
      }
      const logChange = createChangeLogger(context, { method, path }, request)
      const response: ControlResponse | Promise<ControlResponse> = context.clock.runAtOneInstant(() =>
        run(context, request),
      )
      if (!(response instanceof Promise)) {
        logChange?.(response)
        return response
      }
      const logged = response.then((made) => {
        logChange?.(made)
        return made
      })
      return isChange ? logged.finally(() => request.reviews.observeSettingsChange(context)) : logged
    },
  }
}

/** Defines a call about one account. Its request body is parsed before the call runs. */
export function defineBodyRoute<const M extends Method, const Path extends string, Input>(
  method: M,
  path: Path,
  body: z.ZodType<Input>,
  run: (
    context: Context,
    input: Input,
    request: ControlRequest,
  ) => ResponseTo<`${NoInfer<M>} /accounts/{account}${NoInfer<Path>}`>,
): ControlRoute {
  const route = defineAccountRoute(method, path, (context, request) =>
    run(context, parseBySchema(body, request.json()), request),
  )
  return { ...route, body }
}

/** Defines a call with a query that reads from one account. */
export function defineQueryRoute<const Path extends string, Input>(
  path: Path,
  query: z.ZodObject & z.ZodType<Input>,
  run: (
    context: Context,
    input: Input,
    request: ControlRequest,
  ) => ResponseTo<`GET /accounts/{account}${NoInfer<Path>}`>,
): ControlRoute {
  const route = defineAccountRoute('GET', path, (context, request) => {
    const given = Object.fromEntries(Object.keys(query.shape).map((name) => [name, request.query(name)]))
    return run(context, parseBySchema(query, given), request)
  })
  return { ...route, query }
}

export const noContent = { status: 204 }
