import { showField } from '../../http/show.ts'
import { type ErrorCode, statusOf } from '../../http/spec-error.ts'
import type { RuleId } from '../../rule.ts'
import type { StatementId } from '../../section.ts'
import type { Step } from '../step.ts'

/**
 * A part of the model of the specification: the consequences of a walk's history for one group of statements.
 *
 * How to write one:
 *
 * 1. A memory is what the oracle knows of the past. It is plain data, replaced and never changed, as a walk can have several
 *    possible pasts: only objects and lists, no functions, classes or Maps.
 * 2. `judge` gets every step in turn, once for each possible memory. It returns the next memory, the findings, and how many
 *    checks it made: a group without checks is not green. `Checks` collects them; `ignoreStep(memory)` makes none.
 * 3. A finding needs a statement of the ledger that it breaks. If the specification is silent, learn what this target does
 *    or report nothing.
 * 4. A request without a response (`answer` is undefined) may have been carried out: `allowEither(memory, other)`
 *    continues with both memories. Later steps leave the right one. The same holds for a 5xx unless excluded by the specification.
 * 5. Concurrent requests come to `judge` one by one, in every possible order. An oracle needs nothing for that, unless a
 *    reading may mix several moments: `isConcurrent` marks those.
 * 6. It uses no clock, no randomness, no other oracle and never the simulator.
 * 7. `response-fields.ts` reads responses in every form that the suite accepts, and never throws.
 *
 * Tests give it histories with `test/support/conformance/oracle-history.ts` and compare the findings.
 */
export interface Oracle<Memory = unknown> {
  /** The rule that reports the findings of the oracle. */
  readonly group: RuleId
  readonly start: Memory
  judge(memory: Memory, step: Step): Verdict<Memory>
}

export interface Verdict<Memory> {
  /** The possible memories after the step: one, unless something is unknown. */
  readonly memories: readonly [Memory, ...Memory[]]
  readonly findings: readonly Finding[]
  /** The number of checks that could have failed. */
  readonly judged: number
}

/** A statement of the specification that was broken. */
export interface Finding {
  /** The broken statement, in the ledger. */
  readonly statement: StatementId
  /** The requirement of the specification, with the values of this walk. */
  readonly expected: string
  readonly seen: string
  /** The reason: `s3 took 725 cents from a balance of 100000`. */
  readonly why: string
}

/** An oracle with any type of memory. */
export type AnyOracle = Pick<Oracle, 'group'> & {
  /** Returns the oracle with its initial memory, for a new walk. */
  open(): OpenOracle
}

/** An oracle with one memory. A step that changes nothing returns the same object. */
export interface OpenOracle {
  judge(step: Step): {
    readonly next: readonly OpenOracle[]
    readonly findings: readonly Finding[]
    readonly judged: number
  }
  /** Returns the memory as text. Oracles with equal memories have equal texts. */
  text(): string
}

/** Hides the type of the memory, so that one list can hold all oracles. */
export function eraseMemoryType<Memory>(oracle: Oracle<Memory>): AnyOracle {
  const openAt = (memory: Memory): OpenOracle => {
    let text: string | undefined
    const own: OpenOracle = {
      judge: (step) => {
        const { memories, findings, judged } = oracle.judge(memory, step)
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

/** Returns the verdict on a step that does not concern the oracle: the same memory, without checks. */
export function ignoreStep<Memory>(memory: Memory): Verdict<Memory> {
  return { memories: [memory], findings: [], judged: 0 }
}

/** Returns the verdict if several memories are possible. Later steps show which memory is right. */
export function allowEither<Memory>(...memories: readonly [Memory, ...Memory[]]): Verdict<Memory> {
  return { memories, findings: [], judged: 0 }
}

/** Collects the checks of one step, by statement. */
export class Checks {
  readonly #findings: Finding[] = []
  #judged = 0

  /** Checks a statement and returns `holds`. Calls `broken` for the finding only if `holds` is false. */
  that(statement: StatementId, holds: boolean, broken: () => Omit<Finding, 'statement'>): boolean {
    this.#judged += 1
    if (!holds) this.#findings.push({ statement, ...broken() })
    return holds
  }

  /** Checks a field. `expected` comes after its name: `to be a text`, `5, as before`. */
  field(
    statement: StatementId,
    [name, value]: readonly [name: string, value: unknown],
    holds: boolean,
    expected: unknown,
    why: string,
  ): boolean {
    return this.that(statement, holds, () => ({
      expected: `${name} ${expected}`,
      seen: showField(name, value),
      why,
    }))
  }

  /** Checks that a request got this error. `got`: the error that it got, or what came instead. */
  error(statement: StatementId, code: ErrorCode, got: string, why: string, holds = got === code): boolean {
    return this.that(statement, holds, () => ({ expected: `${statusOf(code)} ${code}`, seen: got, why }))
  }

  /** Counts a check that holds and needs no message. */
  pass(): void {
    this.#judged += 1
  }

  verdict<Memory>(memory: Memory): Verdict<Memory> {
    return { memories: [memory], findings: this.#findings, judged: this.#judged }
  }
}
