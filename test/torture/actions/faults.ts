import { z } from 'zod'
import type { FaultFact, FaultTarget } from '../confirmed-state.ts'
import { readErrorCode } from '../error-code.ts'
import { type Action, buildControlPath, copyState, sendChange } from '../lane.ts'
import { listNoOtherState } from './labels.ts'

const made = z.object({ id: z.string() })

/**
 * The only operation that the torture test's faults on `api` affect, and the error code that shows that a fault was
 * triggered.
 */
const apiFault = { operation: 'GET /v1/carrier-accounts', code: 'CARRIER.ERROR.UNKNOWN' } as const

/** Adds a fault that triggers a limited number of times. */
export const addFault: Action = async (lane) => {
  const target = lane.draw.pick<FaultTarget>(['label_creation', 'api'])
  const times = lane.draw.between(1, 4)
  const narrowed = target === 'api' ? apiFault : {}
  const body = { target, mode: 'error', times, ...narrowed }
  const answer = await sendChange(lane, { method: 'POST', path: buildControlPath(lane, '/faults'), body })
  if (answer !== undefined) {
    lane.facts.faults.push({ id: made.parse(answer.body).id, times, target })
    return undefined
  }
  return (known, seen) => {
    const ids = new Set(known.faults.map(({ id }) => id))
    const stranger = seen?.faults.find(({ id }) => !ids.has(id))
    if (stranger === undefined) return []
    const fact: FaultFact = { id: stranger.id, times, target }
    return [copyState(known, (copy) => copy.faults.push(fact))]
  }
}

/** Sends a request that triggers the fault on `api`, if there is one. */
export const listCarrierAccounts: Action = async (lane) => {
  const key = lane.facts.keys.test
  const answer = await sendChange(lane, { method: 'GET', path: '/v1/carrier-accounts', key }, [apiFault.code])
  if (answer === undefined) return listNoOtherState
  if (readErrorCode(answer) === apiFault.code) lane.facts.triggers.api += 1
  return undefined
}
