import { z } from 'zod'
import { codeOf } from '../answer-code.ts'
import type { FaultFact, FaultTarget } from '../facts.ts'
import { type Action, attempt, controlPath, copyWith } from '../lane.ts'
import { nothing } from './labels.ts'

const made = z.object({ id: z.string() })

/** The part that a fault on `api` narrows itself to, and the code by which its trigger is known. */
const bitten = { operation: 'GET /v1/carrier-accounts', code: 'CARRIER.ERROR.UNKNOWN' } as const

/** A fault that triggers a counted number of times. */
export const addFault: Action = async (lane) => {
  const target = lane.draw.pick<FaultTarget>(['label_creation', 'api'])
  const times = lane.draw.between(1, 4)
  const narrowed = target === 'api' ? bitten : {}
  const body = { target, mode: 'error', times, ...narrowed }
  const answer = await attempt(lane, { method: 'POST', path: controlPath(lane, '/faults'), body })
  if (answer !== undefined) {
    lane.facts.faults.push({ id: made.parse(answer.body).id, times, target })
    return undefined
  }
  return (known, seen) => {
    const ids = new Set(known.faults.map(({ id }) => id))
    const stranger = seen?.faults.find(({ id }) => !ids.has(id))
    if (stranger === undefined) return []
    const fact: FaultFact = { id: stranger.id, times, target }
    return [copyWith(known, (copy) => copy.faults.push(fact))]
  }
}

/** Meets the fault on `api`, where there is one. */
export const listCarrierAccounts: Action = async (lane) => {
  const key = lane.facts.keys.test
  const answer = await attempt(lane, { method: 'GET', path: '/v1/carrier-accounts', key }, [bitten.code])
  if (answer === undefined) return nothing
  if (codeOf(answer) === bitten.code) lane.facts.bites.api += 1
  return undefined
}
