import { z } from 'zod'
import type { TestRequest } from '../../support/test-client.ts'
import { type Card, type ConfirmedState, createConfirmedState } from '../confirmed-state.ts'
import {
  type Action,
  buildControlPath,
  copyState,
  isSuccess,
  type Lane,
  type PossibleStates,
  sendChange,
} from '../lane.ts'
import { readBatches } from './batches.ts'
import { listNoOtherState } from './labels.ts'

/**
 * Sends a change whose effect is known beforehand. If there is no response, the change may or may not have happened.
 */
async function sendKnownChange(
  lane: Lane,
  question: TestRequest,
  effect: (facts: ConfirmedState) => void,
): Promise<PossibleStates | undefined> {
  const answer = await sendChange(lane, question, ['WALLET.PAYMENT.FAILED', 'WALLET.PAYMENT_METHOD.MISSING'])
  if (answer === undefined) return (known) => [copyState(known, effect)]
  if (isSuccess(answer)) effect(lane.facts)
  return undefined
}

export const fundWallet: Action = (lane) => {
  // Each funding has a different amount, so that the ledger shows which fundings are stored.
  const amount = 500 + lane.draw.between(0, 100_000)
  const question = {
    method: 'POST',
    path: buildControlPath(lane, '/wallet/fund'),
    body: { amount_cents: amount },
  } as const
  return sendKnownChange(lane, question, (facts) => facts.fundings.push(amount))
}

export const changeWallet: Action = (lane) => {
  const card = lane.draw.pick<Card>(['valid', 'valid', 'valid', 'declined', 'none'])
  const reload = lane.draw.chance(0.7) ? { threshold_cents: 2_000, amount_cents: 50_000 } : null
  const body = { payment_method: card, auto_reload: reload }
  return sendKnownChange(
    lane,
    { method: 'PATCH', path: buildControlPath(lane, '/wallet'), body },
    (facts) => {
      facts.card = card
    },
  )
}

export const changeWebhook: Action = (lane) => {
  const url = lane.draw.chance(0.8) ? lane.receiverUrl : null
  const path = buildControlPath(lane, '/webhook')
  const question: TestRequest =
    url === null ? { method: 'DELETE', path } : { method: 'PUT', path, body: { url } }
  return sendKnownChange(lane, question, (facts) => {
    facts.webhookUrl = url
  })
}

const madeKey = z.object({ id: z.string(), key: z.string() })

export const createKey: Action = async (lane) => {
  const body = { environment: lane.draw.pick(['test', 'live']) }
  const answer = await sendChange(lane, { method: 'POST', path: buildControlPath(lane, '/keys'), body })
  if (answer === undefined) return listNoOtherState
  const { id, key: value } = madeKey.parse(answer.body)
  lane.facts.keysMade.push({ id, value, revoked: false })
  return undefined
}

export const revokeKey: Action = async (lane) => {
  const standing = lane.facts.keysMade.filter(({ revoked }) => !revoked)
  if (standing.length === 0) return undefined
  const { id } = lane.draw.pick(standing)
  return sendKnownChange(lane, { method: 'DELETE', path: buildControlPath(lane, `/keys/${id}`) }, (facts) => {
    for (const key of facts.keysMade) if (key.id === id) key.revoked = true
  })
}

const moved = z.object({ now: z.iso.datetime().transform((text) => Date.parse(text)) })
const spans = { '1s': 1_000, '10s': 10_000, '5m': 300_000, '2h': 7_200_000, '24h': 86_400_000 } as const

/** Advances the clock of the account if the clock is frozen. */
export const advanceClock: Action = async (lane) => {
  if (lane.facts.startMs === null) return undefined
  const by = lane.draw.pick(['1s', '1s', '10s', '10s', '5m', '2h', '24h'] as const)
  const asked = { method: 'POST', path: buildControlPath(lane, '/clock/advance'), body: { by } } as const
  const answer = await sendChange(lane, asked)
  if (answer === undefined) return listStatesAfterAdvance(lane.facts.clockMs + spans[by])
  lane.facts.clockMs = moved.parse(answer.body).now
  await readBatches(lane)
  return undefined
}

/**
 * Returns the state after an advance that had no response: the clock has reached the time that it shows, at most
 * `latestMs`.
 */
function listStatesAfterAdvance(latestMs: number): PossibleStates {
  return (known, seen) => {
    const nowMs = seen?.clock.now ?? 0
    if (nowMs <= known.clockMs || nowMs > latestMs) return []
    return [
      copyState(known, (copy) => {
        copy.clockMs = nowMs
      }),
    ]
  }
}

export const saveSnapshot: Action = async (lane) => {
  const answer = await sendChange(lane, { method: 'GET', path: buildControlPath(lane, '/snapshot') })
  if (answer !== undefined) lane.saved = { document: answer.body, facts: structuredClone(lane.facts) }
  return undefined
}

export const loadSnapshot: Action = async (lane) => {
  const { saved } = lane
  if (saved === null) return undefined
  return replaceState(
    lane,
    { method: 'PUT', path: buildControlPath(lane, '/snapshot'), body: saved.document },
    structuredClone(saved.facts),
  )
}

export const resetAccount: Action = (lane) =>
  replaceState(
    lane,
    { method: 'POST', path: buildControlPath(lane, '/reset') },
    createConfirmedState(lane.facts),
  )

async function replaceState(
  lane: Lane,
  question: TestRequest,
  replacement: ConfirmedState,
): Promise<PossibleStates | undefined> {
  const answer = await sendChange(lane, question)
  if (answer === undefined) return () => [replacement]
  lane.facts = replacement
  return undefined
}

const madeAccount = z.object({ keys: z.object({ test: z.string(), live: z.string() }) })

/** Deletes the account if it exists; otherwise creates it. */
export const createOrDeleteAccount: Action = async (lane) => {
  const { facts } = lane
  if (facts.exists)
    return replaceState(
      lane,
      { method: 'DELETE', path: buildControlPath(lane, '') },
      { ...createConfirmedState(facts), exists: false },
    )
  const body = { id: facts.id, clock: { mode: 'frozen', now: new Date(facts.startMs ?? 0).toISOString() } }
  const answer = await sendChange(lane, { method: 'POST', path: '/_drydock/accounts', body })
  // The keys of an account depend on its id and the seed, so an account that is created again has the same keys.
  if (answer === undefined)
    return (known, seen) => (seen === null ? [] : [{ ...createConfirmedState(known), keys: seen.keysOf }])
  lane.facts = { ...createConfirmedState(facts), keys: madeAccount.parse(answer.body).keys }
  lane.saved = null
  return undefined
}
