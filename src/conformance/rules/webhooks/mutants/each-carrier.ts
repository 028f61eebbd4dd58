import type { Json } from '../../../../variations/json-responses.ts'
import { jsonOf, readLabelId, withSignedBody } from '../../../../variations/wire.ts'
import { buildMutant, createMutantBuilder } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { changeEventPayload } from './webhooks.ts'

const eventDataOf = (delivery: { readonly body: Buffer }): Json => Object(Object(jsonOf(delivery))['data'])

const isSandboxLabel = (data: Json): boolean => String(data['tracking_number']).startsWith('9999')

/** Creates the alteration of a deliberately broken service that counts some webhook events as delivered without sending them. */
const dropSentEvents = (isLost: (data: Json) => boolean): Alteration => ({
  webhook: (delivery) => (isLost(eventDataOf(delivery)) ? [] : undefined),
})

const buildLostEventMutant = createMutantBuilder(dropSentEvents)

/** Deliberately broken services that send no webhook events, or wrong ones, for the labels of some carriers or services. */
export const eachEventMutants: readonly Mutant[] = [
  ...['DHL', 'UPS'].map((carrier) =>
    buildLostEventMutant(
      `event-lost-of-${carrier.toLowerCase()}`,
      `No events are sent for labels of ${carrier}.`,
    )
      .kills('HOOK-028', 'HOOK-029', 'HOOK-030')
      .by((data) => data['carrier'] === carrier),
  ),
  buildLostEventMutant('event-lost-of-live-fedex', 'No events are sent for live labels of FedEx.')
    .kills('HOOK-030')
    .by((data) => data['carrier'] === 'FedEx' && !isSandboxLabel(data)),
  buildLostEventMutant(
    'event-lost-of-one-service',
    'No events are sent for labels of the service 2nd Day Air.',
  )
    .kills('HOOK-029')
    .by((data) => data['service'] === '2nd Day Air'),
  buildMutant('event-of-the-first-label-alone', 'An event is sent only for the first label of a client.')
    .kills('HOOK-028', 'HOOK-029')
    .by(() => {
      const first = new Map<string, string>()
      return {
        webhook: (delivery) => {
          if (!first.has(delivery.secret)) first.set(delivery.secret, readLabelId(delivery))
          return first.get(delivery.secret) === readLabelId(delivery) ? undefined : []
        },
      }
    }),
  buildMutant('event-of-ups-twice', 'The service also sends an event label.purchased for labels of UPS.')
    .kills('HOOK-029', 'HOOK-030')
    .by({
      webhook: (delivery) => {
        if (eventDataOf(delivery)['carrier'] !== 'UPS') return undefined
        const other = { ...Object(jsonOf(delivery)), event: 'label.purchased' }
        return [delivery, withSignedBody(delivery, Buffer.from(JSON.stringify(other)))]
      },
    }),
  buildMutant('event-of-fedex-free', 'The events of labels of FedEx have a price of 0.')
    .kills('HOOK-029', 'HOOK-030')
    .by(
      changeEventPayload((event, data) =>
        data['carrier'] === 'FedEx' ? { ...event, data: { ...data, rate_cents: 0 } } : undefined,
      ),
    ),
]
