import { expectResource } from '../wire/expect.ts'
import type { SetupHost } from './host.ts'
import type { CreatedBatch, Key, Shipment } from './prerequisites.ts'
import { keyOf, quoteRates, ratesBodyOf } from './quotes.ts'
import { setupStep } from './step.ts'

/** Items for a batch, of as many different rates as there are: that one can be bought twice is nowhere stated (choices 28). */
export async function buildBatchItems(
  host: SetupHost,
  count: number,
  options: Shipment & Key = {},
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  host.toBuy()
  const quoted = await quoteRates(host, options)
  const items = quoted.slice(0, count).map((rate) => ({
    ...ratesBodyOf(host, options),
    rate_id: rate.id,
    carrier: rate.carrier,
    service: rate.service,
    rate_cents: rate.rateCents,
  }))
  return Array.from({ length: count }, (_, index) => ({ ...items[index % items.length] }))
}

/** A batch of rates just quoted, which nobody has bought yet. */
export async function createBatch(
  host: SetupHost,
  count = 1,
  options: Shipment & Key = {},
): Promise<CreatedBatch> {
  const items = await buildBatchItems(host, count, options)
  return setupStep('The creation of a batch', async () => {
    const answer = await host.t.call('createBatch', { body: { items }, ...keyOf(options) })
    const fields = expectResource(answer, 'batch')
    return { id: fields.text('id'), totalCostCents: fields.integer('total_cost_cents'), fields, answer }
  })
}
