import type { Seeded } from '../support/seeded.ts'
import type { Answer, Question, TestClient } from '../support/test-client.ts'
import { codeOf } from './answer-code.ts'
import type { Facts } from './facts.ts'
import type { Seen } from './seen.ts'

/** One account under load: one action at a time, so that at most one is unsure when the process dies. */
export interface Lane {
  service: TestClient
  draw: Seeded
  readonly receiverUrl: string
  facts: Facts
  /** A snapshot put aside, with what was known when it was taken. */
  saved: { readonly document: unknown; readonly facts: Facts } | null
}

/**
 * The possible states after a lost response: given what is seen afterwards, the worlds beside the one in which nothing
 * happened.
 */
export type Unsure = (known: Facts, seen: Seen | null) => readonly Facts[]

/** Does something to an account, writes down what was acknowledged, and gives what it never heard of. */
export type Action = (lane: Lane) => Promise<Unsure | undefined>

/** An answer to a change, or undefined where none came or it could not be kept: both leave the change unsure. */
export async function attempt(
  lane: Lane,
  question: Question,
  allowed: readonly string[] = [],
): Promise<Answer | undefined> {
  const answer = await lane.service.ask(question)
  if (answer === undefined || answer.status < 300) return answer
  const code = codeOf(answer)
  if (code === 'REQUEST.STORAGE.FAILED') return undefined
  if (allowed.includes(code)) return answer
  throw new UnexpectedAnswer(`${question.method} ${question.path} was answered ${answer.status} ${code}`)
}

/** An answer that nothing the torture did can explain: broken, whatever else holds. */
export class UnexpectedAnswer extends Error {}

export function isSuccess(answer: Answer): boolean {
  return answer.status < 300
}

/** A copy of what is known, with one thing changed. */
export function copyWith(facts: Facts, change: (copy: Facts) => void): Facts {
  const copy = structuredClone(facts)
  change(copy)
  return copy
}

export function controlPath(lane: Lane, path: string): string {
  return `/_drydock/accounts/${lane.facts.id}${path}`
}
