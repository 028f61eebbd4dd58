import type { Context } from '../accounts/context.ts'
import type { KeyRecord } from '../accounts/records/keys.ts'
import { fail } from '../specification/errors.ts'
import type { Environment } from '../specification/model.ts'

/** The fields of the client's API key that the result of an operation may depend on. */
export type Caller = Pick<KeyRecord, 'environment' | 'scopes'>

/** A request to the service that is being carried out, with its key and the effects of faults on its response. */
export class Call {
  readonly context: Context
  readonly caller: Caller
  /** Returns the URL at which the client reaches the service. The URLs in the response begin with it (choices 33). */
  readonly baseUrl: () => string
  /** The account's time at which the operation runs. */
  nowMs: number
  /** How long slow carriers delay the response, in real milliseconds. They work in parallel: the slowest decides. */
  delayMs = 0
  /** The faults and magic values that influenced the response, for the request log. */
  readonly decidedBy: string[] = []

  constructor(context: Context, caller: Caller, baseUrl = context.settings.baseUrl) {
    this.context = context
    this.caller = caller
    this.baseUrl = baseUrl
    this.nowMs = context.clock.now()
  }

  /** Runs the work of an operation at one instant of the account's clock, even if the clock runs fast. */
  runAtOneInstant<Result>(work: () => Result): Result {
    return this.context.clock.runAtOneInstant(() => {
      this.nowMs = this.context.clock.now()
      return work()
    })
  }

  get environment(): Environment {
    return this.caller.environment
  }

  /** Delays the response by at least this many real milliseconds. */
  delayResponse(delayMs: number): void {
    this.delayMs = Math.max(this.delayMs, delayMs)
  }

  /** Notes a fault or a magic value that influenced the response. */
  noteDecision(by: string): void {
    this.decidedBy.push(by)
  }
}

/**
 * Returns the resource, if the caller's key may see it. A test key on a live resource gets
 * AUTH.KEY.SANDBOX_IN_PRODUCTION. A live key on a sandbox resource gets `notFound`, as if there were no resource
 * (choices 16).
 */
export function requireVisibleResource<T extends { readonly environment: Environment }>(
  call: Call,
  resource: T | undefined,
  notFound: 'RATE.NOT_FOUND' | 'LABEL.NOT_FOUND' | 'BATCH.NOT_FOUND' | 'TRACKER.NOT_FOUND',
): T {
  if (resource === undefined) return fail(notFound)
  if (resource.environment === call.environment) return resource
  return fail(call.environment === 'test' ? 'AUTH.KEY.SANDBOX_IN_PRODUCTION' : notFound)
}
