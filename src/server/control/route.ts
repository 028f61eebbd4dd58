import type { Context } from '../../simulator/accounts/context.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import type { ForeignRequests } from '../foreign-requests.ts'
import type { Pauses } from '../pause.ts'
import type { Conceal } from '../redact.ts'

/** What a call of the control protocol is given of its request. */
export interface ControlRequest {
  readonly simulator: Simulator
  readonly pauses: Pauses
  readonly foreign: ForeignRequests
  readonly conceal: Conceal
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
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the protocol's base, with `{name}` where a part varies. */
  readonly path: string
  /** The parameters its query takes; any other is refused. None where left out. */
  readonly query?: readonly string[]
  /** Largest body taken, where it is not the usual one. */
  readonly bodyLimitBytes?: number
  run(request: ControlRequest): ControlAnswer | Promise<ControlAnswer>
}

/** A call about one account: the route's path lies below `/accounts/{account}`. */
export function accountRoute(
  method: ControlRoute['method'],
  path: string,
  run: (context: Context, request: ControlRequest) => ControlAnswer | Promise<ControlAnswer>,
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

export const noContent: ControlAnswer = { status: 204 }
