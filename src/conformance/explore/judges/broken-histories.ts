import { describe, expect, it } from 'vitest'
import type { StatementId } from '../../ledger/statement.ts'
import type { Judge } from '../judge.ts'
import type { Burst, Step } from '../step.ts'
import { judgedOn, type ToldHistory, toldHistory } from './told-history.ts'

/** A history of a statement that holds, and the same history where it does not. */
export interface Told {
  readonly statement: StatementId
  readonly what: string
  /** `right` and `wrong` are what the last answers say. */
  readonly steps: (told: ToldHistory, isRight: boolean) => readonly (Step | Burst)[]
}

/** A judge finds nothing in each history that is right, and its statement broken in the other. */
export function findsBroken<Memory>(judge: Judge<Memory>, histories: readonly Told[]): void {
  describe.each(histories)('$statement: $what', ({ statement, steps }) => {
    it('holds', () => {
      const { findings, judged } = judgedOn(judge, steps(toldHistory(), true))
      expect(findings).toEqual([])
      expect(judged).toBeGreaterThan(0)
    })

    it('is broken', () => {
      const { findings } = judgedOn(judge, steps(toldHistory(), false))
      expect(findings.map((each) => each.statement)).toContain(statement)
    })
  })
}

/** Histories that break nothing that is stated. */
export function findsNothing<Memory>(
  judge: Judge<Memory>,
  histories: readonly (readonly [string, (told: ToldHistory) => readonly (Step | Burst)[]])[],
): void {
  it.each(histories)('says nothing where %s', (_, steps) => {
    expect(judgedOn(judge, steps(toldHistory())).findings).toEqual([])
  })
}
