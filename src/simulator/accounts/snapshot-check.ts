import { problemsOfStoredFault } from '../faults/stored-problems.ts'
import { refuseField } from '../requests/json-body.ts'
import { amountBounds, maxBalanceCents } from '../resources/wallet-bounds.ts'
import { batchMaxItems } from '../specification/operations.ts'
import { longestAdvanceMs } from '../time/clock-moves.ts'
import { fastestClockRate } from '../time/timestamp.ts'
import { validateWebhookUrl } from '../webhooks/webhook-url.ts'
import { type CheckedSnapshot, readRecords } from './snapshot-schema.ts'

/** Characters that are safe in a header and in a path. */
const plainId = /^[\w.-]+$/
const barcodeText = /^[\dA-Z]{1,40}$/i

type Collections = CheckedSnapshot['collections']

interface Problem {
  readonly field: string
  readonly reason: string
}

/**
 * Reads a snapshot from a request body, in steps. Besides malformed records it refuses values that a request
 * could not set either, and records that refer to a missing record.
 */
export function* readSnapshot(body: unknown): Generator<void, CheckedSnapshot> {
  const snapshot = yield* readRecords(body)
  for (const find of [
    settingProblems,
    stepProblems,
    idProblems,
    keyProblems,
    labelProblems,
    trackerProblems,
    batchProblems,
    faultProblems,
  ]) {
    for (const { field, reason } of find(snapshot.collections)) refuseField(`collections.${field}`, reason)
    yield
  }
  return snapshot
}

function* settingProblems({ clock, wallet, webhook, deliveries }: Collections): Generator<Problem> {
  const { balanceCents, autoReload } = wallet.it
  if (balanceCents > maxBalanceCents)
    yield { field: 'wallet.it.balanceCents', reason: `must be at most ${maxBalanceCents}` }
  if (autoReload !== null && isBeyondAsked(autoReload.thresholdCents, autoReload.amountCents))
    yield { field: 'wallet.it.autoReload', reason: `must have at most ${amountBounds.reload.max} cents` }
  if (clock.it.rate > fastestClockRate)
    yield { field: 'clock.it.rate', reason: `must be at most ${fastestClockRate}` }
  const urls = Object.values(deliveries).map(({ id, url }) => ({ field: `deliveries.${id}.url`, url }))
  for (const { field, url } of [{ field: 'webhook.it.url', url: webhook.it.url }, ...urls]) {
    const reason = url === null ? undefined : validateWebhookUrl(url)
    if (reason !== undefined) yield { field, reason }
  }
}

/** Steps of a scenario have the bounds of a scenario file. */
function* stepProblems({ scenario_steps }: Collections): Generator<Problem> {
  for (const { id, wallet } of Object.values(scenario_steps)) {
    const { balance_cents: balance, auto_reload: reload } = wallet
    if (isBeyondAsked(balance, reload?.threshold_cents, reload?.amount_cents)) {
      const reason = `must have at most ${amountBounds.balance.max} cents`
      yield { field: `scenario_steps.${id}.wallet`, reason }
    }
  }
}

function isBeyondAsked(...amounts: readonly (number | undefined)[]): boolean {
  return amounts.some((cents) => cents !== undefined && cents > amountBounds.balance.max)
}

/** A record is found by its key in the collection and shows its own id: both must be the same. */
function* idProblems(collections: Collections): Generator<Problem> {
  for (const [name, records] of Object.entries(collections)) {
    for (const [key, record] of Object.entries(records)) {
      const id: unknown =
        typeof record === 'object' && record !== null ? Reflect.get(record, 'id') : undefined
      if (id !== undefined && id !== key)
        yield { field: `${name}.${key}.id`, reason: 'must be what the record is kept under' }
    }
  }
}

/** Two keys may not share a value. */
function* keyProblems({ keys }: Collections): Generator<Problem> {
  const values = new Set<string>()
  for (const { id, value } of Object.values(keys)) {
    if (values.has(value)) yield { field: `keys.${id}.value`, reason: 'is the value of another key as well' }
    values.add(value)
  }
}

function* labelProblems({ labels, shipments }: Collections): Generator<Problem> {
  for (const { id, shipmentId, trackingNumber } of Object.values(labels)) {
    const at = `labels.${id}`
    if (!plainId.test(id)) {
      yield { field: `${at}.id`, reason: 'must be letters, digits, dots, dashes and underscores' }
    }
    if (!barcodeText.test(trackingNumber)) {
      yield { field: `${at}.trackingNumber`, reason: 'must be 1 to 40 letters and digits, for the barcode' }
    }
    if (!Object.hasOwn(shipments, shipmentId)) {
      yield { field: `${at}.shipmentId`, reason: 'names no shipment' }
    }
  }
}

/** Every overdue poll is made, so a date too far back would keep the simulator busy. */
function* trackerProblems({ trackers, clock }: Collections): Generator<Problem> {
  for (const { id, nextPollAtMs } of Object.values(trackers)) {
    if (nextPollAtMs < clock.it.baseMs - longestAdvanceMs) {
      yield { field: `trackers.${id}.nextPollAtMs`, reason: 'is more than a hundred years before the clock' }
    }
  }
}

function* batchProblems({ batches, batch_items }: Collections): Generator<Problem> {
  for (const { id, itemCount, doneCount } of Object.values(batches)) {
    if (itemCount > batchMaxItems)
      yield { field: `batches.${id}.itemCount`, reason: `must be at most ${batchMaxItems}` }
    if (doneCount > itemCount) yield { field: `batches.${id}.doneCount`, reason: 'must be at most itemCount' }
    for (let index = 0; index < itemCount; index += 1) {
      if (!Object.hasOwn(batch_items, `${id}.${index}`))
        yield { field: `batch_items.${id}.${index}`, reason: 'is missing' }
    }
  }
}

function* faultProblems({ faults }: Collections): Generator<Problem> {
  for (const fault of Object.values(faults)) {
    for (const { field, reason } of problemsOfStoredFault(fault))
      yield { field: `faults.${fault.id}.${field}`, reason }
  }
}
