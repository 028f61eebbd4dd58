import { inSection } from './statement.ts'

/** States and transitions. */
export const stateStatements = inSection('States and transitions', {
  'States of a rate': [
    { id: 'STATES-1', statement: 'Rates come to be when carriers respond.', rules: ['RATE-001', 'RATE-109'] },
    {
      id: 'STATES-2',
      statement: 'A rate is kept for 15 minutes with addresses and parcel.',
      rules: ['RATE-013', 'LABEL-009', 'RATE-201'],
    },
    {
      id: 'STATES-3',
      statement: 'A rate expires once it is older than 15 minutes.',
      rules: ['RATE-014', 'RATE-202', 'RATE-203'],
    },
    {
      id: 'STATES-4',
      statement: 'Buying an expired rate is answered with RATE.EXPIRED.',
      rules: ['RATE-014', 'RATE-202', 'RATE-203'],
    },
  ],
  'States of a label': [
    {
      id: 'STATES-5',
      statement: 'A valid rate and a sufficient balance make a label.',
      rules: ['LABEL-008', 'WALLET-006'],
    },
    {
      id: 'STATES-6',
      statement: 'A purchase charges the wallet with a live key.',
      rules: ['WALLET-002', 'WALLET-009', 'WALLET-010', 'WALLET-012'],
    },
    {
      id: 'STATES-7',
      statement: 'A purchase charges nothing with a test key.',
      rules: ['SAND-001', 'SAND-006', 'SAND-008'],
    },
    { id: 'STATES-8', statement: 'A purchase makes a shipment record.', rules: ['LABEL-013'] },
    {
      id: 'STATES-9',
      statement: 'A purchase emits label.created.',
      rules: ['HOOK-001', 'HOOK-002', 'RATE-205'],
    },
    {
      id: 'STATES-10',
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
      id: 'STATES-11',
      statement: 'A purchased label that nobody has scanned can be voided.',
      rules: ['VOID-001', 'VOID-101', 'VOID-104', 'VOID-105', 'VOID-008'],
    },
    { id: 'STATES-12', statement: 'A void turns the label to void requested.', rules: ['VOID-002'] },
    { id: 'STATES-13', statement: 'A void charges nothing.', rules: ['WALLET-011'] },
    {
      id: 'STATES-14',
      statement: 'A void after the scan is LABEL.VOID.INELIGIBLE.',
      rules: ['VOID-004', 'VOID-102', 'VOID-103'],
    },
    { id: 'STATES-15', statement: 'A void after the scan leaves the label unchanged.', rules: ['VOID-005'] },
    {
      id: 'STATES-16',
      statement: 'A second void is LABEL.VOID.ALREADY_REQUESTED.',
      rules: ['VOID-003', 'VOID-106', 'VOID-201'],
    },
    { id: 'STATES-17', statement: 'A second void leaves the label unchanged.', rules: ['VOID-006'] },
  ],
  'States of a batch': [
    {
      id: 'STATES-18',
      statement: 'Posting 1 to 5,000 items creates a batch.',
      rules: ['BATCH-001', 'BATCH-006'],
    },
    {
      id: 'STATES-19',
      statement: 'Creating a batch takes its full cost.',
      rules: ['BATCH-101', 'BATCH-111'],
    },
    {
      id: 'STATES-20',
      statement: 'A batch of the sandbox takes nothing.',
      rules: ['BATCH-015', 'BATCH-105'],
    },
    {
      id: 'STATES-21',
      statement: 'A batch that is refused takes nothing.',
      rules: ['BATCH-103', 'BATCH-201', 'BATCH-202', 'BATCH-203', 'BATCH-204'],
    },
    {
      id: 'STATES-22',
      statement: 'Buying a batch that is not active starts its processing.',
      rules: ['BATCH-010', 'BATCH-017'],
    },
    {
      id: 'STATES-23',
      statement: 'Buying an active batch is BATCH.ALREADY_PROCESSING.',
      rules: ['BATCH-011', 'BATCH-112'],
    },
    { id: 'STATES-24', statement: 'Buying an active batch leaves it unchanged.', rules: ['BATCH-016'] },
  ],
  'States of a delivery': [
    {
      id: 'STATES-25',
      statement: 'A delivery answered with anything but 2xx is retried.',
      rules: ['HOOK-111', 'HOOK-112', 'HOOK-113', 'HOOK-115', 'HOOK-120', 'HOOK-136'],
    },
    {
      id: 'STATES-26',
      statement: 'There are fewer than five attempts before a retry.',
      rules: ['HOOK-106', 'HOOK-105'],
    },
    {
      id: 'STATES-27',
      statement: 'A delivery has failed after its fifth attempt.',
      rules: ['LOG-007', 'HOOK-106'],
    },
    { id: 'STATES-28', statement: 'A failed delivery shows in the log.', rules: ['LOG-007'] },
  ],
})
