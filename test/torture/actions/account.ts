import { z } from 'zod'
import type { Question } from '../../support/test-client.ts'
import { type Card, type Facts, newFacts } from '../facts.ts'
import { type Action, attempt, controlPath, copyWith, isSuccess, type Lane, type Unsure } from '../lane.ts'
import { readBatches } from './batches.ts'
import { nothing } from './labels.ts'

/** A change of the account whose effect is known beforehand: it holds once it is answered, and perhaps if it is not. */
async function settleChange(
  lane: Lane,
  question: Question,
  effect: (facts: Facts) => void,
): Promise<Unsure | undefined> {
  const answer = await attempt(lane, question, ['WALLET.PAYMENT.FAILED', 'WALLET.PAYMENT_METHOD.MISSING'])
  if (answer === undefined) return (known) => [copyWith(known, effect)]
  if (isSuccess(answer)) effect(lane.facts)
  return undefined
}

export const fund: Action = (lane) => {
  // An amount of its own, so that the ledger shows which were kept.
  const amount = 500 + lane.draw.between(0, 100_000)
  const question = {
    method: 'POST',
    path: controlPath(lane, '/wallet/fund'),
    body: { amount_cents: amount },
  } as const
  return settleChange(lane, question, (facts) => facts.fundings.push(amount))
}

export const changeWallet: Action = (lane) => {
  const card = lane.draw.pick<Card>(['valid', 'valid', 'valid', 'declined', 'none'])
  const reload = lane.draw.chance(0.7) ? { threshold_cents: 2_000, amount_cents: 50_000 } : null
  const body = { payment_method: card, auto_reload: reload }
  return settleChange(lane, { method: 'PATCH', path: controlPath(lane, '/wallet'), body }, (facts) => {
    facts.card = card
  })
}

export const changeWebhook: Action = (lane) => {
  const url = lane.draw.chance(0.8) ? lane.receiverUrl : null
  const path = controlPath(lane, '/webhook')
  const question: Question =
    url === null ? { method: 'DELETE', path } : { method: 'PUT', path, body: { url } }
  return settleChange(lane, question, (facts) => {
    facts.webhookUrl = url
  })
}

const madeKey = z.object({ id: z.string(), key: z.string() })

export const createKey: Action = async (lane) => {
  const body = { environment: lane.draw.pick(['test', 'live']) }
  const answer = await attempt(lane, { method: 'POST', path: controlPath(lane, '/keys'), body })
  if (answer === undefined) return nothing
  const { id, key: value } = madeKey.parse(answer.body)
  lane.facts.keysMade.push({ id, value, revoked: false })
  return undefined
}

export const revokeKey: Action = async (lane) => {
  const standing = lane.facts.keysMade.filter(({ revoked }) => !revoked)
  if (standing.length === 0) return undefined
  const { id } = lane.draw.pick(standing)
  return settleChange(lane, { method: 'DELETE', path: controlPath(lane, `/keys/${id}`) }, (facts) => {
    for (const key of facts.keysMade) if (key.id === id) key.revoked = true
  })
}

const moved = z.object({ now: z.iso.datetime().transform((text) => Date.parse(text)) })
const spans = { '1s': 1_000, '10s': 10_000, '5m': 300_000, '2h': 7_200_000, '24h': 86_400_000 } as const

/** Moves a frozen clock; one that runs has its own way. */
export const advance: Action = async (lane) => {
  if (lane.facts.startMs === null) return undefined
  const by = lane.draw.pick(['1s', '1s', '10s', '10s', '5m', '2h', '24h'] as const)
  const asked = { method: 'POST', path: controlPath(lane, '/clock/advance'), body: { by } } as const
  const answer = await attempt(lane, asked)
  if (answer === undefined) return reachedTime(lane.facts.clockMs + spans[by])
  lane.facts.clockMs = moved.parse(answer.body).now
  await readBatches(lane)
  return undefined
}

/** The world in which an advance came as far as the clock shows, and no further than it was to. */
function reachedTime(latestMs: number): Unsure {
  return (known, seen) => {
    const nowMs = seen?.clock.now ?? 0
    if (nowMs <= known.clockMs || nowMs > latestMs) return []
    return [
      copyWith(known, (copy) => {
        copy.clockMs = nowMs
      }),
    ]
  }
}

export const saveSnapshot: Action = async (lane) => {
  const answer = await attempt(lane, { method: 'GET', path: controlPath(lane, '/snapshot') })
  if (answer !== undefined) lane.saved = { document: answer.body, facts: structuredClone(lane.facts) }
  return undefined
}

export const loadSnapshot: Action = async (lane) => {
  const { saved } = lane
  if (saved === null) return undefined
  return replaceState(
    lane,
    { method: 'PUT', path: controlPath(lane, '/snapshot'), body: saved.document },
    structuredClone(saved.facts),
  )
}

export const reset: Action = (lane) =>
  replaceState(lane, { method: 'POST', path: controlPath(lane, '/reset') }, newFacts(lane.facts))

async function replaceState(lane: Lane, question: Question, replacement: Facts): Promise<Unsure | undefined> {
  const answer = await attempt(lane, question)
  if (answer === undefined) return () => [replacement]
  lane.facts = replacement
  return undefined
}

const madeAccount = z.object({ keys: z.object({ test: z.string(), live: z.string() }) })

/** Creates the account, or deletes it. */
export const createOrDelete: Action = async (lane) => {
  const { facts } = lane
  if (facts.exists)
    return replaceState(
      lane,
      { method: 'DELETE', path: controlPath(lane, '') },
      { ...newFacts(facts), exists: false },
    )
  const body = { id: facts.id, clock: { mode: 'frozen', now: new Date(facts.startMs ?? 0).toISOString() } }
  const answer = await attempt(lane, { method: 'POST', path: '/_drydock/accounts', body })
  // Its keys come from its id and the seed: an account made again has the keys it had.
  if (answer === undefined)
    return (known, seen) => (seen === null ? [] : [{ ...newFacts(known), keys: seen.keysOf }])
  lane.facts = { ...newFacts(facts), keys: madeAccount.parse(answer.body).keys }
  lane.saved = null
  return undefined
}
