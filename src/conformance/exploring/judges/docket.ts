import type { StatementId } from '../../ledger/statement.ts'
import type { Finding, Judgement } from '../judge.ts'
import { verdict } from '../judgement.ts'

/** What a judge looks at in one step, sentence by sentence. */
export interface Docket {
  /** One more thing is as this sentence says, or is not. */
  check(statement: StatementId, holds: boolean, broken: () => Omit<Finding, 'statement'>): void
  /** Closes the step with what is remembered from here on. */
  close<Memory>(memory: Memory): Judgement<Memory>
}

export function openDocket(): Docket {
  const findings: Finding[] = []
  let judged = 0
  return {
    check: (statement, holds, broken) => {
      judged += 1
      if (!holds) findings.push({ statement, ...broken() })
    },
    close: (memory) => verdict(memory, { findings, judged }),
  }
}
