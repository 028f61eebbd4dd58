/**
 * What a fault may say: targets, operations, modes, the fields each mode takes, the codes it may answer with (faults,
 * Targets and modes).
 */
import operationTable from '../../../fixtures/spec/operations.json' with { type: 'json' }
import { type ErrorCode, errorCodes, isErrorCode } from '../specification/errors.ts'
import { type CarrierName, carrierNames } from '../specification/model.ts'

export type FaultTarget =
  | `carrier:${CarrierName | '*'}`
  | 'address_validation'
  | 'label_creation'
  | 'webhook'
  | 'api'

type TargetKind = 'carrier' | Exclude<FaultTarget, `carrier:${string}`>

/** Fields that only some modes take; `probability`, `times`, `after`, `starts_in` and `lasts` go with every mode. */
export const modeFields = ['code', 'phase', 'status', 'latency_ms', 'message'] as const
type ModeField = (typeof modeFields)[number]

interface Mode {
  readonly fields: readonly ModeField[]
  /** What `latency_ms` is when the fault leaves it out; only where the mode takes it. */
  readonly latencyMs?: number
  /** The operations on which the mode says nothing without a code. */
  readonly needsCodeOn?: readonly string[]
}

const modes = {
  carrier: {
    down: { fields: ['code', 'message'] },
    timeout: { fields: ['code', 'latency_ms', 'message'], latencyMs: 250 },
    error: { fields: ['code', 'message'] },
    malformed: { fields: ['code', 'message'] },
    slow: { fields: ['latency_ms'], latencyMs: 1_000 },
    reject: { fields: ['code', 'message'], needsCodeOn: ['labels', 'accounts', '*'] },
  },
  address_validation: {
    down: { fields: ['message'] },
    slow: { fields: ['latency_ms'], latencyMs: 1_000 },
  },
  label_creation: {
    error: { fields: ['code', 'message'] },
  },
  webhook: {
    drop: { fields: [] },
    duplicate: { fields: [] },
    delay: { fields: ['latency_ms'], latencyMs: 60_000 },
    bad_signature: { fields: [] },
  },
  api: {
    latency: { fields: ['phase', 'latency_ms'], latencyMs: 1_000 },
    error: { fields: ['phase', 'code', 'status', 'message'] },
    rate_limited: { fields: ['phase'] },
    reset: { fields: ['phase'] },
    empty: { fields: ['phase', 'status'] },
    garbage: { fields: ['phase', 'status'] },
    slow_body: { fields: ['phase', 'latency_ms'], latencyMs: 1_000 },
  },
} as const satisfies Record<TargetKind, Readonly<Record<string, Mode>>>

export type FaultMode = { [Kind in TargetKind]: keyof (typeof modes)[Kind] }[TargetKind]

const carrierOperations = ['rates', 'labels', 'tracking', 'accounts'] as const

const operations = Object.values(operationTable).map(({ method, path, errors }) => ({
  name: `${method} ${path}`,
  errors,
}))

const plainTargets = ['address_validation', 'label_creation', 'webhook', 'api'] as const

/** Every target, as a fault names it. */
export const faultTargets: readonly FaultTarget[] = [
  ...carrierNames.map((name) => `carrier:${name}` as const),
  'carrier:*',
  ...plainTargets,
]

/** The target a text names, carriers in any letter case; undefined for none. */
export function findTarget(text: string): FaultTarget | undefined {
  return faultTargets.find((target) =>
    target.startsWith('carrier:') ? target.toLowerCase() === text.toLowerCase() : target === text,
  )
}

/** The modes a target knows. */
export function modesOf(target: FaultTarget): readonly FaultMode[] {
  return Object.keys(modes[kindOf(target)]).filter(isMode)
}

/** What a mode of a target takes, with its default latency in milliseconds; undefined where the target lacks the mode. */
export function findMode(
  target: FaultTarget,
  mode: string,
): (Mode & { readonly name: FaultMode }) | undefined {
  const known: Readonly<Record<string, Mode>> = modes[kindOf(target)]
  if (!isMode(mode)) return undefined
  const found = known[mode]
  return found && { ...found, name: mode }
}

/** The operations a fault on this target may be narrowed to; `*`, the default, stands for all of them. */
export function operationsOf(target: FaultTarget): readonly string[] {
  const kind = kindOf(target)
  if (kind === 'carrier') return [...carrierOperations, '*']
  if (kind === 'api') return [...operations.map(({ name }) => name), '*']
  return ['*']
}

/**
 * The codes a fault with this target, operation and mode may answer with: those the endpoints concerned document,
 * and for carriers and label creation those of them a carrier causes. Empty where the mode takes no code.
 */
export function allowedCodes({
  target,
  operation,
  mode,
}: {
  readonly target: FaultTarget
  readonly operation: string
  readonly mode: string
}): readonly ErrorCode[] {
  if (!findMode(target, mode)?.fields.includes('code')) return []
  const kind = kindOf(target)
  if (kind === 'label_creation') return carrierCodes.labels
  if (kind === 'api') return apiCodes(operation)
  if (operation === '*') return [...new Set(carrierOperations.flatMap((name) => carrierCodes[name]))]
  return isCarrierOperation(operation) ? carrierCodes[operation] : []
}

const accountCodes = documented(operationTable.listCarrierAccounts.errors)

const carrierCodes = {
  rates: [
    ...documented(operationTable.createRates.errors).filter((code) => code.startsWith('RATE.')),
    ...accountCodes,
  ],
  labels: documented(operationTable.buyLabel.errors).filter((code) => /^(LABEL|CARRIER)\./.test(code)),
  tracking: ['CARRIER.ERROR.UNKNOWN'],
  accounts: accountCodes,
} as const satisfies Record<(typeof carrierOperations)[number], readonly ErrorCode[]>

/** What every endpoint can answer, whatever its own table row says. */
const everywhere: readonly ErrorCode[] = [
  'AUTH.KEY.MISSING',
  'AUTH.KEY.INVALID',
  'AUTH.KEY.REVOKED',
  'AUTH.KEY.EXPIRED',
  'AUTH.KEY.INSUFFICIENT_SCOPE',
  'AUTH.RATE_LIMIT.EXCEEDED',
]

function apiCodes(operation: string): readonly ErrorCode[] {
  if (operation === '*') return errorCodes
  const found = operations.find(({ name }) => name === operation)
  return found === undefined ? [] : [...documented(found.errors), ...everywhere]
}

function documented(codes: readonly string[]): readonly ErrorCode[] {
  return codes.filter(isErrorCode)
}

function isMode(text: string): text is FaultMode {
  return Object.values(modes).some((known) => Object.hasOwn(known, text))
}

function isCarrierOperation(text: string): text is (typeof carrierOperations)[number] {
  return carrierOperations.some((name) => name === text)
}

function kindOf(target: FaultTarget): TargetKind {
  return isPlainTarget(target) ? target : 'carrier'
}

function isPlainTarget(target: FaultTarget): target is (typeof plainTargets)[number] {
  return plainTargets.some((name) => name === target)
}
