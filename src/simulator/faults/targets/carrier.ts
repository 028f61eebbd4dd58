import operationTable from '../../../../fixtures/spec/operations.json' with { type: 'json' }
import { type ErrorCode, filterErrorCodes } from '../../specification/errors.ts'
import { keysOf } from '../../specification/keys-of.ts'
import { carrierNames } from '../../specification/model.ts'
import { joinWithOr, type Mode, type Modes, type Target } from '../target.ts'

/** Faults of calls to one carrier or to all; they take effect in `../carrier-failure.ts`. */

const carrierOperations = ['rates', 'labels', 'tracking', 'accounts'] as const
export type CarrierOperation = (typeof carrierOperations)[number]

type CarrierMode = Mode & {
  /** Whether the call to the carrier fails. If it fails, the carrier has done nothing. */
  readonly fails: boolean
  /** The carrier's message if the fault gives none. */
  readonly says: string
}

const modes = {
  down: {
    takes: ['code', 'message'],
    does: 'the carrier refuses the connection',
    fails: true,
    says: 'connection refused',
  },
  timeout: {
    takes: ['code', 'latency_ms', 'message'],
    latencyMs: 250,
    does: 'the simulator gives up on the carrier after that time',
    fails: true,
    says: 'no answer in time',
  },
  error: {
    takes: ['code', 'message'],
    does: 'the carrier responds with an error',
    fails: true,
    says: 'internal error',
  },
  malformed: {
    takes: ['code', 'message'],
    does: "the carrier's response cannot be read",
    fails: true,
    says: 'unreadable answer',
  },
  slow: {
    takes: ['latency_ms'],
    latencyMs: 1_000,
    does: 'the carrier responds late; after more than 10 seconds it counts as failed',
    fails: false,
    says: 'slow',
  },
  reject: {
    takes: ['code', 'message'],
    needsCodeOn: ['labels', 'accounts', '*'],
    does: 'the carrier refuses, with the `code`; see below',
    fails: true,
    says: 'request rejected',
  },
} as const satisfies Modes<CarrierMode>

export type CarrierModeName = keyof typeof modes

export const carrierModes = keysOf(modes)

/** Returns a mode of the fault target `carrier` by its name. */
export function getCarrierMode(name: CarrierModeName): CarrierMode {
  return modes[name]
}

const accountCodes = filterErrorCodes(operationTable.listCarrierAccounts.errors)

/** The error codes that a carrier can cause, among the codes that the endpoints document. */
const codes: Readonly<Record<CarrierOperation, readonly ErrorCode[]>> = {
  rates: [
    ...filterErrorCodes(operationTable.createRates.errors).filter((code) => code.startsWith('RATE.')),
    ...accountCodes,
  ],
  labels: filterErrorCodes(operationTable.buyLabel.errors).filter((code) => /^(LABEL|CARRIER)\./.test(code)),
  tracking: ['CARRIER.ERROR.UNKNOWN'],
  accounts: accountCodes,
}

/** The error codes that a carrier can cause when it makes a label. */
export const labelCodes = codes.labels

const all = [...new Set(Object.values(codes).flat())]

export const carrier = {
  names: [...carrierNames.map((name) => `carrier:${name}` as const), 'carrier:*'],
  shownAs: ['carrier:NAME', 'carrier:*'],
  label: 'carriers',
  operations: carrierOperations,
  operationsHelp: `of a carrier: ${joinWithOr(carrierOperations)}`,
  modes,
  codesOn: (operation) => {
    if (operation === '*') return all
    return isCarrierOperation(operation) ? codes[operation] : []
  },
} as const satisfies Target

function isCarrierOperation(text: string): text is CarrierOperation {
  return carrierOperations.some((name) => name === text)
}
