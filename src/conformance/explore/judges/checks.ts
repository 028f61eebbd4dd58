import type { StatementId } from '../../ledger/statement.ts'
import type { Finding, Judgement } from '../judge.ts'
import { verdict } from '../judgement.ts'

/** What a judge looks at in one step, statement by statement. */
export class Checks {
  readonly #findings: Finding[] = []
  #judged = 0

  /** Gives whether the statement holds here; what is broken is put into words only where it does not. */
  that(statement: StatementId, holds: boolean, broken: () => Omit<Finding, 'statement'>): boolean {
    this.#judged += 1
    if (!holds) this.#findings.push({ statement, ...broken() })
    return holds
  }

  judgement<Memory>(memory: Memory): Judgement<Memory> {
    return verdict(memory, { findings: this.#findings, judged: this.#judged })
  }
}
