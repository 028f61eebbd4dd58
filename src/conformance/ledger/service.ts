import { inSection } from './statement.ts'

/** What holds everywhere. */
export const conventionStatements = inSection('Conventions', {
  'Bodies and paths': [
    { id: 'CONVENTIONS-1', statement: 'Every path begins with /v1.', rules: ['VER-001', 'KEY-112'] },
    {
      id: 'CONVENTIONS-2',
      statement: 'Request bodies are JSON.',
      rules: ['RATE-001', 'LABEL-008', 'ERR-016'],
    },
    { id: 'CONVENTIONS-3', statement: 'Response bodies are JSON.', rules: ['CONV-001', 'CONV-002'] },
  ],
  Values: [
    { id: 'CONVENTIONS-4', statement: 'Money is whole cents.', rules: ['CONV-003'] },
    {
      id: 'CONVENTIONS-5',
      statement: 'Money is US dollars.',
      reason: 'No field names a currency, so an amount in another one looks the same.',
    },
    { id: 'CONVENTIONS-6', statement: 'Timestamps are ISO 8601 texts.', rules: ['CONV-004'] },
  ],
})

/** What the service is for. */
export const serviceStatements = inSection('What the service does', {
  'What a client can do': [
    { id: 'SERVICE-1', statement: 'A postal address can be validated.', rules: ['ADDR-001'] },
    {
      id: 'SERVICE-2',
      statement: 'Validation tells whether an address is residential.',
      rules: ['ADDR-002', 'ADDR-003'],
    },
    {
      id: 'SERVICE-3',
      statement: 'One call gives rates of several carriers for one parcel.',
      rules: ['RATE-001', 'RATE-011'],
    },
    { id: 'SERVICE-4', statement: 'There are four carriers.', rules: ['RATE-011'] },
    { id: 'SERVICE-5', statement: 'Rates have a carbon estimate.', rules: ['RATE-007'] },
    {
      id: 'SERVICE-6',
      statement: 'A label is bought by paying for a rate that was returned before.',
      rules: ['LABEL-008', 'RATE-015', 'RATE-021'],
    },
    {
      id: 'SERVICE-7',
      statement: 'Labels are paid from a prepaid wallet.',
      rules: ['WALLET-002', 'WALLET-003'],
    },
    {
      id: 'SERVICE-8',
      statement: 'A label can be voided until it is scanned.',
      rules: ['VOID-001', 'VOID-004', 'VOID-008'],
    },
    { id: 'SERVICE-9', statement: 'A tracking number can be registered.', rules: ['TRACK-001'] },
    {
      id: 'SERVICE-10',
      statement: 'Tracking status and events can be read, in normalised form.',
      rules: ['TRACK-005', 'TRACK-107'],
    },
    {
      id: 'SERVICE-11',
      statement: 'The client’s carrier accounts are listed.',
      rules: ['CARR-001', 'CARR-002'],
    },
    {
      id: 'SERVICE-12',
      statement: 'Rates of the client’s accounts stand beside those of the platform.',
      rules: ['RATE-018', 'RATE-020'],
    },
    {
      id: 'SERVICE-13',
      statement: 'Rates of the client’s accounts carry no surcharge.',
      reason:
        'What the carrier itself would ask the client is not known to anybody outside, so a surcharge cannot be told from a price.',
    },
    {
      id: 'SERVICE-14',
      statement: 'A batch holds up to 5,000 purchases.',
      rules: ['BATCH-005', 'BATCH-006'],
    },
    {
      id: 'SERVICE-15',
      statement: 'Each item of a batch is a purchase: it makes a label.',
      rules: ['BATCH-020', 'BATCH-106', 'BATCH-025'],
    },
    {
      id: 'SERVICE-16',
      statement: 'There is an event after each purchase of a batch.',
      rules: ['BATCH-020', 'BATCH-106'],
    },
    {
      id: 'SERVICE-17',
      statement: 'The processing of a batch can be started.',
      rules: ['BATCH-010', 'BATCH-017'],
    },
    {
      id: 'SERVICE-18',
      statement: 'The balance of the wallet can be read.',
      rules: ['WALLET-001', 'WALLET-004', 'WALLET-007'],
    },
    {
      id: 'SERVICE-19',
      statement: 'Each successful purchase is followed by a label.created event.',
      rules: ['HOOK-001', 'HOOK-002', 'HOOK-004', 'RATE-205'],
    },
    {
      id: 'SERVICE-20',
      statement: 'A rate id from a rates response is what a purchase takes.',
      rules: ['LABEL-008', 'RATE-015'],
    },
  ],
  'Production and sandbox': [
    {
      id: 'SERVICE-21',
      statement: 'Sandbox and production share one base address.',
      rules: ['KEY-018', 'KEY-019'],
    },
    {
      id: 'SERVICE-22',
      statement: 'Sandbox and production share endpoints and response shapes.',
      rules: ['KEY-019', 'KEY-020', 'KEY-021', 'RATE-204', 'LABEL-234', 'VOID-201'],
    },
    { id: 'SERVICE-23', statement: 'Production charges the wallet.', rules: ['WALLET-002'] },
    {
      id: 'SERVICE-24',
      statement: 'Labels of production can be mailed.',
      reason: 'Whether a carrier takes a parcel shows at its counter, not on the wire.',
    },
    { id: 'SERVICE-25', statement: 'The sandbox charges nothing.', rules: ['SAND-001', 'SAND-008'] },
    {
      id: 'SERVICE-26',
      statement: 'Labels of the sandbox cannot be mailed.',
      reason: 'Whether a carrier refuses a parcel shows at its counter, not on the wire.',
    },
    {
      id: 'SERVICE-27',
      statement: 'The wallet of the sandbox is unlimited.',
      rules: ['SAND-006', 'SAND-007'],
    },
    {
      id: 'SERVICE-28',
      statement: 'Tracking numbers of the sandbox begin with 9999.',
      rules: ['SAND-003', 'SAND-001'],
    },
    {
      id: 'SERVICE-29',
      statement: 'The label_url of the sandbox is under /v1/sandbox/labels/.',
      rules: ['SAND-004'],
    },
    {
      id: 'SERVICE-30',
      statement: 'The label_url of the sandbox leads to a sample PDF.',
      rules: ['SAND-005'],
    },
  ],
  'The prepaid wallet': [
    { id: 'SERVICE-31', statement: 'The wallet reloads itself.', rules: ['WALLET-005', 'BATCH-110'] },
    { id: 'SERVICE-32', statement: 'A wallet is funded with 5 dollars at least.', rules: ['WALLET-008'] },
    {
      id: 'SERVICE-33',
      statement: 'Accounts, keys, cards, funding and webhooks are set up in a web dashboard.',
      reason:
        'The dashboard is a page for people and no part of the interface; that it exists shows on no answer.',
    },
  ],
})

/** What is said of versions. */
export const versionStatements = inSection('Versioning', {
  'The version': [
    { id: 'VERSIONING-1', statement: 'The version stands in the path.', rules: ['VER-001'] },
    {
      id: 'VERSIONING-2',
      statement: 'v1 is the only version shown.',
      reason: 'That only one is shown does not forbid that there is another.',
    },
    {
      id: 'VERSIONING-3',
      statement: 'An OpenAPI description is published.',
      reason: 'No address of it is given, so that it cannot be looked for.',
    },
    {
      id: 'VERSIONING-4',
      statement: 'A request collection and a sandbox environment for it can be imported.',
      reason: 'No address of them is given, so that they cannot be looked for.',
    },
  ],
  'What has changed': [
    {
      id: 'VERSIONING-5',
      statement: 'v1 was launched with the endpoints 1 to 12.',
      reason: 'When an endpoint came to be does not show in what it answers today.',
    },
    {
      id: 'VERSIONING-6',
      statement: 'Replacing the validation behind the service changed neither request nor response.',
      reason: 'What was there before cannot be asked any more.',
    },
    {
      id: 'VERSIONING-7',
      statement: 'Partial results of rates are predictable, by failed_carriers.',
      rules: ['RATE-105', 'RATE-106'],
    },
    {
      id: 'VERSIONING-8',
      statement: 'Label responses have complete addresses.',
      rules: ['LABEL-101', 'LABEL-111', 'LABEL-015'],
    },
    {
      id: 'VERSIONING-9',
      statement: 'Every purchase makes a shipment record.',
      rules: ['LABEL-013', 'BATCH-019'],
    },
    { id: 'VERSIONING-10', statement: 'Rates keep full addresses and the parcel.', rules: ['LABEL-009'] },
  ],
})
