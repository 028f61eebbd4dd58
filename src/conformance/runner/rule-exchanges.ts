import { controlExchange } from '../explore/control-exchange.ts'
import type { Answer } from '../http/answer.ts'
import type { CapturedExchange } from '../http/exchange.ts'
import type { SendingRule } from '../http/sending-rule.ts'
import { openKeyVariables } from '../target/key-variable.ts'
import type { RuleExecution } from './rule-execution.ts'

/** The exchanges of one rule so far. */
interface RuleExchanges {
  readonly sender: SendingRule
  readonly exchanges: readonly CapturedExchange[]
  /** How many requests were answered, by operation. */
  readonly sent: ReadonlyMap<string, number>
  /** The endpoints of requests that got no answer. */
  readonly lost: readonly string[]
}

/** How many exchanges are kept: the first ones, and the last ones, which led to the outcome. */
const most = 40
const keptOfBeginning = 10

/** Opens the exchanges of a rule, and makes its sender. */
export function openRuleExchanges(
  { rule, run, made, own, may, controlCalls }: RuleExecution,
  onAnswer: (answer: Answer) => void,
): RuleExchanges {
  const exchanges: CapturedExchange[] = []
  const sent = new Map<string, number>()
  const lost: string[] = []
  // The key that this rule began with: a later rule may have another.
  const fresh = run.limitRenewal?.key()
  const keep = (exchange: CapturedExchange): void => {
    exchanges.push(exchange)
    if (exchanges.length > most) exchanges.splice(keptOfBeginning, 1)
  }
  // Without them nobody could see what was changed between two requests.
  controlCalls.onCall = (call) => keep({ show: () => controlExchange(call, run.target.control?.client.url) })
  return {
    exchanges,
    sent,
    lost,
    sender: {
      onExchange: keep,
      onAnswer: (answer) => {
        const name = answer.operation ?? 'other'
        sent.set(name, (sent.get(name) ?? 0) + 1)
        onAnswer(answer)
        run.onAnswer(answer)
      },
      onLost: (place) => {
        lost.push(place)
      },
      ruleId: rule.id,
      nameKey: openKeyVariables([made?.keys, run.target.keys, { test: fresh }]),
      maySpend: () => own || may('spend'),
      toSend: (operation, asked) => run.buying.toSend(rule, operation, asked),
    },
  }
}
