import { answers, lyingAt, mutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'

const onPurchase = lyingAt('buyLabel')

/** What is so for the cheapest rate alone, or for all carriers but one. */
export const eachLabelMutants: readonly Mutant[] = [
  onPurchase(
    'label-of-usps-other-service',
    'Labels of USPS are of a service of another name than was quoted.',
    ['LABEL-016', 'WALLET-012'],
    (json) => (json['carrier'] === 'USPS' ? { ...json, service: 'Retail' } : undefined),
  ),
  onPurchase(
    'label-of-ups-not-sandbox',
    'Labels of UPS say that they are none of the sandbox.',
    ['LABEL-016'],
    (json) => (json['carrier'] === 'UPS' ? { ...json, sandbox: false } : undefined),
  ),
  mutant(
    'label-of-fedex-real-number',
    'Sandbox labels of FedEx across a border have tracking numbers like real ones.',
    ['LABEL-016'],
    answers(['buyLabel', 'getLabel'], (json) =>
      json['carrier'] === 'FedEx' && Object(json['to_address'])['country'] === 'CA'
        ? { ...json, tracking_number: String(json['tracking_number']).replace('9999', '7948') }
        : undefined,
    ),
  ),
  mutant(
    'label-of-fedex-read-cheaper',
    'Labels of FedEx read a cent cheaper than they were bought.',
    ['LABEL-016'],
    answers('getLabel', (json) =>
      json['carrier'] === 'FedEx' ? { ...json, rate_cents: Number(json['rate_cents']) - 1 } : undefined,
    ),
  ),
]
