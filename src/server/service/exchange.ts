import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import type { Reviews } from '../../review/reviews.ts'
import { type Context, createRequestId } from '../../simulator/accounts/context.ts'
import type { KeyRecord } from '../../simulator/accounts/records/keys.ts'
import { findKeyRefusal, parseKey } from '../../simulator/requests/auth.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { ApiError } from '../../simulator/specification/errors.ts'
import type { ReportDefect } from '../defects.ts'
import type { Capacity } from '../http/capacity.ts'
import type { ForeignRequests } from '../http/foreign-requests.ts'
import type { HostGuardOptions, HostRequest } from '../http/host-guard.ts'
import type { Pauses } from '../pause.ts'
import type { ReceivedEvents } from '../webhooks/received-events.ts'
import type { Conceal } from './redact.ts'
import type { ServedExchange } from './served-exchange.ts'
import type { VariedService } from './varied-service.ts'

export type Bindings = { Bindings: HttpBindings }

export type HttpContext = HonoContext<Bindings>

/** A request to the service, with Node's request and response. A context of Hono has these fields, too. */
export interface ServiceHttp {
  readonly req: { readonly method: string; readonly path: string }
  readonly env: HttpBindings
}

/** A request without its body. It comes from Node's request, or from bytes that Node could not read as a request. */
export interface RequestHead {
  readonly req: { readonly method: string; readonly path: string }
  readonly env: {
    readonly incoming: HostRequest & {
      readonly headers: Pick<IncomingMessage['headers'], 'authorization' | 'user-agent'>
    }
    readonly outgoing?: Pick<ServerResponse, 'once' | 'destroyed' | 'shouldKeepAlive'>
  }
}

/** State that the server's routes share. */
export interface ServerContext {
  readonly simulator: Simulator
  readonly onExchange: ((exchange: ServedExchange) => void) | undefined
  readonly reportDefect: ReportDefect
  readonly conceal: Conceal
  readonly pauses: Pauses
  readonly capacity: Capacity
  /** Whether the control protocol is on. */
  readonly isControlled: boolean
  /** The host names that requests may use. */
  readonly hostGuard: HostGuardOptions
  /** Requests that the host guard refused. */
  readonly foreign: ForeignRequests
  /** The events that the simulator's own webhook receiver got for each account. */
  readonly received: ReceivedEvents
  /** The review of each account: coverage and findings. */
  readonly reviews: Reviews
  /** Applies the chosen variations to requests and responses; undefined without variations. */
  readonly varied: VariedService | undefined
  /** Returns the URL at which programs on this machine reach the simulator. It may differ from the public URL. */
  readonly getLocalUrl: () => string
  /** Functions that the server calls when it closes. They end work that never ends by itself, such as streams. */
  readonly endings: Set<() => void>
}

/**
 * The sender of a request: the account and the key that the Authorization header names. A request without a known key
 * belongs to the default account.
 */
export interface Requester {
  readonly context: Context
  readonly requestId: string
  /** The key, or the error for a missing or unknown one. */
  readonly key: KeyRecord | ApiError
}

/** Identifies the sender of a request and assigns a request id. */
export function identifyRequester(simulator: Simulator, http: RequestHead): Requester {
  const { context, key } = findRequester(simulator, http)
  return { context, key, requestId: createRequestId(context) }
}

/**
 * Identifies the sender of a delayed request again, because the key or the account may have been deleted meanwhile. The
 * request id stays the same.
 */
export function identifyRequesterAgain(
  simulator: Simulator,
  http: ServiceHttp,
  { requestId }: Requester,
): Requester {
  return { ...findRequester(simulator, http), requestId }
}

/** Whether the key of a delayed request still belongs to the same account and is still valid. */
export function isRequesterStillValid(simulator: Simulator, { context, key }: Requester): boolean {
  if (key instanceof ApiError) return true
  const holder = simulator.findKey(key.value)
  return holder?.context === context && findKeyRefusal(holder.key, context.clock.now()) === null
}

function findRequester(simulator: Simulator, http: RequestHead): Omit<Requester, 'requestId'> {
  try {
    const holder = simulator.findKey(parseKey(http.env.incoming.headers.authorization))
    if (holder !== undefined) simulator.noteUse(holder.context.id)
    return holder ?? { context: simulator.defaultAccount, key: new ApiError('AUTH.KEY.INVALID') }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { context: simulator.defaultAccount, key: error }
  }
}
