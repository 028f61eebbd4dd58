import { dutyCase, type ReceiverCase } from './case.ts'
import { effectCases } from './cases/effects.ts'
import { forgeryCases } from './cases/forgeries.ts'
import { payloadCases } from './cases/payloads.ts'
import { repetitionCases } from './cases/repetitions.ts'
import { requestCases } from './cases/requests.ts'
import { robustnessCases } from './cases/robustness.ts'
import { newDelivery } from './delivery.ts'

/** Every case of the receiver examination, in the order in which they run. */
export const receiverCases: readonly ReceiverCase[] = [
  dutyCase('RECV-001', 'The receiver accepts a genuine delivery.', { standsAlone: true })
    .judges('EVENTS-27')
    .by((t) => t.expectAccepted(newDelivery())),
  ...forgeryCases,
  ...repetitionCases,
  ...payloadCases,
  ...requestCases,
  ...effectCases,
  // Late, because they may crash a receiver, and the cases after a crash cannot run.
  ...robustnessCases,
  dutyCase('RECV-052', 'The receiver still accepts a genuine delivery after all other cases.')
    .judges('EVENTS-27')
    .by((t) => t.expectAccepted(newDelivery())),
]
