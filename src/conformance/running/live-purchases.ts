import type { Answer } from '../wire/answer.ts'
import { errorCodeOf, isSuccess, summary } from '../wire/expect.ts'
import { OverBudget, Throttled, Unsafe } from '../wire/failures.ts'
import { pathOf } from '../wire/operation.ts'
import type { SendingRule } from '../wire/sending-rule.ts'
import { NotBought } from './buying-gate.ts'
import type { RuleExecution } from './rule-execution.ts'
import { madeId } from './spending.ts'
import { isRefused } from './wallet-watch.ts'

/** What one rule buys from a wallet that is somebody's own: paid for within what may be spent, voided in the end. */
export interface LivePurchases {
  /** Sends the purchase, and remembers what came of it. */
  buy(send: () => Promise<Answer>): Promise<Answer>
  /** Voids all of it, whatever became of the rule. */
  voidAll(options: { readonly key: () => string; readonly sender: SendingRule }): Promise<void>
}

export function openLivePurchases({ rule, run }: RuleExecution): LivePurchases {
  /** Undefined for one that may have been bought, and was not named. */
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

/** It was never sent, or only where it was refused for a limit. */
function isUnsent(error: unknown): boolean {
  return [NotBought, OverBudget, Throttled, Unsafe].some((kind) => error instanceof kind)
}
