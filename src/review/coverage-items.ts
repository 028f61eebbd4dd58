import situations from '../../fixtures/review/situations.json' with { type: 'json' }
import trackingStatuses from '../../fixtures/review/tracking-statuses.json' with { type: 'json' }
import webhookOutcomes from '../../fixtures/review/webhook-outcomes.json' with { type: 'json' }
import provocations from '../../fixtures/simulator/provocations.json' with { type: 'json' }
import { errorCodes, isErrorCode } from '../simulator/specification/errors.ts'
import { keysOf } from '../simulator/specification/keys-of.ts'
import { type OperationName, operationFacts, operationNames } from '../simulator/specification/operations.ts'

/** The items that a client can meet, in the order of reports. */
export const coverageKinds = [
  'operations',
  'error_codes',
  'tracking_statuses',
  'webhook_outcomes',
  'situations',
] as const
export type CoverageKind = (typeof coverageKinds)[number]

const items: { readonly [Kind in CoverageKind]: readonly string[] } = {
  operations: operationNames,
  error_codes: errorCodes,
  tracking_statuses: keysOf(trackingStatuses),
  webhook_outcomes: keysOf(webhookOutcomes),
  situations: keysOf(situations),
}

/** Returns the ids of all items of a kind. An operation has its name here. */
export function itemsOf(kind: CoverageKind): readonly string[] {
  return items[kind]
}

/** Returns the name of an item in reports: an operation is shown as its method and path. */
export function shownId(kind: CoverageKind, id: string): string {
  if (kind !== 'operations') return id
  const { method, path } = operationFacts(id as OperationName)
  return `${method} ${path}`
}

/** Returns one sentence on an item whose id does not say enough; undefined for others. */
export function titleOf(kind: CoverageKind, id: string): string | undefined {
  const facts: Readonly<Record<string, { readonly title: string }>> =
    kind === 'situations' ? situations : kind === 'webhook_outcomes' ? webhookOutcomes : {}
  return facts[id]?.title
}

/** The simulator that commands are for. */
export interface CommandTarget {
  readonly account: string
  /** Undefined for the default address. */
  readonly url: string | undefined
}

/**
 * Returns how to meet an item: commands, calls of the app and values, each in backticks. The commands are for this
 * account.
 */
export function howToMeet(kind: CoverageKind, id: string, target: CommandTarget): string {
  const { account, url } = target
  const options = `${account === 'default' ? '' : ` --account ${account}`}${url === undefined ? '' : ` --url ${url}`}`
  // regex bound: the texts are the fixtures' own.
  return wordsFor(kind, id).replaceAll(/`(drydock [^`]*)`/g, (_, command) => `\`${command}${options}\``)
}

function wordsFor(kind: CoverageKind, id: string): string {
  const outcomes: Readonly<Record<string, { readonly how: string }>> = { ...situations, ...webhookOutcomes }
  const statuses: Readonly<Record<string, string>> = trackingStatuses
  switch (kind) {
    case 'operations':
      return `Let the app call \`${shownId(kind, id)}\`.`
    case 'error_codes':
      return isErrorCode(id) ? provocations[id] : ''
    case 'tracking_statuses':
      return statuses[id] ?? ''
    case 'webhook_outcomes':
    case 'situations':
      return outcomes[id]?.how ?? ''
  }
}
