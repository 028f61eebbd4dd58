import type { RuleId } from '../../../rule.ts'

/** Which group of walks finds a service that no single rule catches, and what the first of them are drawn from. */
export interface FoundBy {
  readonly seed: number
  readonly kills: RuleId
}

/** `test/found-by-walks/main.ts` prints these lines: the first seed whose eight walks find it. */
export const foundBy: Readonly<Record<string, FoundBy>> = {
  'addresses-bare-to-other-keys': { seed: 1, kills: 'EXPL-003' },
  'balance-told-since-last-charge': { seed: 2, kills: 'EXPL-001' },
  'batch-after-label-a-cent-dear': { seed: 2, kills: 'EXPL-001' },
  'batch-during-purchase-free': { seed: 4, kills: 'EXPL-001' },
  'batched-rate-used-up': { seed: 12, kills: 'EXPL-007' },
  'charge-lost-after-revocation': { seed: 5, kills: 'EXPL-001' },
  'connected-label-surcharged-after-platform-one': { seed: 2, kills: 'EXPL-001' },
  'connected-rates-as-platform': { seed: 7, kills: 'EXPL-002' },
  'declined-batch-charged-with-next-label': { seed: 6, kills: 'EXPL-001' },
  'failure-sticks-to-next-purchase': { seed: 6, kills: 'EXPL-002' },
  'foreign-void-paid': { seed: 6, kills: 'EXPL-001' },
  'identical-batch-free': { seed: 2, kills: 'EXPL-001' },
  'ineligible-void-charged': { seed: 1, kills: 'EXPL-001' },
  'keys-race-on-charge': { seed: 1, kills: 'EXPL-001' },
  'label-balance-misses-open-batches': { seed: 1, kills: 'EXPL-001' },
  'label-url-of-last-bought': { seed: 1, kills: 'EXPL-003' },
  'last-money-sold-twice': { seed: 4, kills: 'EXPL-001' },
  'live-batch-free-after-sandbox-twin': { seed: 18, kills: 'EXPL-001' },
  'overweight-sticks-to-next-purchase': { seed: 17, kills: 'EXPL-002' },
  'parallel-batches-one-batch': { seed: 2, kills: 'EXPL-004' },
  'parallel-labels-swap-recipients': { seed: 1, kills: 'EXPL-003' },
  'parallel-purchases-blind': { seed: 1, kills: 'EXPL-001' },
  'parallel-purchases-one-label': { seed: 1, kills: 'EXPL-003' },
  'parallel-quotes-one-answer': { seed: 2, kills: 'EXPL-002' },
  'parallel-quotes-swap-shipments': { seed: 2, kills: 'EXPL-002' },
  'parallel-reads-one-label': { seed: 21, kills: 'EXPL-003' },
  'parallel-voids-one-done': { seed: 3, kills: 'EXPL-003' },
  'partial-quote-kept-shorter': { seed: 4, kills: 'EXPL-002' },
  'partial-quote-not-kept': { seed: 4, kills: 'EXPL-002' },
  'refused-batch-charged-with-next': { seed: 20, kills: 'EXPL-001' },
  'sandbox-batch-charged-after-live-one': { seed: 5, kills: 'EXPL-001' },
  'sandbox-number-real-after-live-label': { seed: 1, kills: 'EXPL-003' },
  'sandbox-void-pays-live-wallet': { seed: 6, kills: 'EXPL-001' },
  'sandbox-wallet-shows-live-one': { seed: 10, kills: 'EXPL-001' },
  'scope-refusal-charged': { seed: 7, kills: 'EXPL-001' },
  'second-label-of-a-rate-free': { seed: 1, kills: 'EXPL-001' },
  'void-drops-contacts': { seed: 1, kills: 'EXPL-003' },
  'void-expires-rate': { seed: 3, kills: 'EXPL-002' },
  'void-fee-with-next-purchase': { seed: 1, kills: 'EXPL-001' },
  'void-shown-to-own-key-alone': { seed: 6, kills: 'EXPL-003' },
  'wallet-misses-other-keys': { seed: 1, kills: 'EXPL-001' },
  'wallet-read-during-purchase-off': { seed: 1, kills: 'EXPL-001' },
}
