import type { Answer } from '../wire/answer.ts'
import { expectResource } from '../wire/expect.ts'
import type { SetupHost } from './host.ts'
import type { BoughtLabel, Key, QuotedRate, RegisteredTracker, Shipment } from './prerequisites.ts'
import { keyOf, takeRate } from './quotes.ts'
import { readNeeded, setupStep } from './step.ts'

/** The label of a rate, which has to be bought with the key it was quoted to. */
export function buyRate({ t }: SetupHost, rate: QuotedRate, key: Key = {}): Promise<BoughtLabel> {
  return setupStep('A purchase', async () => {
    const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, ...keyOf(key) })
    return readLabel(answer, rate)
  })
}

/** The label of the cheapest rate. */
export async function buyLabel(
  host: SetupHost,
  options: Shipment & Key & { readonly carrier?: string } = {},
): Promise<BoughtLabel> {
  host.toBuy()
  return buyRate(host, await takeRate(host, options), keyOf(options))
}

/** A tracker for a label just bought. */
export async function registerTracker(host: SetupHost, key: Key = {}): Promise<RegisteredTracker> {
  const { trackingNumber, carrier } = await buyLabel(host, keyOf(key))
  return setupStep('The registration of a tracker', async () => {
    const body = { tracking_number: trackingNumber, carrier }
    const fields = expectResource(await host.t.call('registerTracker', { body, ...keyOf(key) }), 'tracker')
    return { id: fields.text('id'), trackingNumber, carrier }
  })
}

/** Most rules need an id and nothing else: what else is missing fails those that are about it. */
function readLabel(answer: Answer, rate: QuotedRate): BoughtLabel {
  const fields = expectResource(answer, 'label')
  const needed = (name: string): string => readNeeded('A purchase', () => fields.text(name))
  return {
    id: fields.text('id'),
    get trackingNumber() {
      return needed('tracking_number')
    },
    get carrier() {
      return needed('carrier')
    },
    get rateCents() {
      return rate.rateCents
    },
    get labelUrl() {
      return needed('label_url')
    },
    fields,
    answer,
  }
}
