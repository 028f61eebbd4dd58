import type { ReceiverCase } from './case.ts'
import { effectCases } from './cases/effects.ts'
import { forgeryCases } from './cases/forgeries.ts'
import { payloadCases } from './cases/payloads.ts'
import { repetitionCases } from './cases/repetitions.ts'
import { requestCases } from './cases/requests.ts'
import { robustnessCases } from './cases/robustness.ts'
import { newDelivery } from './delivery.ts'

const genuine: ReceiverCase = {
  id: 'RECV-001',
  title: 'The receiver accepts a genuine delivery.',
  severity: 'error',
  judges: ['EVENTS-27'],
  standsAlone: true,
  run: (t) => t.expectAccepted(newDelivery()),
}

const stillGenuine: ReceiverCase = {
  id: 'RECV-052',
  title: 'The receiver still accepts a genuine delivery after all other cases.',
  severity: 'error',
  judges: ['EVENTS-27'],
  run: (t) => t.expectAccepted(newDelivery()),
}

/** Every case of the receiver examination, in the order in which they run. */
export const receiverCases: readonly ReceiverCase[] = [
  genuine,
  ...forgeryCases,
  ...repetitionCases,
  ...payloadCases,
  ...requestCases,
  ...robustnessCases,
  ...effectCases,
  stillGenuine,
]
