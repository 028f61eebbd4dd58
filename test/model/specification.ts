import type { Batch, Environment, Label, Rate, World } from './world.ts'

/**
 * Sentences of the specification as functions: from what has been, to what must be answered. Each names the answers that are
 * right, by the code of a refusal or by `done`; where it says nothing, several are.
 */
export type Answers = readonly (string | 'done')[]

const minuteMs = 60_000
export const rateValidMs = 15 * minuteMs
const expiredKnownMs = 24 * 60 * minuteMs
/** Items of a batch that are bought in a second of the client's time. */
const itemsPerSecond = 50

/** Buying a rate: whose it is, how old it is, whether a label comes out, and who pays. */
export function purchaseAnswers(world: World, rate: Rate, key: Environment): Answers {
  const ageMs = world.nowMs - rate.quotedAtMs
  // A rate forgotten is nobody's.
  if (ageMs > rateValidMs + expiredKnownMs) return ['RATE.NOT_FOUND']
  const foreign = foreignAnswer(rate.environment, key, 'RATE.NOT_FOUND')
  if (foreign !== undefined) return [foreign]
  if (ageMs > rateValidMs) return ['RATE.EXPIRED']
  const payment = key === 'test' ? 'done' : paymentAnswer(world, rate.cents)
  if (world.creationFailures === 0) return [payment]
  // Which of two reasons is told first is not stated.
  return payment === 'done' ? ['LABEL.CREATION.FAILED'] : ['LABEL.CREATION.FAILED', payment]
}

/** Paying from the live wallet: the card tops it up only if it falls short, and only with auto-reload on. */
export function paymentAnswer(world: World, cents: number): string {
  if (world.balanceCents >= cents) return 'done'
  if (world.autoReloadCents === null) return 'WALLET.INSUFFICIENT_BALANCE'
  if (world.card === 'valid') return 'done'
  return world.card === 'declined' ? 'WALLET.PAYMENT.FAILED' : 'WALLET.PAYMENT_METHOD.MISSING'
}

/** Whether a balance can be what is left: what was there, reloads of the set amount, less what was paid. */
export function isBalanceAfter(world: World, cents: number, balanceAfter: number): boolean {
  const added = balanceAfter - (world.balanceCents - cents)
  if (added === 0) return balanceAfter >= 0
  const { autoReloadCents: amount, card } = world
  return amount !== null && card === 'valid' && added > 0 && added % amount === 0 && balanceAfter >= 0
}

/** A test key on a live thing is told so; to a live key, things of the sandbox are not there. */
export function foreignAnswer(owner: Environment, key: Environment, notFound: string): string | undefined {
  if (owner === key) return undefined
  return key === 'test' ? 'AUTH.KEY.SANDBOX_IN_PRODUCTION' : notFound
}

export function voidAnswers(label: Label, key: Environment): Answers {
  const foreign = foreignAnswer(label.environment, key, 'LABEL.NOT_FOUND')
  if (foreign !== undefined) return [foreign]
  if (label.voided) return ['LABEL.VOID.ALREADY_REQUESTED']
  if (label.scanned === 'yes') return ['LABEL.VOID.INELIGIBLE']
  return label.scanned === 'no' ? ['done'] : ['done', 'LABEL.VOID.INELIGIBLE']
}

export function batchAnswers(world: World, itemCents: readonly number[], key: Environment): Answers {
  if (itemCents.length === 0) return ['BATCH.ITEMS.REQUIRED']
  return [key === 'test' ? 'done' : paymentAnswer(world, sum(itemCents))]
}

export function buyBatchAnswers(batch: Batch, key: Environment): Answers {
  const foreign = foreignAnswer(batch.environment, key, 'BATCH.NOT_FOUND')
  if (foreign !== undefined) return [foreign]
  return [batch.status === 'created' ? 'done' : 'BATCH.ALREADY_PROCESSING']
}

/** What a batch may say of itself now. */
export function batchStatuses(world: World, batch: Batch): readonly Batch['status'][] {
  if (batch.boughtAtMs === null) return ['created']
  const neededMs = Math.ceil(batch.itemCents.length / itemsPerSecond) * 1_000
  return world.nowMs >= batch.boughtAtMs + neededMs ? ['completed'] : ['processing']
}

/** Time passes: batches go on, and carriers may have come to what was waiting for them. */
export function passTime(world: World, spanMs: number): void {
  world.nowMs += spanMs
  if (spanMs === 0) return
  for (const label of world.labels) if (label.scanned === 'no') label.scanned = 'perhaps'
  // Those bought first come first; one bought with another at the same instant comes behind it.
  for (const batch of world.bought) {
    const [status] = batchStatuses(world, batch)
    if (batch.status === 'processing' && status === 'completed') completeBatch(world, batch)
  }
}

/** Each item becomes a label or fails; what a failed one had cost goes back. */
function completeBatch(world: World, batch: Batch): void {
  batch.status = 'completed'
  for (const cents of batch.itemCents) {
    if (world.creationFailures === 0) return
    world.creationFailures -= 1
    if (batch.environment === 'live') world.balanceCents += cents
  }
}

export function sum(cents: readonly number[]): number {
  return cents.reduce((total, each) => total + each, 0)
}
