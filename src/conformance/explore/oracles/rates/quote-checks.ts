import { isDate } from '../../../http/fields.ts'
import { showField } from '../../../http/show.ts'
import { carriersNamedIn, failedCarriersIn } from '../../../rules/rates/failed-carriers.ts'
import { comparable } from '../../../rules/support/addresses/address-comparison.ts'
import { hasSucceeded, textIn } from '../../response-fields.ts'
import type { CallStep, ClientName, Step } from '../../step.ts'
import { carrierFaults, countTriggered, type FaultState, outcomeOf } from '../fault-state.ts'
import type { Checks } from '../oracle.ts'
import { refusalOf } from '../ownership.ts'

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const fields = [
  [
    'id',
    'RESOURCES-31',
    'a text that begins with rate_',
    (value) => isText(value) && String(value).startsWith('rate_'),
  ],
  ['carrier', 'RESOURCES-34', 'a text', isText],
  ['service', 'RESOURCES-35', 'a text', isText],
  ['rate_cents', 'RESOURCES-36', 'a whole number', Number.isSafeInteger],
  ['carrier_eta', 'RESOURCES-39', 'a date YYYY-MM-DD', (value) => typeof value === 'string' && isDate(value)],
  ['carbon_grams', 'RESOURCES-41', 'a whole number', Number.isSafeInteger],
  ['account_type', 'RESOURCES-43', 'platform or byoa', (value) => value === 'platform' || value === 'byoa'],
] as const satisfies readonly (readonly [
  string,
  `RESOURCES-${number}`,
  string,
  (value: unknown) => boolean,
])[]

/** Checks that a rate has every field in its type and form. */
export function checkRate(
  checks: Checks,
  { rate, index, list }: { readonly rate: Plain; readonly index: number; readonly list: readonly Plain[] },
): void {
  const before = list[index - 1]
  for (const [name, statement, what, holds] of fields) {
    const value = rate[name]
    // An equal value was checked in the rate before.
    const isKnown = before !== undefined && value === before[name]
    checks.that(statement, isKnown || holds(value), () => ({
      expected: `${name} to be ${what}`,
      seen: showField(name, value),
      why: `rates.${index} has the fields of every rate`,
    }))
  }
}

/** The carriers of the target, and the clients' accounts with them. */
export interface CarrierMemory {
  /** The carriers that quote a shipment without faults, by environment and shipment. */
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

/** Returns the same object if the step changes nothing. */
export function carriersAfter(memory: CarrierMemory, step: Step): CarrierMemory {
  if (step.kind === 'carrier connected') {
    const { client, accountId: id, carrier, credentials } = step
    const account = { client, id, carrier, isRejected: credentials === 'rejected' }
    return { ...memory, accounts: [...memory.accounts, account] }
  }
  if (step.kind !== 'carrier disconnected') return memory
  return { ...memory, accounts: memory.accounts.filter(({ id }) => id !== step.accountId) }
}

type Plain = Readonly<Record<string, unknown>>

interface Quoted {
  readonly memory: { readonly faultState: FaultState; readonly carriers: CarrierMemory }
  readonly step: CallStep
  readonly quote: { readonly environment: string; readonly shipment: string }
  /** Undefined if the quote was refused. */
  readonly list: readonly Plain[] | undefined
}

const isCarrier = (one: string, other: string): boolean => comparable(one) === comparable(other)

/** Checks that only failed carriers are missing and listed, and that connected accounts have rates. */
export function checkCarriers(checks: Checks, quoted: Quoted): Quoted['memory'] {
  const { memory, step, quote, list } = quoted
  const { faultState, carriers } = memory
  const { client } = step
  const about = `${quote.environment} ${quote.shipment}`
  const usual = carriers.usual[about]
  const faults = carrierFaults(faultState, client, 'rates')
  const mayFail = (carrier: string): boolean =>
    faults.some(({ target }) => {
      const name = target.slice('carrier:'.length)
      const isNamed = usual === undefined || usual.some((each) => isCarrier(each, name))
      return name === '*' || !isNamed || isCarrier(name, carrier)
    })
  if (list === undefined) {
    checkRefusal(checks, quoted, mayFail)
    return memory
  }
  checkOwnAccounts(checks, quoted, mayFail)
  const there = [...new Set(list.flatMap((rate) => textIn(rate, 'carrier') ?? []))]
  const rejected = carriers.accounts.filter((each) => each.client === client && each.isRejected)
  const listed = hasSucceeded(step.answer) ? failedCarriersIn(step.answer) : []
  const isClean = faults.length === 0 && rejected.length === 0
  if (usual === undefined) {
    const isSure = isClean && listed.length === 0 && there.length > 0
    return isSure
      ? { faultState, carriers: { ...carriers, usual: { ...carriers.usual, [about]: there } } }
      : memory
  }
  const missing = usual.filter((each) => !there.includes(each))
  checkMissing(checks, { quoted, usual, missing, listed, mayFail })
  if (isClean && faultState.isControlled && missing.length === 0) checkNoneListed(checks, quoted, listed)
  // If a rejected account may have hidden all of them, the faults may not have triggered.
  const isFaulted = missing.some((each) => !mayBeRejected(quoted, usual, each))
  return {
    faultState: isFaulted ? countTriggered(faultState, faults) : faultState,
    carriers:
      missing.length === 0
        ? carriers
        : { ...carriers, failed: [...carriers.failed, ...missing.map((each) => `${client} ${each}`)] },
  }
}

/** Checks that a quote fails only if every carrier fails. */
function checkRefusal(
  checks: Checks,
  { memory, step, quote }: Quoted,
  mayFail: (carrier: string) => boolean,
): void {
  const { faultState, carriers } = memory
  const code = refusalOf(step)
  const usual = carriers.usual[`${quote.environment} ${quote.shipment}`]
  if (code === undefined || usual === undefined || !faultState.isControlled) return
  if (outcomeOf(faultState, step) !== 'refused') return
  const others = usual.filter((each) => !mayFail(each))
  const rejected = carriers.accounts.some((each) => each.client === step.client && each.isRejected)
  if (rejected && code.startsWith('CARRIER.')) return
  checks.that(code === 'RATE.CARRIER.UNAVAILABLE' ? 'ENDPOINTS-25' : 'STATES-1', others.length === 0, () => ({
    expected: `rates of ${others.join(', ')}, which have no fault`,
    seen: code,
    why: 'the same shipment was quoted before, and no fault is set for these carriers',
  }))
}

/**
 * True if a rejected account may hide this carrier's platform rates, which the specification leaves open. An unknown carrier
 * name may be any carrier.
 */
function mayBeRejected({ memory, step }: Quoted, usual: readonly string[], carrier: string): boolean {
  return memory.carriers.accounts.some(
    (account) =>
      account.client === step.client &&
      account.isRejected &&
      (isCarrier(account.carrier, carrier) || !usual.some((each) => isCarrier(each, account.carrier))),
  )
}

function checkMissing(
  checks: Checks,
  by: {
    readonly quoted: Quoted
    readonly usual: readonly string[]
    readonly missing: readonly string[]
    readonly listed: readonly unknown[]
    readonly mayFail: (carrier: string) => boolean
  },
): void {
  const { quoted, usual, missing, listed, mayFail } = by
  const { faultState, carriers } = quoted.memory
  const { client } = quoted.step
  const mayBeGone = (carrier: string): boolean => mayFail(carrier) || mayBeRejected(quoted, usual, carrier)
  const gone = faultState.isControlled ? missing.filter((each) => !mayBeGone(each)) : []
  const [first] = gone
  const hasFailed = first !== undefined && carriers.failed.includes(`${client} ${first}`)
  const isAnother = carrierFaults(faultState, client, 'rates').length > 0
  const statement = hasFailed ? 'ENDPOINTS-31' : isAnother ? 'ENDPOINTS-25' : 'ENDPOINTS-23'
  const hadFailed = usual.some((each) => carriers.failed.includes(`${client} ${each}`))
  checks.that(
    gone.length > 0 ? statement : isAnother ? 'ENDPOINTS-25' : hadFailed ? 'ENDPOINTS-31' : 'ENDPOINTS-23',
    gone.length === 0,
    () => ({
      expected: `rates of ${gone.join(', ')} as well`,
      seen: `rates of ${usual.filter((each) => !missing.includes(each)).join(', ') || 'nobody'}`,
      why: `${hasFailed ? 'its fault is over' : 'no fault is set for it'}, and it has quoted this shipment before`,
    }),
  )
  if (missing.length === 0) return
  const named = new Set(listed.flatMap((entry) => carriersNamedIn(entry, usual)))
  const unnamed = named.size === 0 ? [] : missing.filter((each) => !named.has(each))
  checks.that('ENDPOINTS-27', listed.length > 0 && unnamed.length === 0, () => ({
    expected: `${(unnamed.length > 0 ? unnamed : missing).join(', ')} in failed_carriers`,
    seen: showField('failed_carriers', listed),
    why: `${missing.join(', ')} has no rates in this response, but had some for the same shipment before`,
  }))
  const ownCarriers = carriers.accounts.filter((each) => each.client === client)
  const wrong = [...named].filter((each) => !missing.includes(each))
  if (ownCarriers.length > 0) return
  checks.that('ENDPOINTS-29', wrong.length === 0, () => ({
    expected: `${missing.join(', ')} alone in failed_carriers`,
    seen: showField('failed_carriers', listed),
    why: `${wrong.join(', ')} has rates in the same response`,
  }))
}

function checkNoneListed(checks: Checks, { memory, step }: Quoted, listed: readonly unknown[]): void {
  const hasFailed = memory.carriers.failed.some((each) => each.startsWith(`${step.client} `))
  checks.that('ENDPOINTS-29', listed.length === 0, () => ({
    expected: 'no carrier in failed_carriers',
    seen: showField('failed_carriers', listed),
    why: `no carrier fails${hasFailed ? ' any more' : ''}: each has rates in this response`,
  }))
}

/** Checks that a client has byoa rates exactly while it has a connected account. */
function checkOwnAccounts(
  checks: Checks,
  { memory, step, quote, list = [] }: Quoted,
  mayFail: (carrier: string) => boolean,
): void {
  const { faultState, carriers } = memory
  if (!faultState.isControlled) return
  const own = carriers.accounts.filter(({ client }) => client === step.client)
  const valid = own.filter(({ isRejected }) => !isRejected)
  const quoteBy = list.filter((rate) => rate['account_type'] === 'byoa')
  const names = quoteBy.flatMap((rate) => textIn(rate, 'carrier') ?? [])
  const usual = carriers.usual[`${quote.environment} ${quote.shipment}`] ?? []
  const isUnderstood = own.every(({ carrier }) => usual.some((each) => isCarrier(each, carrier)))
  const strange = names.filter((name) =>
    valid.length === 0 ? true : isUnderstood && !valid.some(({ carrier }) => isCarrier(carrier, name)),
  )
  checks.that('RESOURCES-45', strange.length === 0, () => ({
    expected:
      valid.length === 0
        ? 'no rates of own accounts: this client has none'
        : `rates of own accounts with ${valid.map(({ carrier }) => carrier).join(', ')} alone`,
    seen: `byoa rates of ${[...new Set(strange)].join(', ')}`,
    why: 'byoa marks the rates of accounts that are connected to this client now',
  }))
  if (!isUnderstood) return
  const missing = valid.filter(
    ({ carrier }) => !mayFail(carrier) && !names.some((name) => isCarrier(name, carrier)),
  )
  if (valid.length === 0) return
  checks.that('ENDPOINTS-24', missing.length === 0, () => ({
    expected: `byoa rates of ${missing.map(({ carrier }) => carrier).join(', ')}`,
    seen: names.length === 0 ? 'no byoa rates' : `byoa rates of ${[...new Set(names)].join(', ')}`,
    why: `${missing.map(({ id }) => id).join(', ')} is connected to this client, and no fault is set for it`,
  }))
}
