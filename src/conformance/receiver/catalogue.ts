import { defineErrorCase, type ReceiverCase } from './case.ts'
import { effectCases } from './cases/effects.ts'
import { forgeryCases } from './cases/forgeries.ts'
import { payloadCases } from './cases/payloads.ts'
import { repetitionCases } from './cases/repetitions.ts'
import { requestCases } from './cases/requests.ts'
import { robustnessCases } from './cases/robustness.ts'
import { createDelivery } from './delivery.ts'

/** All cases of the receiver examination, in the order in which they run. */
export const receiverCases: readonly ReceiverCase[] = [
  defineErrorCase('RECV-001', 'The receiver accepts a genuine delivery.', { runsWithoutAcceptance: true })
    .judges('EVENTS-27')
    .by((t) => t.expectAccepted(createDelivery())),
  ...forgeryCases,
  ...repetitionCases,
  ...payloadCases,
  ...requestCases,
  ...effectCases,
  // These cases come late, because they may crash a receiver, and no case can run after a crash.
  ...robustnessCases,
  defineErrorCase('RECV-052', 'The receiver still accepts a genuine delivery after all other cases.')
    .judges('EVENTS-27')
    .by((t) => t.expectAccepted(createDelivery())),
]
