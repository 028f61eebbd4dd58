import type { Cause } from '../http/cause.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Endpoint } from '../http/operation.ts'
import type { ShownDelivery } from '../http/shown-delivery.ts'
import type { BrokenStatement, ToldWalk } from '../http/told-walk.ts'
import type { ReasonKind, Status } from '../report/report.ts'
import type { RuleId } from '../rule.ts'
import type { TimedOutWait } from './patience.ts'

/** The outcome of a rule, before it becomes a result of the report. */
export interface Outcome {
  readonly status: Status
  readonly reason?: string
  readonly reasonKind?: ReasonKind
  readonly unlock?: readonly string[]
  readonly expected?: string
  readonly actual?: string
  /** The cause of a failure, if it is known. */
  readonly cause?: Cause | undefined
  /** The endpoint that seems not to exist, unless another answer of the run shows that it does. */
  readonly absent?: string | undefined
  readonly exchanges?: readonly Exchange[]
  /** The deliveries that came for the rule. */
  readonly deliveries?: readonly ShownDelivery[]
  /** The walk that showed the failure, if one did. */
  readonly walk?: ToldWalk
  /** The statement that the walk broke. */
  readonly broken?: BrokenStatement
  /** The endpoint at which the walk showed it, if the rule has none of its own. */
  readonly endpoint?: Endpoint | null
  /** The rule that showed why this one could not be judged. */
  readonly because?: RuleId
  /** The rule that sent what broke a rule about every answer. */
  readonly sentBy?: string
  readonly judged?: number
  readonly clock?: 'virtual' | 'real' | null
  /** The last wait in vain, if there was one. */
  readonly timedOut?: TimedOutWait | undefined
}
