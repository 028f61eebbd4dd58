import type { Json } from '../../../../variations/json-responses.ts'
import { jsonOf, labelOf, withSignedBody } from '../../../../variations/wire.ts'
import { mutant, mutantsOf } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { changePayload } from './webhooks.ts'

const dataOf = (delivery: { readonly body: Buffer }): Json => Object(Object(jsonOf(delivery))['data'])

const isSandbox = (data: Json): boolean => String(data['tracking_number']).startsWith('9999')

/** Drops events that the service then believes to be delivered. */
const loseEvents = (isLost: (data: Json) => boolean): Alteration => ({
  webhook: (delivery) => (isLost(dataOf(delivery)) ? [] : undefined),
})

const dropEvents = mutantsOf(loseEvents)

/** Services that send events for some labels only. */
export const eachEventMutants: readonly Mutant[] = [
  ...['DHL', 'UPS'].map((carrier) =>
    dropEvents(`event-lost-of-${carrier.toLowerCase()}`, `Labels of ${carrier} have no event.`)
      .kills('HOOK-028', 'HOOK-029', 'HOOK-030')
      .by((data) => data['carrier'] === carrier),
  ),
  dropEvents('event-lost-of-live-fedex', 'Live labels of FedEx have no event.')
    .kills('HOOK-030')
    .by((data) => data['carrier'] === 'FedEx' && !isSandbox(data)),
  dropEvents('event-lost-of-one-service', 'Labels of the service 2nd Day Air have no event.')
    .kills('HOOK-029')
    .by((data) => data['service'] === '2nd Day Air'),
  mutant('event-of-the-first-label-alone', 'Only the first label of a client has an event.')
    .kills('HOOK-028', 'HOOK-029')
    .by(() => {
      const first = new Map<string, string>()
      return {
        webhook: (delivery) => {
          if (!first.has(delivery.secret)) first.set(delivery.secret, labelOf(delivery))
          return first.get(delivery.secret) === labelOf(delivery) ? undefined : []
        },
      }
    }),
  mutant('event-of-ups-twice', 'A label of UPS also has an event label.purchased.')
    .kills('HOOK-029', 'HOOK-030')
    .by({
      webhook: (delivery) => {
        if (dataOf(delivery)['carrier'] !== 'UPS') return undefined
        const other = { ...Object(jsonOf(delivery)), event: 'label.purchased' }
        return [delivery, withSignedBody(delivery, Buffer.from(JSON.stringify(other)))]
      },
    }),
  mutant('event-of-fedex-free', 'The events of labels of FedEx have a price of 0.')
    .kills('HOOK-029', 'HOOK-030')
    .by(
      changePayload((event, data) =>
        data['carrier'] === 'FedEx' ? { ...event, data: { ...data, rate_cents: 0 } } : undefined,
      ),
    ),
]
