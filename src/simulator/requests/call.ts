import type { Context } from '../accounts/context.ts'
import type { KeyRecord } from '../accounts/records/keys.ts'
import { fail } from '../specification/errors.ts'
import type { Environment } from '../specification/model.ts'

/** Who asks: what of a key has a say in the answer. */
export type Caller = Pick<KeyRecord, 'environment' | 'scopes'>

/** One request to the service while it is carried out: who asks, and what the answer will suffer. */
export class Call {
  readonly context: Context
  readonly caller: Caller
  /** The account's time when the request was taken up. */
  nowMs: number
  /** Real milliseconds the answer is held back by slow carriers; the longest of them, as they work side by side. */
  delayMs = 0
  /** Faults and magic values that had a say in the outcome, for the request log. */
  readonly decidedBy: string[] = []

  constructor(context: Context, caller: Caller) {
    this.context = context
    this.caller = caller
    this.nowMs = context.clock.now()
  }

  /** Carries out what the request asks for, perhaps after a wait: all of it happens at one instant. */
  carryOut<Result>(work: () => Result): Result {
    return this.context.clock.atOneInstant(() => {
      this.nowMs = this.context.clock.now()
      return work()
    })
  }

  get environment(): Environment {
    return this.caller.environment
  }

  slowDown(delayMs: number): void {
    this.delayMs = Math.max(this.delayMs, delayMs)
  }

  decide(by: string): void {
    this.decidedBy.push(by)
  }
}

/**
 * The resource if the caller's key may see it: a test key on a live one is refused, a live key on a sandbox one
 * finds nothing (choices 16).
 */
export function requireVisible<T extends { readonly environment: Environment }>(
  call: Call,
  resource: T | undefined,
  notFound: 'RATE.NOT_FOUND' | 'LABEL.NOT_FOUND' | 'BATCH.NOT_FOUND' | 'TRACKER.NOT_FOUND',
): T {
  if (resource === undefined) return fail(notFound)
  if (resource.environment === call.environment) return resource
  return fail(call.environment === 'test' ? 'AUTH.KEY.SANDBOX_IN_PRODUCTION' : notFound)
}
