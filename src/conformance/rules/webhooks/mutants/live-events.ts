import { createHmac } from 'node:crypto'
import { isLive, type Json } from '../../../../variations/json-responses.ts'
import { withHeader } from '../../../../variations/wire.ts'
import { buildMutant } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { changeEventPayload, emitWrongEvent, isRefusedPurchase } from './webhooks.ts'

const isSandboxLabel = (data: Json): boolean => String(data['tracking_number']).startsWith('9999')

/** Creates a broken service that changes the payload of the webhook events of live labels. */
const buildLivePayloadMutant = (
  id: string,
  deviation: string,
  change: (event: Json, data: Json) => Json,
): Mutant =>
  buildMutant(id, deviation)
    .kills('HOOK-021')
    .by(changeEventPayload((event, data) => (isSandboxLabel(data) ? undefined : change(event, data))))

/** Creates the alteration of a deliberately broken service that sends a webhook event for a live purchase refused with this status. */
const sendEventOnRefusal = (status: number): Alteration =>
  emitWrongEvent(
    'label.created',
    'lbl_none',
    (response, request) =>
      isRefusedPurchase(response, request) && response.status === status && isLive(request),
  )

export const liveEventMutants: readonly Mutant[] = [
  buildLivePayloadMutant(
    'live-event-timestamp',
    'The event of a live label has a timestamp in 1970.',
    (event) => ({
      ...event,
      timestamp: '1970-01-01T00:00:00Z',
    }),
  ),
  buildMutant('live-event-unsigned', 'The event of a live label is signed with another secret.')
    .kills('HOOK-021')
    .by({
      webhook: (delivery) => {
        if (delivery.body.includes('"tracking_number":"9999')) return undefined
        const digest = createHmac('sha256', 'another').update(delivery.body).digest('hex')
        return [withHeader(delivery, 'pr-signature', `sha256=${digest}`)]
      },
    }),
  buildMutant('event-on-402', 'A purchase that the wallet cannot pay for sends an event.')
    .kills('HOOK-026')
    .by(sendEventOnRefusal(402)),
  buildMutant('event-on-500', 'A purchase that fails unexpectedly sends an event.')
    .kills('HOOK-027')
    .by(sendEventOnRefusal(500)),
]
