/** The records of accounts, by the names that data files and snapshots know. They are there for good. */

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

/** Later kinds, each at the end: files and snapshots of before lack them. */
export const laterKinds: readonly string[] = []
