import { z } from 'zod'
import { batchItem, ratesBody } from '../support/parcels.ts'
import {
  batchAnswers,
  batchStatuses,
  buyBatchAnswers,
  foreignAnswer,
  isBalanceAfter,
  passTime,
  purchaseAnswers,
  sum,
  voidAnswers,
} from './specification.ts'
import { type Client, mustBe, mustEqual } from './target.ts'
import type { Batch, Card, Environment, Label, Rate, World } from './world.ts'

/** What can be done to a client: each move is made, held against the model, and written down in it. */

const quoted = z.object({ rates: z.array(z.object({ id: z.string(), rate_cents: z.int() })).min(1) })

export async function quote(world: World, client: Client, key: Environment): Promise<void> {
  const told = await client.call(key, 'POST /v1/rates', ratesBody())
  mustBe('rates', told, ['done'])
  const { rates } = quoted.parse(told.body)
  const prices = rates.map(({ rate_cents }) => rate_cents)
  mustEqual('rates, cheapest first', String(prices), String([...prices].sort((a, b) => a - b)))
  for (const { id, rate_cents: cents } of rates.slice(0, 2))
    world.rates.push({ id, environment: key, cents, quotedAtMs: world.nowMs })
}

const bought = z.object({
  id: z.string(),
  rate_cents: z.int(),
  sandbox: z.boolean(),
  tracking_number: z.string(),
  wallet_balance_after_cents: z.int(),
})

export async function buy(
  world: World,
  client: Client,
  { rate, key }: { rate: Rate; key: Environment },
): Promise<void> {
  const told = await client.call(key, 'POST /v1/labels', { rate_id: rate.id })
  mustBe('a purchase', told, purchaseAnswers(world, rate, key))
  if (told.code === 'LABEL.CREATION.FAILED') world.creationFailures -= 1
  if (told.code !== 'done') return
  const label = bought.parse(told.body)
  mustEqual('the price of a label', label.rate_cents, rate.cents)
  mustEqual('sandbox', label.sandbox, key === 'test')
  mustEqual('9999 before the number', label.tracking_number.startsWith('9999'), key === 'test')
  mustEqual(
    'an id of its own',
    world.labels.some(({ id }) => id === label.id),
    false,
  )
  if (key === 'live') {
    const after = label.wallet_balance_after_cents
    mustEqual(
      `${after} after paying ${rate.cents} of ${world.balanceCents}`,
      isBalanceAfter(world, rate.cents, after),
      true,
    )
    world.balanceCents = after
  }
  const { id, tracking_number: trackingNumber } = label
  world.labels.push({ id, environment: key, cents: rate.cents, trackingNumber, voided: false, scanned: 'no' })
}

const read = z.object({ id: z.string(), rate_cents: z.int(), void_status: z.string().nullable() })

export async function readLabel(
  client: Client,
  { label, key }: { label: Label; key: Environment },
): Promise<void> {
  const told = await client.call(key, `GET /v1/labels/${label.id}`)
  mustBe('a label', told, [foreignAnswer(label.environment, key, 'LABEL.NOT_FOUND') ?? 'done'])
  if (told.code !== 'done') return
  const shown = read.parse(told.body)
  mustEqual('the price of a label read', shown.rate_cents, label.cents)
  mustEqual('its void', shown.void_status, label.voided ? 'requested' : null)
}

export async function voidLabel(
  client: Client,
  { label, key }: { label: Label; key: Environment },
): Promise<void> {
  const told = await client.call(key, `DELETE /v1/labels/${label.id}`)
  mustBe('a void', told, voidAnswers(label, key))
  if (told.code === 'done') label.voided = true
  if (told.code === 'LABEL.VOID.INELIGIBLE') label.scanned = 'yes'
}

export async function scan(client: Client, label: Label): Promise<void> {
  await client.control(`POST /labels/${label.id}/scan`)
  label.scanned = 'yes'
}

const tracker = z.object({
  id: z.string(),
  tracking_number: z.string(),
  carrier: z.string(),
  events: z.array(z.object({ status: z.string(), status_detail: z.string(), timestamp: z.string() })),
})

export async function track(
  world: World,
  client: Client,
  { trackingNumber, key }: { trackingNumber: string; key: Environment },
): Promise<void> {
  const told = await client.call(key, 'POST /v1/trackers', {
    tracking_number: trackingNumber,
    carrier: 'ups',
  })
  const owner = world.labels.find((label) => label.trackingNumber === trackingNumber)?.environment
  const isForeign = key === 'test' && owner === 'live'
  mustBe('a tracker', told, [isForeign ? 'AUTH.KEY.SANDBOX_IN_PRODUCTION' : 'done'])
  if (told.code !== 'done') return
  const made = tracker.parse(told.body)
  mustEqual('the number of a tracker', made.tracking_number, trackingNumber)
  mustEqual('its carrier', made.carrier, 'UPS')
  const known = world.trackers.find(
    (each) => each.trackingNumber === trackingNumber && each.environment === key,
  )
  if (known !== undefined) mustEqual('the same parcel, the same tracker', made.id, known.id)
  else
    world.trackers.push({
      id: made.id,
      environment: key,
      trackingNumber,
      carrier: 'UPS',
      events: made.events.map(eventText),
    })
}

export async function readTracker(
  world: World,
  client: Client,
  { at, key }: { at: number; key: Environment },
): Promise<void> {
  const known = world.trackers[at % world.trackers.length]
  if (known === undefined) return
  const told = await client.call(key, `GET /v1/trackers/${known.id}`)
  mustBe('a tracker', told, [foreignAnswer(known.environment, key, 'TRACKER.NOT_FOUND') ?? 'done'])
  if (told.code !== 'done') return
  const { events } = tracker.parse(told.body)
  const times = events.map(({ timestamp }) => Date.parse(timestamp))
  mustEqual('events, oldest first', String(times), String([...times].sort((a, b) => a - b)))
  mustEqual(
    'no event of the future',
    times.every((time) => time <= world.nowMs),
    true,
  )
  const texts = events.map(eventText)
  mustEqual('history stays', String(texts.slice(0, known.events.length)), String(known.events))
  known.events = texts
}

function eventText({ status, status_detail, timestamp }: z.infer<typeof tracker>['events'][number]): string {
  return `${timestamp} ${status} ${status_detail}`
}

const created = z.object({
  id: z.string(),
  total_cost_cents: z.int(),
  wallet_balance_after_cents: z.int(),
})

export async function createBatch(
  world: World,
  client: Client,
  { itemCents, key }: { itemCents: readonly number[]; key: Environment },
): Promise<void> {
  const items = itemCents.map((cents) => batchItem({ rate_cents: cents }))
  const told = await client.call(key, 'POST /v1/batches', { items })
  mustBe('a batch', told, batchAnswers(world, itemCents, key))
  if (told.code !== 'done') return
  const batch = created.parse(told.body)
  const cost = sum(itemCents)
  mustEqual('the cost of a batch', batch.total_cost_cents, cost)
  if (key === 'live') {
    const after = batch.wallet_balance_after_cents
    mustEqual(
      `${after} after paying ${cost} of ${world.balanceCents}`,
      isBalanceAfter(world, cost, after),
      true,
    )
    world.balanceCents = after
  }
  world.batches.push({ id: batch.id, environment: key, itemCents, status: 'created', boughtAtMs: null })
}

export async function buyBatch(
  world: World,
  client: Client,
  { batch, key }: { batch: Batch; key: Environment },
): Promise<void> {
  const told = await client.call(key, `POST /v1/batches/${batch.id}/buy`)
  mustBe('buying a batch', told, buyBatchAnswers(batch, key))
  if (told.code !== 'done') return
  batch.status = 'processing'
  batch.boughtAtMs = world.nowMs
  world.bought.push(batch)
}

const progress = z.object({
  status: z.string(),
  estimated_completion_percentage: z.number(),
  items: z.array(z.object({ label_id: z.string().nullable(), rate_cents: z.int(), status: z.string() })),
})

export async function readBatch(
  world: World,
  client: Client,
  { batch, key }: { batch: Batch; key: Environment },
): Promise<void> {
  const told = await client.call(key, `GET /v1/batches/${batch.id}`)
  mustBe('a batch', told, [foreignAnswer(batch.environment, key, 'BATCH.NOT_FOUND') ?? 'done'])
  if (told.code !== 'done') return
  const shown = progress.parse(told.body)
  mustEqual('the status of a batch', batchStatuses(world, batch).includes(shownStatus(shown.status)), true)
  mustEqual('the items of a batch', shown.items.length, batch.itemCents.length)
  if (shown.status !== 'completed') return
  mustEqual('a completed batch', shown.estimated_completion_percentage, 100)
  mustEqual(
    'an item waits',
    shown.items.some(({ status }) => status === 'pending'),
    false,
  )
}

function shownStatus(status: string): Batch['status'] {
  return status === 'created' || status === 'completed' ? status : 'processing'
}

const wallet = z.object({ balance_cents: z.int(), unlimited: z.boolean() })

/** The live wallet holds what is left; the sandbox's holds what it always held. */
export async function readWallet(world: World, client: Client, key: Environment): Promise<void> {
  const told = await client.call(key, 'GET /v1/wallet')
  mustBe('a wallet', told, ['done'])
  const { balance_cents, unlimited } = wallet.parse(told.body)
  mustEqual('unlimited', unlimited, key === 'test')
  if (key === 'live') mustEqual('the balance', balance_cents, world.balanceCents)
}

export async function setWallet(
  world: World,
  client: Client,
  set: { balanceCents: number; card: Card; autoReloadCents: number | null },
): Promise<void> {
  const { balanceCents, card, autoReloadCents } = set
  const reload = autoReloadCents === null ? null : { threshold_cents: 0, amount_cents: autoReloadCents }
  await client.control('PATCH /wallet', {
    balance_cents: balanceCents,
    payment_method: card,
    auto_reload: reload,
  })
  Object.assign(world, set)
}

export async function breakCreation(world: World, client: Client, times: number): Promise<void> {
  await client.control('DELETE /faults')
  await client.control('POST /faults', { target: 'label_creation', mode: 'error', times })
  world.creationFailures = times
}

const clock = z.object({ now: z.string() })

export async function advance(world: World, client: Client, seconds: number): Promise<void> {
  const body = clock.parse(await client.control('POST /clock/advance', { seconds }))
  passTime(world, seconds * 1_000)
  mustEqual('the clock', body.now, new Date(world.nowMs).toISOString())
}
