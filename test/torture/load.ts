import type { Seeded } from '../support/seeded.ts'
import {
  advanceClock,
  changeWallet,
  changeWebhook,
  createKey,
  createOrDeleteAccount,
  fundWallet,
  loadSnapshot,
  resetAccount,
  revokeKey,
  saveSnapshot,
} from './actions/account.ts'
import { buyBatch, createBatch, createLargeBatch } from './actions/batches.ts'
import { addFault, listCarrierAccounts } from './actions/faults.ts'
import { buyLabels, voidLabel } from './actions/labels.ts'
import { registerTracker } from './actions/parcels.ts'
import type { Action, Lane } from './lane.ts'

/** Actions of the torture test, and how often each is drawn. */
type Mix = readonly (readonly [number, Action])[]

const usualActions: Mix = [
  [30, buyLabels],
  [8, voidLabel],
  [8, registerTracker],
  [5, createBatch],
  [5, buyBatch],
  [5, fundWallet],
  [4, changeWallet],
  [4, changeWebhook],
  [5, addFault],
  [5, listCarrierAccounts],
  [14, advanceClock],
  [3, createKey],
  [3, revokeKey],
  [2, saveSnapshot],
  [1, loadSnapshot],
  [0.5, resetAccount],
]

const guestActions: Mix = [[12, createOrDeleteAccount], ...usualActions]
/**
 * Actions that create large batches and reset the account: after a reset, the next large batch causes a compaction
 * again.
 */
const ballastActions: Mix = [
  [1, async (lane) => (await createLargeBatch(lane)) ?? resetAccount(lane)],
  [0.1, createLargeBatch],
]

export const ballastAccount = 'ballast'

/** The accounts of a round, with their actions and clocks. */
export const accounts = [
  { id: 'default', mix: usualActions, clock: null },
  { id: 'frozen', mix: usualActions, clock: { mode: 'frozen', now: '2030-03-04T12:00:00.000Z' } },
  { id: 'fast', mix: usualActions, clock: { mode: 'realtime', rate: 3_600 } },
  { id: 'guest', mix: guestActions, clock: { mode: 'frozen', now: '2032-07-08T00:00:00.000Z' } },
  { id: ballastAccount, mix: ballastActions, clock: { mode: 'frozen', now: '2033-09-10T00:00:00.000Z' } },
] as const

/** Draws the next action for an account. A deleted account can only be created again. */
export function drawAction(lane: Lane, draw: Seeded): Action {
  if (!lane.facts.exists) return createOrDeleteAccount
  const { mix } = accounts.find(({ id }) => id === lane.facts.id) ?? accounts[0]
  const total = mix.reduce((sum, [weight]) => sum + weight, 0)
  let left = draw.next() * total
  for (const [weight, action] of mix) {
    left -= weight
    if (left < 0) return action
  }
  return buyLabels
}
