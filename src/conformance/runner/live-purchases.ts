import type { Answer } from '../http/answer.ts'
import { errorCodeOf, isSuccess, summary } from '../http/expect.ts'
import { OverBudget, Throttled, Unsafe } from '../http/failures.ts'
import { pathOf } from '../http/operation.ts'
import type { SendingRule } from '../http/sending-rule.ts'
import { NotBought } from './buying-gate.ts'
import type { RuleExecution } from './rule-execution.ts'
import { madeId } from './spending.ts'
import { isRefused } from './wallet-watch.ts'

/** The labels that one rule buys with a live key. They are voided when the rule ends. */
export interface LivePurchases {
  /** Sends a purchase, and remembers the label. */
  buy(send: () => Promise<Answer>): Promise<Answer>
  /** Voids all labels that were bought, whatever the outcome of the rule. */
  voidAll(options: { readonly key: () => string; readonly sender: SendingRule }): Promise<void>
}

/** Opens the live purchases of a rule. */
export function openLivePurchases({ rule, run }: RuleExecution): LivePurchases {
  /** The ids of the labels; undefined for a purchase whose answer was lost or named none. */
  const bought: (string | undefined)[] = []
  return {
    buy: async (send) => {
      try {
        const answer = await send()
        if (!isRefused(answer)) bought.push(madeId(answer, 'label'))
        return answer
      } catch (error) {
        if (!isUnsent(error)) bought.push(undefined)
        throw error
      }
    },
    voidAll: async ({ key, sender }) => {
      for (const id of bought.splice(0)) {
        if (id === undefined) {
          const note = `perhaps bought by ${rule.id}: no answer named it, look for it in the shipping history`
          run.leftovers.push({ kind: 'live label', id: 'unknown', note })
        } else {
          const request = { method: 'DELETE', path: pathOf('voidLabel', id), key: key(), cleansUp: true }
          const voided = await run.client.send(request, sender).then(outcomeOf, String)
          const note = `bought by ${rule.id}, ${voided === 'voided' ? voided : `not voided: ${voided}`}`
          run.leftovers.push({ kind: 'live label', id, note })
        }
      }
    },
  }
}

function outcomeOf(answer: Answer): string {
  // The rule may have voided it itself.
  const isVoid = isSuccess(answer) || errorCodeOf(answer) === 'LABEL.VOID.ALREADY_REQUESTED'
  return isVoid ? 'voided' : summary(answer)
}

/** Whether an error means that the purchase was never sent, or was refused for a limit. */
function isUnsent(error: unknown): boolean {
  return [NotBought, OverBudget, Throttled, Unsafe].some((kind) => error instanceof kind)
}
