import { findNamedCarriers, readFailedCarriers } from '../../../rules/rates/failed-carriers.ts'
import { toComparableForm } from '../../../rules/support/addresses/address-comparison.ts'
import { hasSucceeded, textIn } from '../../response-fields.ts'
import type { CallStep, ClientName, Step } from '../../step.ts'
import { type FaultState, listCarrierFaults, outcomeOf, recordFaultTrigger } from '../fault-state.ts'
import type { Checks } from '../oracle.ts'
import { findNonKeyErrorCode } from '../ownership.ts'

/** The known carriers of the target, and the carrier accounts that clients have connected. */
export interface CarrierMemory {
  /** The carriers that quote a shipment if there is no fault, by environment and shipment. */
  readonly usual: Readonly<Record<string, readonly string[]>>
  readonly accounts: readonly Account[]
  /** Carriers that failed for a client before, as `client carrier`. */
  readonly failed: readonly string[]
}

interface Account {
  readonly client: ClientName
  readonly id: string
  readonly carrier: string
  readonly isRejected: boolean
}

export const noCarriers: CarrierMemory = { usual: {}, accounts: [], failed: [] }

/** Returns the known carriers and accounts as they are after a step; the same object if the step changes none. */
export function rememberCarriers(memory: CarrierMemory, step: Step): CarrierMemory {
  if (step.kind === 'carrier connected') {
    const { client, accountId: id, carrier, credentials } = step
    const account = { client, id, carrier, isRejected: credentials === 'rejected' }
    return { ...memory, accounts: [...memory.accounts, account] }
  }
  if (step.kind !== 'carrier disconnected') return memory
  return { ...memory, accounts: memory.accounts.filter(({ id }) => id !== step.accountId) }
}

type Plain = Readonly<Record<string, unknown>>

interface QuoteMemory {
  readonly faultState: FaultState
  readonly carriers: CarrierMemory
}

/** A rates response, and the carriers that were known before it. */
interface Quoted extends QuoteMemory {
  readonly step: CallStep
  /** The carriers that usually quote the shipment; undefined if unknown. */
  readonly usual: readonly string[] | undefined
  /** The client's own carrier accounts. */
  readonly own: readonly Account[]
  /** True if a fault may keep this carrier from quoting. */
  mayFail(carrier: string): boolean
}

/** Returns true if two names are the same carrier in different spellings. */
const isSameCarrier = (one: string, other: string): boolean =>
  toComparableForm(one) === toComparableForm(other)

/**
 * Checks that the rates include every carrier that did not fail, that none of these is listed as failed, and that
 * connected accounts have rates. `list`: the rates in the response; undefined if the service refused the request.
 */
export function checkCarriers(
  checks: Checks,
  { faultState, carriers }: QuoteMemory,
  step: CallStep,
  quote: { readonly environment: string; readonly shipment: string },
  list: readonly Plain[] | undefined,
): QuoteMemory {
  const about = `${quote.environment} ${quote.shipment}`
  const usual = carriers.usual[about]
  const faults = listCarrierFaults(faultState, step.client, 'rates')
  const mayFail = (carrier: string): boolean =>
    faults.some(({ target }) => {
      const name = target.slice('carrier:'.length)
      return name === '*' || !mayBeCarrierName(usual, name) || isSameCarrier(name, carrier)
    })
  const own = carriers.accounts.filter(({ client }) => client === step.client)
  const quoted: Quoted = { faultState, carriers, step, usual, own, mayFail }
  if (list === undefined) {
    checkRefusedQuote(checks, quoted)
    return { faultState, carriers }
  }
  if (faultState.isControlled) checkAccountRates(checks, quoted, list)
  const there = [...new Set(list.flatMap((rate) => textIn(rate, 'carrier') ?? []))]
  const listed = hasSucceeded(step.answer) ? readFailedCarriers(step.answer) : []
  const isClean = faults.length === 0 && !own.some(({ isRejected }) => isRejected)
  if (usual === undefined) {
    const isSure = isClean && listed.length === 0 && there.length > 0
    const known = isSure ? { ...carriers, usual: { ...carriers.usual, [about]: there } } : carriers
    return { faultState, carriers: known }
  }
  const missing = usual.filter((each) => !there.includes(each))
  checkMissingCarriers(checks, { ...quoted, usual }, missing, listed)
  if (isClean && faultState.isControlled && missing.length === 0) checkNoCarrierListed(checks, quoted, listed)
  // If a carrier account with rejected credentials may explain all missing carriers, perhaps no fault was triggered.
  const isFaulted = missing.some((each) => !mayBeHiddenByAccount(quoted, each))
  const failed = [...carriers.failed, ...missing.map((each) => `${step.client} ${each}`)]
  return {
    faultState: isFaulted ? recordFaultTrigger(faultState, faults) : faultState,
    carriers: missing.length === 0 ? carriers : { ...carriers, failed },
  }
}

/** True if the service may call a carrier by this name: a usual carrier has it, or the usual carriers are unknown. */
const mayBeCarrierName = (usual: readonly string[] | undefined, name: string): boolean =>
  usual === undefined || usual.some((each) => isSameCarrier(each, name))

/** Checks that a rates request fails only if every carrier fails. */
function checkRefusedQuote(checks: Checks, { faultState, step, usual, own, mayFail }: Quoted): void {
  const code = findNonKeyErrorCode(step)
  if (code === undefined || usual === undefined || !faultState.isControlled) return
  if (outcomeOf(faultState, step) !== 'refused') return
  if (own.some(({ isRejected }) => isRejected) && code.startsWith('CARRIER.')) return
  const others = usual.filter((each) => !mayFail(each))
  checks.that(code === 'RATE.CARRIER.UNAVAILABLE' ? 'ENDPOINTS-25' : 'STATES-1', others.length === 0, () => ({
    expected: `rates of ${others.join(', ')}, which have no fault`,
    seen: code,
    why: 'the same shipment was quoted before, and no fault is set for these carriers',
  }))
}

/**
 * True if a carrier account with rejected credentials may hide this carrier's platform rates: the specification does
 * not say whether it does. If the account's carrier has an unknown name, it may be any carrier.
 */
function mayBeHiddenByAccount({ own, usual }: Quoted, carrier: string): boolean {
  return own.some(
    (account) =>
      account.isRejected &&
      (isSameCarrier(account.carrier, carrier) || !mayBeCarrierName(usual, account.carrier)),
  )
}

/** Checks that carriers without rates may fail, and that exactly these are in `failed_carriers`. */
function checkMissingCarriers(
  checks: Checks,
  quoted: Quoted & { readonly usual: readonly string[] },
  missing: readonly string[],
  listed: readonly unknown[],
): void {
  const { faultState, carriers, step, usual, own, mayFail } = quoted
  const hasFailedBefore = (carrier: string): boolean => carriers.failed.includes(`${step.client} ${carrier}`)
  const gone = faultState.isControlled
    ? missing.filter((each) => !mayFail(each) && !mayBeHiddenByAccount(quoted, each))
    : []
  const [first] = gone
  const isOver = first === undefined ? usual.some(hasFailedBefore) : hasFailedBefore(first)
  const isAnother = listCarrierFaults(faultState, step.client, 'rates').length > 0
  const isOfAnother = isAnother && (first === undefined || !isOver)
  checks.that(
    isOfAnother ? 'ENDPOINTS-25' : isOver ? 'ENDPOINTS-31' : 'ENDPOINTS-23',
    gone.length === 0,
    () => ({
      expected: `rates of ${gone.join(', ')} as well`,
      seen: `rates of ${usual.filter((each) => !missing.includes(each)).join(', ') || 'nobody'}`,
      why: `${isOver ? 'its fault is over' : 'no fault is set for it'}, and it has quoted this shipment before`,
    }),
  )
  if (missing.length === 0) return
  const named = new Set(listed.flatMap((entry) => findNamedCarriers(entry, usual)))
  const unnamed = named.size === 0 ? [] : missing.filter((each) => !named.has(each))
  checks.field(
    'ENDPOINTS-27',
    ['failed_carriers', listed],
    listed.length > 0 && unnamed.length === 0,
    `with ${(unnamed.length > 0 ? unnamed : missing).join(', ')}`,
    `${missing.join(', ')} has no rates in this response, but had some for the same shipment before`,
  )
  if (own.length > 0) return
  const wrong = [...named].filter((each) => !missing.includes(each))
  checks.field(
    'ENDPOINTS-29',
    ['failed_carriers', listed],
    wrong.length === 0,
    `with ${missing.join(', ')} alone`,
    `${wrong.join(', ')} has rates in the same response`,
  )
}

/** Checks that `failed_carriers` is empty, because no carrier fails. */
function checkNoCarrierListed(checks: Checks, { carriers, step }: Quoted, listed: readonly unknown[]): void {
  const hasFailed = carriers.failed.some((each) => each.startsWith(`${step.client} `))
  checks.field(
    'ENDPOINTS-29',
    ['failed_carriers', listed],
    listed.length === 0,
    'without a carrier',
    `no carrier fails${hasFailed ? ' any more' : ''}: each has rates in this response`,
  )
}

/** Checks that a client gets rates of own carrier accounts (`byoa`) while such an account is connected, and only then. */
function checkAccountRates(
  checks: Checks,
  { own, usual = [], mayFail }: Quoted,
  list: readonly Plain[],
): void {
  const valid = own.filter(({ isRejected }) => !isRejected)
  const names = list.flatMap((rate) =>
    rate['account_type'] === 'byoa' ? (textIn(rate, 'carrier') ?? []) : [],
  )
  const isUnderstood = own.every(({ carrier }) => mayBeCarrierName(usual, carrier))
  const strange = names.filter((name) =>
    valid.length === 0 ? true : isUnderstood && !valid.some(({ carrier }) => isSameCarrier(carrier, name)),
  )
  checks.that('RESOURCES-45', strange.length === 0, () => ({
    expected:
      valid.length === 0
        ? 'no byoa rates: this client has no connected carrier account'
        : `byoa rates only of ${valid.map(({ carrier }) => carrier).join(', ')}`,
    seen: `byoa rates of ${[...new Set(strange)].join(', ')}`,
    why: 'a byoa rate comes from a carrier account that this client has connected',
  }))
  if (!isUnderstood || valid.length === 0) return
  const missing = valid.filter(
    ({ carrier }) => !mayFail(carrier) && !names.some((name) => isSameCarrier(name, carrier)),
  )
  checks.that('ENDPOINTS-24', missing.length === 0, () => ({
    expected: `byoa rates of ${missing.map(({ carrier }) => carrier).join(', ')}`,
    seen: names.length === 0 ? 'no byoa rates' : `byoa rates of ${[...new Set(names)].join(', ')}`,
    why: `${missing.map(({ id }) => id).join(', ')} is connected to this client, and no fault is set for it`,
  }))
}
