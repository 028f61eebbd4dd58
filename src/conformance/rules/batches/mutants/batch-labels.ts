import { changeSuccesses, type Json } from '../../../../variations/json-responses.ts'
import { jsonOf, withSignedBody } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import {
  buildMutant,
  createJsonMutantBuilder,
  createMutantBuilder,
  refuseWith,
} from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'

const buildLabelMutant = createJsonMutantBuilder('getLabel')

/**
 * Creates an alteration of the label data in webhook events, for a broken service. If `change` returns undefined, the
 * event stays as it is; if null, it is not sent.
 */
const changeEventData = (change: (data: Json) => Json | undefined | null): Alteration => ({
  webhook: (delivery) => {
    const event = jsonOf(delivery)
    if (!isObject(event) || !isObject(event['data'])) return undefined
    const data = change({ ...event['data'] })
    if (data === undefined) return undefined
    return data === null ? [] : [withSignedBody(delivery, Buffer.from(JSON.stringify({ ...event, data })))]
  },
})

const buildEventDataMutant = createMutantBuilder(changeEventData)

const isSandboxLabel = (data: Json): boolean => String(data['tracking_number']).startsWith('9999')

/** Deliberately broken services whose batches make other labels than the requested ones. */
export const batchLabelMutants: readonly Mutant[] = [
  buildMutant('batch-without-events', 'No events are sent for the labels of a batch.')
    .kills('BATCH-020', 'BATCH-106')
    .by({ webhook: () => [] }),
  buildEventDataMutant('live-batch-makes-nothing', 'A live batch makes no labels.')
    .kills('BATCH-106')
    .by((data) => (isSandboxLabel(data) ? undefined : null)),
  buildMutant('batch-drops-last', 'The last item of a batch makes no label.')
    .kills('BATCH-020')
    .by(() => {
      const told = new Set<unknown>()
      return changeEventData(({ id }) => {
        if (told.size === 2 && !told.has(id)) return null
        told.add(id)
        return undefined
      })
    }),
  buildMutant('batch-all-as-first', 'All labels of a batch are of one carrier and service.')
    .kills('BATCH-021', 'BATCH-107')
    .by(() => {
      let first: Json | undefined
      return changeEventData((data) => {
        first ??= data
        return { ...data, carrier: first['carrier'], service: first['service'] }
      })
    }),
  buildMutant(
    'batch-events-of-first-number',
    'All events of a batch have the tracking number of its first label.',
  )
    .kills('BATCH-032', 'BATCH-115')
    .by(() => {
      // The broken service treats labels with the same creation time as labels of one batch.
      const first = new Map<string, unknown>()
      return changeEventData((data) => {
        const made = `${isSandboxLabel(data)} ${data['created_at']}`
        if (!first.has(made)) first.set(made, data['tracking_number'])
        return { ...data, tracking_number: first.get(made) }
      })
    }),
  buildEventDataMutant('batch-labels-for-nothing', 'The labels of a live batch have a price of 0.')
    .kills('BATCH-107')
    .by((data) => (isSandboxLabel(data) ? undefined : { ...data, rate_cents: 0 })),
  buildEventDataMutant('batch-labels-dearer', 'The labels of a batch cost a cent more than their items.')
    .kills('BATCH-021', 'BATCH-107')
    .by((data) => ({ ...data, rate_cents: Number(data['rate_cents']) + 1 })),
  buildMutant('batch-labels-lost', 'A label that a batch made cannot be read.')
    .kills('BATCH-022', 'BATCH-108')
    .by(refuseWith('getLabel', 404, 'LABEL.NOT_FOUND')),
  buildLabelMutant(
    'batch-labels-of-other-environment',
    'A sandbox batch makes live labels, and a live batch makes sandbox labels.',
  )
    .kills('BATCH-022', 'BATCH-108')
    .by((json) => ({ ...json, sandbox: json['sandbox'] !== true })),
  buildEventDataMutant(
    'batch-numbers-real',
    'Labels of a sandbox batch have tracking numbers like live labels.',
  )
    .kills('BATCH-022')
    .by((data) =>
      isSandboxLabel(data) ? { ...data, tracking_number: `1Z${data['tracking_number']}` } : undefined,
    ),
  buildLabelMutant('batch-from-to-swapped', 'The labels of a batch have sender and recipient swapped.')
    .kills('BATCH-023', 'BATCH-109')
    .by(({ from_address, to_address, ...rest }) => ({
      ...rest,
      from_address: to_address,
      to_address: from_address,
    })),
  buildMutant('batch-all-to-first', 'All labels of a batch go to one recipient.')
    .kills('BATCH-023', 'BATCH-109')
    .by(() => {
      let first: unknown
      return changeSuccesses('getLabel', (json) => {
        first ??= json['to_address']
        return { ...json, to_address: first }
      })
    }),
]
