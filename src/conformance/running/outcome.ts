import type { ReasonKind, Status } from '../report/report.ts'
import type { RuleId } from '../rule.ts'
import type { Cause } from '../wire/cause.ts'
import type { Exchange } from '../wire/exchange.ts'
import type { ShownDelivery } from '../wire/shown-delivery.ts'
import type { ToldWalk } from '../wire/told-walk.ts'
import type { TimedOutWait } from './patience.ts'

/** A result before it is known how long it took. */
export interface Outcome {
  readonly status: Status
  readonly reason?: string
  readonly reasonKind?: ReasonKind
  readonly unlock?: readonly string[]
  readonly expected?: string
  readonly actual?: string
  /** What has to be mended, as far as the answer that showed it tells. */
  readonly cause?: Cause | undefined
  /** The endpoint that is not there, if nothing in the run shows that it is. */
  readonly absent?: string | undefined
  readonly exchanges?: readonly Exchange[]
  /** What came in at the rule's inbox. */
  readonly deliveries?: readonly ShownDelivery[]
  /** The walk that showed it, where one did. */
  readonly walk?: ToldWalk
  /** The rule that showed why this one could not be judged. */
  readonly because?: RuleId
  /** The rule that sent what broke a rule about every answer. */
  readonly sentBy?: string
  readonly judged?: number
  readonly clock?: 'virtual' | 'real' | null
  /** What it waited for in vain at last, if for anything. */
  readonly timedOut?: TimedOutWait | undefined
}
