import type { OperationName } from '../../src/simulator/specification/operations.ts'

/** What a document says of an operation that no schema and no table has. */

export type DocumentedName = OperationName | 'downloadLabel' | 'downloadSandboxLabel'

interface OperationWords {
  readonly tag: string
  /** The choices (docs/choices.md) that fill what the specification leaves open of it. */
  readonly choices: readonly number[]
}

export const operationWords: Readonly<Record<DocumentedName, OperationWords>> = {
  validateAddress: { tag: 'Addresses', choices: [17, 18, 19, 20] },
  createRates: { tag: 'Rates', choices: [7, 22, 23, 24, 25, 26, 27] },
  buyLabel: { tag: 'Labels', choices: [8, 21, 28, 29, 30, 33] },
  getLabel: { tag: 'Labels', choices: [34] },
  voidLabel: { tag: 'Labels', choices: [34, 35] },
  registerTracker: { tag: 'Trackers', choices: [8, 15, 36, 38, 39] },
  getTracker: { tag: 'Trackers', choices: [37, 38, 39] },
  listCarrierAccounts: { tag: 'Carrier accounts', choices: [40] },
  createBatch: { tag: 'Batches', choices: [7, 8, 41, 42, 43] },
  buyBatch: { tag: 'Batches', choices: [8, 43, 44] },
  getBatch: { tag: 'Batches', choices: [43] },
  getWallet: { tag: 'Wallet', choices: [31, 32] },
  listDeliveries: { tag: 'Webhooks', choices: [15, 47, 48] },
  downloadLabel: { tag: 'Labels', choices: [13, 33] },
  downloadSandboxLabel: { tag: 'Labels', choices: [13, 33] },
}

export const tags: Readonly<Record<string, string>> = {
  Addresses: 'Validation of addresses.',
  Rates: 'Prices of all carriers for sending a parcel.',
  Labels: 'Buying, reading and voiding labels, and their PDFs.',
  Trackers: 'Tracking of parcels.',
  'Carrier accounts': 'Accounts that the client has with carriers and connected to the service.',
  Batches: 'Many labels at once.',
  Wallet: 'The prepaid money that labels are paid from.',
  Webhooks: 'Events that the service sends to the client, and their deliveries.',
}

/** What is said of the downloads, which have no section in docs/api.md. */
export const downloadWords = {
  downloadLabel: {
    summary: "Download a label's PDF",
    description: 'The PDF of a label that was bought with a test key or a live key.',
    response: 'The label as a PDF.',
  },
  downloadSandboxLabel: {
    summary: "Download a sandbox label's PDF",
    description: 'The PDF of a sandbox label. No key is needed. The label cannot be used for mailing.',
    response: 'The sandbox label as a PDF.',
  },
} as const
