import type { Statement } from './statement.ts'

const section = 'States and transitions'

/** States and transitions. */
export const stateStatements: readonly Statement[] = [
  { section, statement: 'Rates come to be when carriers respond.', rules: ['RATE-001', 'RATE-109'] },
  {
    section,
    statement: 'A rate is kept for 15 minutes with addresses and parcel.',
    rules: ['RATE-013', 'LABEL-009', 'RATE-201'],
  },
  {
    section,
    statement: 'A rate expires once it is older than 15 minutes.',
    rules: ['RATE-014', 'RATE-202', 'RATE-203'],
  },
  {
    section,
    statement: 'Buying an expired rate is answered with RATE.EXPIRED.',
    rules: ['RATE-014', 'RATE-202', 'RATE-203'],
  },
  {
    section,
    statement: 'A valid rate and a sufficient balance make a label.',
    rules: ['LABEL-008', 'WALLET-006'],
  },
  {
    section,
    statement: 'A purchase charges the wallet with a live key.',
    rules: ['WALLET-002', 'WALLET-009', 'WALLET-010'],
  },
  {
    section,
    statement: 'A purchase charges nothing with a test key.',
    rules: ['SAND-001', 'SAND-006', 'SAND-008'],
  },
  { section, statement: 'A purchase makes a shipment record.', rules: ['LABEL-013'] },
  { section, statement: 'A purchase emits label.created.', rules: ['HOOK-001', 'HOOK-002', 'RATE-205'] },
  {
    section,
    statement: 'A purchase that fails charges nothing.',
    rules: [
      'LABEL-205',
      'LABEL-221',
      'LABEL-222',
      'LABEL-223',
      'LABEL-231',
      'LABEL-232',
      'LABEL-233',
      'RATE-202',
    ],
  },
  {
    section,
    statement: 'A purchased label that nobody has scanned can be voided.',
    rules: ['VOID-001', 'VOID-101', 'VOID-104', 'VOID-105'],
  },
  { section, statement: 'A void turns the label to void requested.', rules: ['VOID-002'] },
  { section, statement: 'A void charges nothing.', rules: ['WALLET-011'] },
  {
    section,
    statement: 'A void after the scan is LABEL.VOID.INELIGIBLE.',
    rules: ['VOID-004', 'VOID-102', 'VOID-103'],
  },
  { section, statement: 'A void after the scan leaves the label unchanged.', rules: ['VOID-005'] },
  {
    section,
    statement: 'A second void is LABEL.VOID.ALREADY_REQUESTED.',
    rules: ['VOID-003', 'VOID-106', 'VOID-201'],
  },
  { section, statement: 'A second void leaves the label unchanged.', rules: ['VOID-006'] },
  { section, statement: 'Posting 1 to 5,000 items creates a batch.', rules: ['BATCH-001', 'BATCH-006'] },
  { section, statement: 'Creating a batch takes its full cost.', rules: ['BATCH-101', 'BATCH-111'] },
  { section, statement: 'A batch of the sandbox takes nothing.', rules: ['BATCH-015', 'BATCH-105'] },
  {
    section,
    statement: 'A batch that is refused takes nothing.',
    rules: ['BATCH-103', 'BATCH-201', 'BATCH-202', 'BATCH-203', 'BATCH-204'],
  },
  {
    section,
    statement: 'Buying a batch that is not active starts its processing.',
    rules: ['BATCH-010', 'BATCH-017'],
  },
  {
    section,
    statement: 'Buying an active batch is BATCH.ALREADY_PROCESSING.',
    rules: ['BATCH-011', 'BATCH-112'],
  },
  {
    section,
    statement: 'Buying an active batch leaves it unchanged.',
    rules: ['BATCH-016'],
  },
  {
    section,
    statement: 'A delivery answered with anything but 2xx is retried.',
    rules: ['HOOK-111', 'HOOK-112', 'HOOK-113', 'HOOK-115', 'HOOK-120', 'HOOK-136'],
  },
  {
    section,
    statement: 'There are fewer than five attempts before a retry.',
    rules: ['HOOK-106', 'HOOK-105'],
  },
  { section, statement: 'A delivery has failed after its fifth attempt.', rules: ['LOG-007', 'HOOK-106'] },
  { section, statement: 'A failed delivery shows in the log.', rules: ['LOG-007'] },
]
