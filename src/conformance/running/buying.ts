import type { RuleId } from '../rule.ts'
import type { Answer } from '../wire/answer.ts'
import type { OperationName } from '../wire/operation.ts'
import { quotedIn } from './spending.ts'

/** Whether a run buys. One for a run. */
export interface Buying {
  /** From here on nothing is bought, for this reason, which this rule has shown. */
  end(reason: string, because: RuleId): void
  /** Remembers what can be bought. */
  hear(answer: Answer): void
  /** Somebody is about to buy something. Throws NotBought where nothing is bought any more. */
  begin(): void
  /** Somebody is about to send this. Throws NotBought where it would buy, and nothing is bought any more. */
  send(operation: OperationName | undefined, body: string | Buffer | undefined): void
}

/** Nothing is bought any more: no verdict on the rule that would. */
export class NotBought extends Error {
  override readonly name = 'NotBought'
  /** The rule that has shown why. */
  readonly because: RuleId

  constructor(reason: string, because: RuleId) {
    super(reason)
    this.because = because
  }
}

export function openBuying(): Buying {
  const quoted = new Set<string>()
  let ended: NotBought | undefined
  const begin = (): void => {
    if (ended !== undefined) throw ended
  }
  return {
    begin,
    end: (reason, because) => {
      ended = new NotBought(reason, because)
    },
    hear: (answer) => {
      if (answer.operation !== 'createRates') return
      for (const { id } of quotedIn(answer)) if (typeof id === 'string') quoted.add(id)
    },
    send: (operation, body) => {
      if (ended === undefined || (operation !== 'buyLabel' && operation !== 'createBatch')) return
      if ([...quoted].some((id) => body?.includes(id))) begin()
    },
  }
}
