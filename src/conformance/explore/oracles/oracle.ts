import type { RuleId } from '../../rule.ts'
import type { StatementId } from '../../section.ts'
import type { Step } from '../step.ts'

/**
 * A part of the model of the specification: what must follow from what has happened, for one group of sentences.
 *
 * How to write one:
 *
 * 1. A memory is what the judge has to know of the past. It is plain data that is never changed, only replaced, since one
 *    walk can have several pasts that are possible: objects and lists alone, no functions, no classes, no Map.
 * 2. `after` hears of every step in turn, once for each memory that is possible. It gives the memory from there on, what is
 *    broken, and how many things it looked at and could have found broken: a group that has judged nothing is not green.
 *    `Checks` collects what was looked at in a step; `ignored(memory)` is a step that is none of the judge's business.
 * 3. Only what the specification says is a finding, and each cites the statement of the ledger that it breaks. Where the
 *    specification is silent, learn what this target does or say nothing.
 * 4. An answer that did not come (`answer` is undefined) may have been carried out: `either(memory, other)` goes on with
 *    both. What is seen later leaves the one that fits. The same for an answer of 5xx where the specification does not
 *    say that nothing has happened.
 * 5. Requests sent at once come to `after` one by one, in every order that can have been. Nothing is to be done for it,
 *    unless what is read is not promised to be of one moment: then `isConcurrent` says so.
 * 6. It looks at nothing else: no clock, no chance, no other judge, and never at the simulator.
 * 7. What an answer holds is read by `reading.ts`, which takes every shape that the suite takes and never throws.
 *
 * Its tests tell it a history by `test/support/oracle-history.ts` and look at the findings.
 */
export interface Oracle<Memory = unknown> {
  /** The rule that speaks for it. */
  readonly group: RuleId
  readonly start: Memory
  after(memory: Memory, step: Step): Verdict<Memory>
}

export interface Verdict<Memory> {
  /** What may be so from here on: one memory, but where something is not known. */
  readonly memories: readonly [Memory, ...Memory[]]
  readonly findings: readonly Finding[]
  /** How many things were looked at that could have been broken. */
  readonly judged: number
}

/** A sentence of the specification that does not hold. */
export interface Finding {
  /** The statement of the ledger that is broken. */
  readonly statement: StatementId
  /** What the specification promises here, with the values of this walk. */
  readonly expected: string
  readonly seen: string
  /** What it follows from: `s3 took 725 cents from a balance of 100000`. */
  readonly why: string
}

/** Any judge, whatever it remembers. */
export type AnyOracle = Pick<Oracle, 'group'> & {
  /** A new one at the start of a walk. */
  open(): OpenOracle
}

/** A judge with one memory; the same one where a step has taught it nothing. */
export interface OpenOracle {
  after(step: Step): {
    readonly next: readonly OpenOracle[]
    readonly findings: readonly Finding[]
    readonly judged: number
  }
  /** Two with the same text know the same. */
  text(): string
}

/** Hides what a judge remembers, so that judges can be in one list. */
export function anyOracle<Memory>(oracle: Oracle<Memory>): AnyOracle {
  const openAt = (memory: Memory): OpenOracle => {
    let text: string | undefined
    const own: OpenOracle = {
      after: (step) => {
        const { memories, findings, judged } = oracle.after(memory, step)
        const next = memories.map((each) => (each === memory ? own : openAt(each)))
        return { next, findings, judged }
      },
      text: () => {
        text ??= JSON.stringify(memory)
        return text
      },
    }
    return own
  }
  return { group: oracle.group, open: () => openAt(oracle.start) }
}

/** Nothing of this step is the judge's business. */
export function ignored<Memory>(memory: Memory): Verdict<Memory> {
  return { memories: [memory], findings: [], judged: 0 }
}

/** It is not known which of these is so: what is seen later will tell. */
export function either<Memory>(...memories: readonly [Memory, ...Memory[]]): Verdict<Memory> {
  return { memories, findings: [], judged: 0 }
}

/** Nothing wrong where there are no findings. */
export function verdict<Memory>(
  memory: Memory,
  { findings, judged: count }: { readonly findings: readonly Finding[]; readonly judged: number },
): Verdict<Memory> {
  return { memories: [memory], findings, judged: count }
}

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

  verdict<Memory>(memory: Memory): Verdict<Memory> {
    return verdict(memory, { findings: this.#findings, judged: this.#judged })
  }
}
