import operationTable from '../../fixtures/spec/operations.json' with { type: 'json' }
import { type AnyErrorCode, filterErrorCodes } from '../../src/simulator/specification/errors.ts'
import {
  downloadLabel,
  downloadSandboxLabel,
  getOperation,
  type Operation,
  type OperationName,
  operationNames,
} from '../../src/simulator/specification/operations.ts'

/** The documentation of the operations, except their schemas. */

export type DocumentedName = OperationName | 'downloadLabel' | 'downloadSandboxLabel'

/** An operation of the service, and all of its documented error codes. */
export interface DocumentedOperation extends Operation {
  readonly name: DocumentedName
  readonly codes: readonly AnyErrorCode[]
  /** The error codes that the simulator returns only because of a magic value or a fault. */
  readonly onDemand: readonly AnyErrorCode[]
  readonly hasBody: boolean
  readonly tag: string
  /** The choices (docs/choices.md) on points that the specification leaves open. */
  readonly choices: readonly number[]
  /**
   * The description of a download, which has no section in docs/api.md; undefined for the specification's
   * operations.
   */
  readonly download?: { readonly summary: string; readonly description: string; readonly response: string }
}

const words: Readonly<Record<OperationName, Pick<DocumentedOperation, 'tag' | 'choices'>>> = {
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
}

const keyCodes: readonly AnyErrorCode[] = [
  'AUTH.KEY.MISSING',
  'AUTH.KEY.INVALID',
  'AUTH.KEY.REVOKED',
  'AUTH.KEY.EXPIRED',
]

const downloadFacts = { tag: 'Labels', choices: [13, 33], onDemand: [], hasBody: false }

/** The thirteen operations and the two downloads, in the order of the specification. */
export const documentedOperations: readonly DocumentedOperation[] = [
  ...operationNames.map((name): DocumentedOperation => {
    const facts = getOperation(name)
    const codes = filterErrorCodes(operationTable[name].errors)
    const hasBody = codes.includes('VALIDATION.FIELD.REQUIRED')
    const onDemand: readonly AnyErrorCode[] = facts.scope === null ? ['AUTH.KEY.INSUFFICIENT_SCOPE'] : []
    return { ...facts, ...words[name], name, hasBody, codes: addCommonCodes(codes, facts, hasBody), onDemand }
  }),
  {
    ...downloadLabel,
    ...downloadFacts,
    name: 'downloadLabel',
    codes: addCommonCodes(['LABEL.NOT_FOUND', 'AUTH.KEY.SANDBOX_IN_PRODUCTION'], downloadLabel),
    download: {
      summary: "Download a label's PDF",
      description: 'The PDF of a label that was bought with a test key or a live key.',
      response: 'The label as a PDF.',
    },
  },
  {
    ...downloadSandboxLabel,
    ...downloadFacts,
    name: 'downloadSandboxLabel',
    codes: ['AUTH.RATE_LIMIT.EXCEEDED', 'LABEL.NOT_FOUND'],
    download: {
      summary: "Download a sandbox label's PDF",
      description: 'The PDF of a sandbox label. No key is needed. The label cannot be used for mailing.',
      response: 'The sandbox label as a PDF.',
    },
  },
]

/** Adds the error codes that every operation with a key has to those of one operation. */
function addCommonCodes(
  codes: readonly AnyErrorCode[],
  { scope }: Pick<Operation, 'scope'>,
  hasBody = false,
): readonly AnyErrorCode[] {
  return [
    ...keyCodes,
    'AUTH.RATE_LIMIT.EXCEEDED',
    ...(scope === null ? [] : (['AUTH.KEY.INSUFFICIENT_SCOPE'] as const)),
    ...(hasBody ? (['REQUEST.BODY.TOO_LARGE'] as const) : []),
    ...codes,
    'REQUEST.INTERNAL.ERROR',
  ]
}

/** The operations that a client can call next after a response, and where in the response their id or field is. */
export const linksFrom: Partial<Record<DocumentedName, readonly Link[]>> = {
  createRates: [{ to: 'buyLabel', field: 'rate_id', from: '/rates/0/id', does: 'Buys the cheapest rate.' }],
  buyLabel: [
    { to: 'getLabel', field: 'id', from: '/id', does: 'Reads the label.' },
    { to: 'voidLabel', field: 'id', from: '/id', does: 'Voids the label.' },
    { to: 'downloadLabel', field: 'id', from: '/id', does: "Downloads the label's PDF." },
  ],
  registerTracker: [{ to: 'getTracker', field: 'id', from: '/id', does: 'Reads where the parcel is.' }],
  createBatch: [
    { to: 'buyBatch', field: 'id', from: '/id', does: 'Buys the labels of the batch.' },
    { to: 'getBatch', field: 'id', from: '/id', does: 'Reads the progress of the batch.' },
  ],
  buyBatch: [{ to: 'getBatch', field: 'id', from: '/id', does: 'Reads the progress of the batch.' }],
}

interface Link {
  readonly to: DocumentedName
  /** The parameter of the linked operation: the path parameter `id`, or a field of the body. */
  readonly field: string
  /** A JSON pointer to the value in the response. */
  readonly from: string
  readonly does: string
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
