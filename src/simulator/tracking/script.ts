/**
 * Tracking scripts: the carrier's scans with their times, places and messages (magic values, What can a tracking number cause?).
 */
import scripts from '../../../fixtures/tracking/scripts.json' with { type: 'json' }
import type { Address, CarrierName } from '../specification/model.ts'
import { carrierWords } from './carrier-words.ts'

/** The names of the tracking scripts, in the order of their magic digits: `standard` is 9999 0, `held` is 9999 9. */
export const scriptNames = [
  'standard',
  'never_scanned',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'returned',
  'exception_then_delivered',
  'unknown',
  'lost',
  'held',
] as const

/**
 * The name of a tracking script: a course that a parcel takes, such as `delivered` (magic values, What can a tracking
 * number cause?).
 */
export type ScriptName = (typeof scriptNames)[number]

/** One scan by the carrier. Times are milliseconds since 1970; the location is null if the carrier gives none. */
export interface CarrierScan {
  readonly atMs: number
  readonly message: string
  readonly location: string | null
  /** Whether the carrier has the package: true for every scan except the one that reports the creation of the label. */
  readonly moving: boolean
}

const hourMs = 3_600_000

export function isScriptName(text: string): text is ScriptName {
  return scriptNames.some((name) => name === text)
}

/**
 * Returns the script of a magic tracking number, which begins with `9999` and a digit; undefined for other
 * numbers.
 */
export function findScript(trackingNumber: string): ScriptName | undefined {
  const digit = /^9999([0-9])/.exec(trackingNumber)?.[1]
  return digit === undefined ? undefined : scriptNames[Number(digit)]
}

/** Describes the outcome of a tracking script and its time in a few words. */
export function describeScript(script: ScriptName): string {
  return scripts[script].settled
}

/**
 * Returns all scans of a script that starts at `startMs`, oldest first. Scans before the start are its history, later
 * ones are still to come. No scan is dated before `notBeforeMs`, such as the purchase of the label: if the history is
 * longer, it is compressed to begin at that time (docs/decisions/script-history.md).
 */
export function createScans({
  script,
  carrier,
  startMs,
  notBeforeMs = Number.NEGATIVE_INFINITY,
  from,
  to,
}: {
  readonly script: ScriptName
  readonly carrier: CarrierName
  readonly startMs: number
  readonly notBeforeMs?: number | undefined
  readonly from?: Address | undefined
  readonly to?: Address | undefined
}): readonly CarrierScan[] {
  const places: Readonly<Record<string, string | null>> = {
    none: null,
    origin: formatTown(from),
    hub: carrierWords[carrier].hub,
    destination: formatTown(to),
  }
  const { steps } = scripts[script]
  const historyMs = Math.max(0, ...steps.map(({ afterHours }) => -afterHours * hourMs))
  const shortenedBy = Math.min(1, Math.max(0, startMs - notBeforeMs) / Math.max(1, historyMs))
  const toInstantMs = (spanMs: number) => startMs + Math.round(spanMs < 0 ? spanMs * shortenedBy : spanMs)
  return steps.map((step) => ({
    atMs: Math.max(notBeforeMs, toInstantMs(step.afterHours * hourMs)),
    message: findScanMessage(carrier, step.scan),
    location: places[step.place] ?? null,
    moving: step.scan !== 'label_created',
  }))
}

/**
 * Returns the carrier's message for a kind of scan. Throws if there is none, which is a mistake in the
 * fixtures.
 */
export function findScanMessage(carrier: CarrierName, scan: string): string {
  const words = carrierWords[carrier].scans
  const message = Object.hasOwn(words, scan) ? words[scan] : undefined
  if (message === undefined)
    throw new Error(`fixtures/tracking/carriers.json: ${carrier} has no words for ${scan}.`)
  return message
}

function formatTown(address: Address | undefined): string | null {
  if (address === undefined) return null
  return [address.city, address.state, address.country]
    .map((part) => part.trim().toUpperCase())
    .filter((part, index) => part !== '' && !(index === 2 && part === 'US'))
    .join(', ')
}
