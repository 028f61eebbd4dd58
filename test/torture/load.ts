import type { Seeded } from '../support/seeded.ts'
import {
  advance,
  changeWallet,
  changeWebhook,
  createKey,
  createOrDelete,
  fund,
  loadSnapshot,
  reset,
  revokeKey,
  saveSnapshot,
} from './actions/account.ts'
import { buyBatch, createBatch, createLargeBatch } from './actions/batches.ts'
import { addFault, listCarrierAccounts } from './actions/faults.ts'
import { buyLabels, voidLabel } from './actions/labels.ts'
import { track } from './actions/parcels.ts'
import type { Action, Lane } from './lane.ts'

/** Actions and how often each is drawn. */
type Mix = readonly (readonly [number, Action])[]

const usual: Mix = [
  [30, buyLabels],
  [8, voidLabel],
  [8, track],
  [5, createBatch],
  [5, buyBatch],
  [5, fund],
  [4, changeWallet],
  [4, changeWebhook],
  [5, addFault],
  [5, listCarrierAccounts],
  [14, advance],
  [3, createKey],
  [3, revokeKey],
  [2, saveSnapshot],
  [1, loadSnapshot],
  [0.5, reset],
]

const guest: Mix = [[12, createOrDelete], ...usual]
/** In turn: what is written anew once the ballast is thrown away is small, and the next ballast makes it due again. */
const ballast: Mix = [
  [1, async (lane) => (await createLargeBatch(lane)) ?? reset(lane)],
  [0.1, createLargeBatch],
]

export const ballastAccount = 'ballast'

/** The accounts of a round: what each is drawn, and how its clock runs. */
export const accounts = [
  { id: 'default', mix: usual, clock: null },
  { id: 'frozen', mix: usual, clock: { mode: 'frozen', now: '2030-03-04T12:00:00.000Z' } },
  { id: 'fast', mix: usual, clock: { mode: 'realtime', rate: 3_600 } },
  { id: 'guest', mix: guest, clock: { mode: 'frozen', now: '2032-07-08T00:00:00.000Z' } },
  { id: ballastAccount, mix: ballast, clock: { mode: 'frozen', now: '2033-09-10T00:00:00.000Z' } },
] as const

/** The next action for an account; one that is away can only come back. */
export function drawAction(lane: Lane, draw: Seeded): Action {
  if (!lane.facts.exists) return createOrDelete
  const { mix } = accounts.find(({ id }) => id === lane.facts.id) ?? accounts[0]
  const total = mix.reduce((sum, [weight]) => sum + weight, 0)
  let left = draw.next() * total
  for (const [weight, action] of mix) {
    left -= weight
    if (left < 0) return action
  }
  return buyLabels
}
