import type { Answer } from '../http/answer.ts'
import { expectResource } from '../http/expect.ts'
import type { BoughtLabel, Key, QuotedRate, RegisteredTracker, Shipment } from './prerequisites.ts'
import { pickKey, takeRate } from './quotes.ts'
import { readRequired, runSetupStep, type SetupHost } from './step.ts'

/** Buys the label of a rate. `key` must be the key with which the rate was requested. Throws SetupFailed. */
export function buyRate({ t }: SetupHost, rate: QuotedRate, key: Key = {}): Promise<BoughtLabel> {
  return runSetupStep('A purchase', async () => {
    const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, ...pickKey(key) })
    return readLabel(answer, rate)
  })
}

/** Requests rates for a shipment and buys the label of the cheapest one. Throws SetupFailed. */
export async function buyLabel(
  host: SetupHost,
  options: Shipment & Key & { readonly carrier?: string } = {},
): Promise<BoughtLabel> {
  host.beforePurchase()
  return buyRate(host, await takeRate(host, options), pickKey(options))
}

/** Buys a label and registers a tracker for its tracking number. Throws SetupFailed. */
export async function registerTracker(host: SetupHost, key: Key = {}): Promise<RegisteredTracker> {
  const { trackingNumber, carrier } = await buyLabel(host, pickKey(key))
  return runSetupStep('The registration of a tracker', async () => {
    const body = { tracking_number: trackingNumber, carrier }
    const fields = expectResource(await host.t.call('registerTracker', { body, ...pickKey(key) }), 'tracker')
    return { id: fields.text('id'), trackingNumber, carrier }
  })
}

/**
 * Reads a label from a response. Only the id is read at once, so that the setup does not fail because of a field that
 * the rule does not use.
 */
function readLabel(answer: Answer, rate: QuotedRate): BoughtLabel {
  const fields = expectResource(answer, 'label')
  const readField = (name: string): string => readRequired('A purchase', () => fields.text(name))
  return {
    id: fields.text('id'),
    get trackingNumber() {
      return readField('tracking_number')
    },
    get carrier() {
      return readField('carrier')
    },
    get rateCents() {
      return rate.rateCents
    },
    get labelUrl() {
      return readField('label_url')
    },
    fields,
    answer,
  }
}
