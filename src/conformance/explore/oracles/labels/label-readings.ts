import {
  type Change,
  canChangeWithReading,
  describeChanges,
  isTimestampChange,
  readComparableValues,
  type ValuesByPath,
} from '../../../rules/support/changes.ts'
import type { StatementId } from '../../../section.ts'
import { isUrl, objectIn, textIn } from '../../response-fields.ts'
import type { CallStep } from '../../step.ts'
import type { Checks } from '../oracle.ts'
import type { Owner } from '../ownership.ts'
import { addressParts, checkCreationTime, readAddressPart } from './label-fields.ts'

type Plain = Readonly<Record<string, unknown>>

/** The state of a label, as far as the steps of a walk have shown it. */
export interface Label extends Owner {
  readonly id: string
  /** The step of the walk that bought the label. */
  readonly bought: string
  readonly boughtAtMs: number
  readonly number: string | undefined
  /** The label in the response to the purchase. */
  readonly purchase: Readonly<Record<string, unknown>>
  readonly void: 'none' | 'requested'
  /** The step of the walk that voided the label. */
  readonly voided: string
  readonly voidedAtMs: number
  /** Whether the carrier has scanned the package; `maybe` if time passed or the tracking changed. */
  readonly scan: 'no' | 'maybe' | 'yes'
  /** The last reading of the label. */
  readonly shown: LabelReading | undefined
}

/** A reading of a label, and the label's state at that time. */
interface LabelReading {
  readonly at: string
  readonly atMs: number
  readonly values: Readonly<Record<string, unknown>>
  readonly void: Label['void']
  readonly scan: Label['scan']
  /** True if a void was requested, and later readings differed from each other: the void may have proceeded. */
  readonly mayVoidHaveProceeded: boolean
}

/** Returns the values of a label's reading that can be compared with a later one, and the state of the label. */
export function createLabelReading(
  read: Plain,
  { step, label }: { readonly step: CallStep; readonly label: Label },
): LabelReading {
  const values = readComparableValues(read)
  const { shown } = label
  const hasMovedOn =
    shown !== undefined &&
    shown.void === 'requested' &&
    findChangesBetween(shown, values).some((each) => !isTimestampChange(each))
  return {
    at: step.id,
    atMs: step.atMs,
    values: Object.fromEntries(values),
    void: label.void,
    scan: label.scan,
    mayVoidHaveProceeded: label.void === 'requested' && (hasMovedOn || shown?.mayVoidHaveProceeded === true),
  }
}

/**
 * Checks that a reading of a label agrees with the purchase and shows a requested void. If nothing has happened since the
 * last reading, nothing may have changed.
 */
export function checkLabelReading(
  checks: Checks,
  by: {
    readonly label: Label
    readonly read: Plain
    readonly step: CallStep
    readonly isControlled: boolean
  },
): void {
  const { label, read, step, isControlled } = by
  checkPurchaseFields(checks, label, read)
  const url = textIn(read, 'label_url')
  const why = 'the response to a request for a label has the URL of its file'
  checks.field('RESOURCES-55', ['label_url', url], isUrl(url ?? ''), 'to be an http or https URL', why)
  if (isControlled) checkCreationTime(checks, read, label)
  const { shown } = label
  if (shown === undefined) return
  const changes = findChangesBetween(shown, readComparableValues(read))
  if (label.void === 'requested' && shown.void === 'none') {
    checks.that(
      'STATES-12',
      changes.some((each) => !isTimestampChange(each)),
      () => ({
        expected: 'a label that shows its void',
        seen: `the label as it was read at ${shown.at}`,
        why: `the label was voided at ${label.voided}`,
      }),
    )
    return
  }
  // As time passes, a void may proceed and a package may be scanned. The specification does not say which fields then change.
  if (step.atMs !== shown.atMs || label.scan !== shown.scan || step.isConcurrent) return
  const wrong = changes.filter((each) => !isTimestampChange(each))
  checks.that(findStatementOnLabelState(label), wrong.length === 0, () => ({
    expected: `the label as it was read at ${shown.at}: nothing was done to it since`,
    seen: describeChanges(wrong),
    why: `${label.id} was bought at ${label.bought}${label.void === 'requested' ? ` and voided at ${label.voided}` : ''}, and the clock has not moved`,
  }))
}

/** Returns the statement of the specification that says that a label in this state does not change by itself. */
function findStatementOnLabelState({ void: state, scan }: Label): StatementId {
  if (state === 'requested') return 'STATES-17'
  return scan === 'yes' ? 'STATES-15' : 'ENDPOINTS-53'
}

/** Lists the values that differ between two readings, without fields that change with each reading. */
function findChangesBetween(shown: LabelReading, now: ValuesByPath): readonly Change[] {
  const paths = new Set([...Object.keys(shown.values), ...now.keys()])
  return [...paths]
    .filter((path) => shown.values[path] !== now.get(path))
    .filter((path) => !canChangeWithReading(path))
    .map((path) => ({ path, before: shown.values[path], after: now.get(path) }))
}

/** Fields that every reading of a label has. Other fields of the purchase may be missing. */
const requiredFields: ReadonlySet<string> = new Set([
  'tracking_number',
  'carrier',
  'service',
  'rate_cents',
  'sandbox',
])

/** The fields of a label, and the statements of the specification that say that they equal those of the purchase. */
const names = [
  ['tracking_number', 'RESOURCES-53'],
  ['carrier', 'RESOURCES-56'],
  ['service', 'RESOURCES-57'],
  ['rate_cents', 'RESOURCES-59'],
  ['sandbox', 'RESOURCES-60'],
  ['wallet_balance_after_cents', 'RESOURCES-64'],
] as const

/** Checks that the fields of a label's reading equal those of its purchase. */
function checkPurchaseFields(checks: Checks, { id, purchase, bought }: Label, read: Plain): void {
  const why = `the purchase at ${bought} returned the expected value`
  if (read['id'] !== undefined) {
    checks.field('ENDPOINTS-52', ['id', read['id']], read['id'] === id, id, 'the request named this id')
  }
  for (const [name, statement] of names) {
    const shown = read[name]
    if (purchase[name] === undefined || (shown === undefined && !requiredFields.has(name))) continue
    const expected = `${JSON.stringify(purchase[name])}, as bought`
    checks.field(statement, [name, shown], shown === purchase[name], expected, why)
  }
  for (const place of ['from_address', 'to_address'] as const) {
    const [one, other] = [objectIn(purchase, place), objectIn(read, place)]
    if (one === undefined || other === undefined) continue
    const wrong = addressParts.find((part) => readAddressPart(one, part) !== readAddressPart(other, part))
    const [was, shown] = [one, other].map((address) => readAddressPart(address, wrong ?? ''))
    const expected = `${JSON.stringify(was)}, as bought`
    checks.field('VERSIONING-8', [`${place}.${wrong}`, shown], wrong === undefined, expected, why)
  }
}
