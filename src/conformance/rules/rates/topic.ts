import type { Topic } from '../../topic.ts'
import { carrierFailureRules } from './carrier-failures.ts'
import { carrierBackRules } from './carriers-back.ts'
import { connectedAccountRateRules } from './connected-account-rates.ts'
import { rateLifetimeRules } from './lifetimes.ts'
import { manyFailureRules } from './many-failures.ts'
import { rateBoundaryRules } from './rate-boundaries.ts'
import { rateValidityRules } from './rate-validity.ts'
import { rateRules } from './rates.ts'

/** Rules about rates (their fields, how long they are valid, requests while carriers fail); deliberately broken services test the rules. */
export const rates: Topic = {
  ids: [
    { first: 'RATE-001', next: 'RATE-023', about: 'a quote and its rates, and how long rates are valid' },
    {
      first: 'RATE-101',
      next: 'RATE-128',
      about: 'quotes while carriers fail, with own carrier accounts, and with live keys',
    },
    {
      first: 'RATE-201',
      next: 'RATE-216',
      about: 'purchases of live rates and of rates of own accounts, and how long rates are valid',
    },
  ],
  rules: [
    ...rateRules,
    ...rateValidityRules,
    ...carrierBackRules,
    ...rateBoundaryRules,
    ...connectedAccountRateRules,
    ...carrierFailureRules,
    ...rateLifetimeRules,
    ...manyFailureRules,
  ],
  mutants: async () => (await import('./mutants.ts')).mutants,
}
