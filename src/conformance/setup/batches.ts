import { expectResource } from '../http/expect.ts'
import type { CreatedBatch, Key, Shipment } from './prerequisites.ts'
import { buildRatesBody, pickKey, quoteRates } from './quotes.ts'
import { runSetupStep, type SetupHost } from './step.ts'

/**
 * Creates the items of a batch from new rates. Each item has a different rate if there are enough, as the specification
 * does not say whether a rate can be bought twice (choices 28). Throws SetupFailed.
 */
export async function buildBatchItems(
  host: SetupHost,
  count: number,
  options: Shipment & Key = {},
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  host.beforePurchase()
  const quoted = await quoteRates(host, options)
  const items = quoted.slice(0, count).map((rate) => ({
    ...buildRatesBody(host, options),
    rate_id: rate.id,
    carrier: rate.carrier,
    service: rate.service,
    rate_cents: rate.rateCents,
  }))
  return Array.from({ length: count }, (_, index) => ({ ...items[index % items.length] }))
}

/** Creates a batch from new rates, without buying it. Throws SetupFailed. */
export async function createBatch(
  host: SetupHost,
  count = 1,
  options: Shipment & Key = {},
): Promise<CreatedBatch> {
  const items = await buildBatchItems(host, count, options)
  return runSetupStep('The creation of a batch', async () => {
    const answer = await host.t.call('createBatch', { body: { items }, ...pickKey(options) })
    const fields = expectResource(answer, 'batch')
    return { id: fields.text('id'), totalCostCents: fields.integer('total_cost_cents'), fields, answer }
  })
}
