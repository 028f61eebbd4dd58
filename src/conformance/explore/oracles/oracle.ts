import { showField } from '../../http/show.ts'
import { type ErrorCode, statusOf } from '../../http/spec-error.ts'
import type { RuleId } from '../../rule.ts'
import type { StatementId } from '../../section.ts'
import type { Step } from '../step.ts'

/**
 * An oracle: a check that follows a random walk and reports responses that break one group of statements of the
 * specification.
 *
 * How to write one:
 *
 * 1. A memory is what the oracle knows of the past. It is plain data, replaced and never changed, as a walk can have several
 *    possible pasts: only objects and lists, no functions, classes or Maps.
 * 2. `judge` gets every step in turn, once for each possible memory. It returns the next memory, the findings, and how many
 *    checks it made: a group without checks does not pass. `Checks` collects them; `ignoreStep(memory)` makes none.
 * 3. A finding names the statement of the specification that the target broke. If the specification is silent, learn what
 *    this target does or report nothing.
 * 4. A request without a response (`answer` is undefined) may have been carried out: `allowEither(memory, other)`
 *    continues with both memories. Later steps show which is right. Do the same after a 5xx, unless the specification says
 *    that nothing was carried out.
 * 5. Concurrent requests come to `judge` one by one, in every possible order. If a step has `isConcurrent`, its response
 *    may mix the states at several moments, and the oracle must allow that.
 * 6. An oracle uses no clock, no randomness, no other oracle and never the simulator.
 * 7. `response-fields.ts` reads responses in every form that the suite accepts, and never throws.
 *
 * Tests give oracles histories with `test/support/conformance/oracle-history.ts` and compare the findings.
 */
export interface Oracle<Memory = unknown> {
  /** The rule that reports what the oracle (this check of a walk's responses) finds. */
  readonly group: RuleId
  /** The memory at the start of a walk. */
  readonly start: Memory
  /** Checks a step and returns the result. It never changes the given memory. */
  judge(memory: Memory, step: Step): Verdict<Memory>
}

/** The result of an oracle for one step. */
export interface Verdict<Memory> {
  /** The possible memories after the step: one, unless something is unknown. */
  readonly memories: readonly [Memory, ...Memory[]]
  readonly findings: readonly Finding[]
  /** The number of checks made, each of which could have failed. */
  readonly judged: number
}

/** A statement of the specification that the target broke. */
export interface Finding {
  /** The id of the broken statement. */
  readonly statement: StatementId
  /** The requirement of the specification, with the values of this walk. */
  readonly expected: string
  readonly seen: string
  /** Why the specification requires this: `s3 took 725 cents from a balance of 100000`. */
  readonly why: string
}

/** An oracle (a check of a walk's responses) with any type of memory. */
export type AnyOracle = Pick<Oracle, 'group'> & {
  /** Returns the oracle (check of a walk's responses) with its initial memory, for a new walk. */
  open(): OpenOracle
}

/** An oracle (a check of a walk's responses) with one memory. A step that changes nothing returns the same object. */
export interface OpenOracle {
  judge(step: Step): {
    readonly next: readonly OpenOracle[]
    readonly findings: readonly Finding[]
    readonly judged: number
  }
  /** Returns what the oracle (check) knows of the past as text. Oracles with equal memories have equal texts. */
  text(): string
}

/** Hides the type of an oracle's memory (what the check knows of the past), so that one list can hold all oracles. */
export function eraseMemoryType<Memory>(oracle: Oracle<Memory>): AnyOracle {
  const openWithMemory = (memory: Memory): OpenOracle => {
    let text: string | undefined
    const own: OpenOracle = {
      judge: (step) => {
        const { memories, findings, judged } = oracle.judge(memory, step)
        const next = memories.map((each) => (each === memory ? own : openWithMemory(each)))
        return { next, findings, judged }
      },
      text: () => {
        text ??= JSON.stringify(memory)
        return text
      },
    }
    return own
  }
  return { group: oracle.group, open: () => openWithMemory(oracle.start) }
}

/** Returns the result for a step that does not concern the oracle (check): the same memory, without checks. */
export function ignoreStep<Memory>(memory: Memory): Verdict<Memory> {
  return { memories: [memory], findings: [], judged: 0 }
}

/** Returns the result for a step after which several memories are possible. Later steps show which memory is right. */
export function allowEither<Memory>(...memories: readonly [Memory, ...Memory[]]): Verdict<Memory> {
  return { memories, findings: [], judged: 0 }
}

/** Collects the checks that an oracle makes in one step, by statement of the specification. */
export class Checks {
  readonly #findings: Finding[] = []
  #judged = 0

  /** Checks a statement of the specification and returns `holds`. Calls `broken` for the finding only if `holds` is false. */
  that(statement: StatementId, holds: boolean, broken: () => Omit<Finding, 'statement'>): boolean {
    this.#judged += 1
    if (!holds) this.#findings.push({ statement, ...broken() })
    return holds
  }

  /** Checks a field. `expected` continues a sentence after the field's name: `to be a text`, `5, as before`. */
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

  /** Checks that a request got this error. `got`: the error code of the response, or words for what came instead. */
  error(statement: StatementId, code: ErrorCode, got: string, why: string, holds = got === code): boolean {
    return this.that(statement, holds, () => ({ expected: `${statusOf(code)} ${code}`, seen: got, why }))
  }

  /** Counts a check that succeeds and needs no message. */
  pass(): void {
    this.#judged += 1
  }

  /** Returns the result of the step: this memory, and all checks and findings so far. */
  verdict<Memory>(memory: Memory): Verdict<Memory> {
    return { memories: [memory], findings: this.#findings, judged: this.#judged }
  }
}
