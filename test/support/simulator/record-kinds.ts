/** The kinds of records of accounts, by their names in data files and snapshots. These names never change. */

/** The kinds of records that version 0.1.0 wrote. */
export const kindsOf010 = [
  'clock',
  'wallet',
  'webhook',
  'counters',
  'keys',
  'limit_windows',
  'quotes',
  'labels',
  'shipments',
  'journeys',
  'trackers',
  'batches',
  'batch_items',
  'ledger',
  'deliveries',
  'carrier_accounts',
  'faults',
  'scenario_steps',
] as const

/** Kinds that were added later, in order. Older files and snapshots lack them. */
export const laterKinds: readonly string[] = []
