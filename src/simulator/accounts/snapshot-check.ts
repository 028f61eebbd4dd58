import { findStoredFaultProblems } from '../faults/stored-problems.ts'
import { refuseField } from '../requests/json-body.ts'
import { amountBounds, maxBalanceCents, maxDeclinedPayments } from '../resources/wallet-bounds.ts'
import { batchMaxItems } from '../specification/operations.ts'
import { longestAdvanceMs } from '../time/clock-moves.ts'
import { fastestClockRate } from '../time/timestamp.ts'
import { explainRefusedUrl } from '../webhooks/webhook-url.ts'
import { type CheckedSnapshot, readRecords } from './snapshot-schema.ts'

/** Matches ids whose characters are safe in a header and in a path. */
const plainId = /^[\w.-]+$/
const barcodeText = /^[\dA-Z]{1,40}$/i

type Collections = CheckedSnapshot['collections']

interface Problem {
  readonly field: string
  readonly reason: string
}

/**
 * Yields each problem of a snapshot, and undefined for each valid record, so that the check can pause between
 * records.
 */
type Problems = Generator<Problem | undefined>

/**
 * Reads a snapshot from a request body, in steps. Refuses malformed records, values that no request can set, and records
 * that refer to a missing record.
 */
export function* readSnapshot(body: unknown): Generator<void, CheckedSnapshot> {
  const snapshot = yield* readRecords(body)
  for (const find of [
    findSettingProblems,
    findDeliveryProblems,
    findStepProblems,
    findKeyProblems,
    findLabelProblems,
    findTrackerProblems,
    findBatchProblems,
    findFaultProblems,
  ]) {
    for (const problem of find(snapshot.collections)) {
      if (problem !== undefined) refuseField(`collections.${problem.field}`, problem.reason)
      yield
    }
  }
  return snapshot
}

function* findSettingProblems({ clock, wallet, webhook }: Collections): Problems {
  const { balanceCents, autoReload, declineNext } = wallet.it
  if (balanceCents > maxBalanceCents)
    yield { field: 'wallet.it.balanceCents', reason: `must be at most ${maxBalanceCents}` }
  if (autoReload !== null && isBeyondRequestBounds(autoReload.thresholdCents, autoReload.amountCents))
    yield { field: 'wallet.it.autoReload', reason: `must have at most ${amountBounds.reload.max} cents` }
  if (declineNext > maxDeclinedPayments)
    yield { field: 'wallet.it.declineNext', reason: `must be at most ${maxDeclinedPayments}` }
  if (clock.it.rate > fastestClockRate)
    yield { field: 'clock.it.rate', reason: `must be at most ${fastestClockRate}` }
  const reason = webhook.it.url === null ? undefined : explainRefusedUrl(webhook.it.url)
  if (reason !== undefined) yield { field: 'webhook.it.url', reason }
}

function* findDeliveryProblems({ deliveries }: Collections): Problems {
  for (const { id, url } of deliveries.values()) {
    const reason = explainRefusedUrl(url)
    yield reason === undefined ? undefined : { field: `deliveries.${id}.url`, reason }
  }
}

/** Finds scenario steps with amounts that a scenario file could not have. */
function* findStepProblems({ scenario_steps }: Collections): Problems {
  for (const { id, wallet } of scenario_steps.values()) {
    const { balance_cents: balance, auto_reload: reload } = wallet
    if (isBeyondRequestBounds(balance, reload?.threshold_cents, reload?.amount_cents)) {
      const reason = `must have at most ${amountBounds.balance.max} cents`
      yield { field: `scenario_steps.${id}.wallet`, reason }
    }
    yield
  }
}

function isBeyondRequestBounds(...amounts: readonly (number | undefined)[]): boolean {
  return amounts.some((cents) => cents !== undefined && cents > amountBounds.balance.max)
}

/** Finds keys with the same value as another key. */
function* findKeyProblems({ keys }: Collections): Problems {
  const values = new Set<string>()
  for (const { id, value } of keys.values()) {
    if (values.has(value)) yield { field: `keys.${id}.value`, reason: 'is the value of another key as well' }
    values.add(value)
    yield
  }
}

function* findLabelProblems({ labels, shipments }: Collections): Problems {
  for (const { id, shipmentId, trackingNumber } of labels.values()) {
    const at = `labels.${id}`
    if (!plainId.test(id)) {
      yield { field: `${at}.id`, reason: 'must be letters, digits, dots, dashes and underscores' }
    }
    if (!barcodeText.test(trackingNumber)) {
      yield { field: `${at}.trackingNumber`, reason: 'must be 1 to 40 letters and digits, for the barcode' }
    }
    if (!shipments.has(shipmentId)) {
      yield { field: `${at}.shipmentId`, reason: 'names no shipment' }
    }
    yield
  }
}

/** Finds trackers whose next poll is too long ago: the simulator makes every overdue poll, so they would keep it busy. */
function* findTrackerProblems({ trackers, clock }: Collections): Problems {
  for (const { id, nextPollAtMs } of trackers.values()) {
    if (nextPollAtMs < clock.it.baseMs - longestAdvanceMs) {
      yield {
        field: `trackers.${id}.nextPollAtMs`,
        reason: 'is more than a hundred years before the present time of the account',
      }
    }
    yield
  }
}

function* findBatchProblems({ batches, batch_items }: Collections): Problems {
  for (const { id, itemCount, doneCount } of batches.values()) {
    if (itemCount > batchMaxItems)
      yield { field: `batches.${id}.itemCount`, reason: `must be at most ${batchMaxItems}` }
    if (doneCount > itemCount) yield { field: `batches.${id}.doneCount`, reason: 'must be at most itemCount' }
    for (let index = 0; index < itemCount; index += 1) {
      if (!batch_items.has(`${id}.${index}`))
        yield { field: `batch_items.${id}.${index}`, reason: 'is missing' }
    }
    yield
  }
}

function* findFaultProblems({ faults }: Collections): Problems {
  for (const fault of faults.values()) {
    for (const { field, reason } of findStoredFaultProblems(fault))
      yield { field: `faults.${fault.id}.${field}`, reason }
    yield
  }
}
