import type { Seeded } from '../support/seeded.ts'
import type { TestClient, TestRequest, TestResponse } from '../support/test-client.ts'
import type { AccountState } from './account-state.ts'
import type { ConfirmedState } from './confirmed-state.ts'
import { readErrorCode } from './error-code.ts'

/**
 * One account under load. It runs one action at a time, so at most one action has no response when the process is
 * killed.
 */
export interface Lane {
  service: TestClient
  draw: Seeded
  readonly receiverUrl: string
  facts: ConfirmedState
  /** The last snapshot of the account, with the confirmed state at the time of the snapshot. */
  saved: { readonly document: unknown; readonly facts: ConfirmedState } | null
}

/**
 * Returns the other possible states of an account after an action without a response, besides the state in which the
 * action did nothing. It can use the state that was read after the restart.
 */
export type PossibleStates = (known: ConfirmedState, seen: AccountState | null) => readonly ConfirmedState[]

/** Changes an account and notes the confirmed effects. Without a response, returns the possible states. */
export type Action = (lane: Lane) => Promise<PossibleStates | undefined>

/** Sends a change and returns the response; undefined if no response came or the change could not be stored. */
export async function sendChange(
  lane: Lane,
  question: TestRequest,
  allowed: readonly string[] = [],
): Promise<TestResponse | undefined> {
  const answer = await lane.service.trySend(question)
  if (answer === undefined || answer.status < 300) return answer
  const code = readErrorCode(answer)
  if (code === 'REQUEST.STORAGE.FAILED') return undefined
  if (allowed.includes(code)) return answer
  throw new UnexpectedResponse(`${question.method} ${question.path} got ${answer.status} ${code}`)
}

/** Thrown for an error response that no action of the torture test can cause. */
export class UnexpectedResponse extends Error {}

export function isSuccess(answer: TestResponse): boolean {
  return answer.status < 300
}

/** Returns a copy of the confirmed state with one change. */
export function copyState(facts: ConfirmedState, change: (copy: ConfirmedState) => void): ConfirmedState {
  const copy = structuredClone(facts)
  change(copy)
  return copy
}

export function buildControlPath(lane: Lane, path: string): string {
  return `/_drydock/accounts/${lane.facts.id}${path}`
}
