import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import { type Context, nextRequestId } from '../simulator/accounts/context.ts'
import type { KeyRecord } from '../simulator/accounts/records/keys.ts'
import { parseKey } from '../simulator/requests/auth.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { ApiError } from '../simulator/specification/errors.ts'
import type { TellDefect } from './defects.ts'
import type { ForeignRequests } from './foreign-requests.ts'
import type { Pauses } from './pause.ts'
import type { Conceal } from './redact.ts'
import type { ServedExchange } from './served-exchange.ts'

export type Bindings = { Bindings: HttpBindings }

export type HttpContext = HonoContext<Bindings>

/** What the server's surfaces share. */
export interface Surface {
  readonly simulator: Simulator
  readonly onExchange: ((exchange: ServedExchange) => void) | undefined
  readonly tellDefect: TellDefect
  readonly conceal: Conceal
  readonly pauses: Pauses
  /** Whether there is a control protocol. */
  readonly isControlled: boolean
  /** What the host guard has turned away. */
  readonly foreign: ForeignRequests
}

/** Who asks, as far as the Authorization header tells: without a known key, the default account answers. */
export interface Asker {
  readonly context: Context
  readonly requestId: string
  /** The key, or why there is none. */
  readonly key: KeyRecord | ApiError
}

export function identify(simulator: Simulator, http: HttpContext): Asker {
  try {
    const holder = simulator.findKey(parseKey(http.env.incoming.headers.authorization))
    if (holder === undefined) throw new ApiError('AUTH.KEY.INVALID')
    const { context, key } = holder
    return { context, key, requestId: nextRequestId(context) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const context = simulator.defaultAccount
    return { context, key: error, requestId: nextRequestId(context) }
  }
}
