import { defineErrorCase, type ReceiverCase } from '../case.ts'
import { buildDelivery, createDelivery, createPayload } from '../delivery.ts'
import { requireAccepted } from '../reply.ts'

const hourMs = 3_600_000
/**
 * The age of a webhook event at its last delivery attempt, in milliseconds: more than all delays together
 * (specification, Delivery and retries).
 */
export const lastAttemptMs = 27 * hourMs

/** Examination cases with deliveries that come again, late or out of order. */
export const repetitionCases: readonly ReceiverCase[] = [
  defineErrorCase('RECV-019', 'The receiver accepts a delivery that comes a second time.')
    .judges('EVENTS-40', 'EVENTS-27')
    .by(async (t) => {
      const delivery = createDelivery()
      await t.expectAccepted(delivery, delivery)
    }),
  defineErrorCase('RECV-020', 'The receiver accepts a delivery that comes twice at the same time.')
    .judges('EVENTS-40', 'EVENTS-27')
    .by(async (t) => {
      const delivery = createDelivery()
      const replies = await Promise.all([t.send(delivery), t.send(delivery)])
      for (const reply of replies) requireAccepted(reply, t.timeoutMs)
    }),
  defineErrorCase('RECV-021', 'The receiver accepts a repeated delivery whose times are an hour old.')
    .judges('EVENTS-33', 'EVENTS-40')
    .by(async (t) => {
      const delivery = buildDelivery(createPayload({ ageMs: hourMs }))
      await t.expectAccepted(delivery, delivery)
    }),
  defineErrorCase(
    'RECV-022',
    'The receiver accepts a delivery whose times are 27 hours old, as in the last attempt.',
  )
    .judges('EVENTS-34', 'EVENTS-27')
    .by((t) => t.expectAccepted(buildDelivery(createPayload({ ageMs: lastAttemptMs })))),
  defineErrorCase('RECV-023', 'The receiver accepts an event that is older than the one before.')
    .judges('EVENTS-28', 'EVENTS-27')
    .by(async (t) => {
      const older = buildDelivery(createPayload({ ageMs: 2 * hourMs }))
      await t.expectAccepted(createDelivery(), older)
    }),
]
