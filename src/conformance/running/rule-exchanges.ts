import { keyVariable } from '../target/key-variable.ts'
import type { Answer } from '../wire/answer.ts'
import type { CapturedExchange } from '../wire/exchange.ts'
import type { SendingRule } from '../wire/sending-rule.ts'
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
  { rule, run, made, own, may }: RuleExecution,
  onAnswer: (answer: Answer) => void,
): RuleExchanges {
  const exchanges: CapturedExchange[] = []
  const sent = new Map<string, number>()
  const lost: string[] = []
  // The key that this rule began with: a later rule may have another.
  const fresh = run.limitRenewal?.key()
  return {
    exchanges,
    sent,
    lost,
    sender: {
      onExchange: (exchange) => {
        exchanges.push(exchange)
        if (exchanges.length > most) exchanges.splice(keptOfBeginning, 1)
      },
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
      nameKey: (key) => keyVariable(key, [made?.keys, run.target.keys, { test: fresh }]),
      maySpend: () => own || may('spend'),
      toSend: (operation, asked) => run.buying.toSend(rule, operation, asked),
    },
  }
}
