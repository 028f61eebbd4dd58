import situations from '../../fixtures/review/situations.json' with { type: 'json' }
import trackingStatuses from '../../fixtures/review/tracking-statuses.json' with { type: 'json' }
import webhookOutcomes from '../../fixtures/review/webhook-outcomes.json' with { type: 'json' }
import provocations from '../../fixtures/simulator/provocations.json' with { type: 'json' }
import { errorCodes, isErrorCode } from '../simulator/specification/errors.ts'
import { keysOf } from '../simulator/specification/keys-of.ts'
import { getOperation, type OperationName, operationNames } from '../simulator/specification/operations.ts'

/** The kinds of items that the review counts, such as error codes, in the order in which reports show them. */
export const coverageKinds = [
  'operations',
  'error_codes',
  'tracking_statuses',
  'webhook_outcomes',
  'situations',
] as const
export type CoverageKind = (typeof coverageKinds)[number]

const itemsByKind: { readonly [Kind in CoverageKind]: readonly string[] } = {
  operations: operationNames,
  error_codes: errorCodes,
  tracking_statuses: keysOf(trackingStatuses),
  webhook_outcomes: keysOf(webhookOutcomes),
  situations: keysOf(situations),
}

/** Returns the ids of all items of a kind, such as all error codes. The id of an operation is its name. */
export function listCoverageItems(kind: CoverageKind): readonly string[] {
  return itemsByKind[kind]
}

/** Returns the id of an item as reports show it: an operation as its method and path, any other item as it is. */
export function formatItemId(kind: CoverageKind, id: string): string {
  if (kind !== 'operations') return id
  const { method, path } = getOperation(id as OperationName)
  return `${method} ${path}`
}

/** Returns a sentence that explains an item of the coverage; undefined if the id of the item says enough. */
export function findItemTitle(kind: CoverageKind, id: string): string | undefined {
  const facts: Readonly<Record<string, { readonly title: string }>> =
    kind === 'situations' ? situations : kind === 'webhook_outcomes' ? webhookOutcomes : {}
  return facts[id]?.title
}

/** The account and the simulator that the shown `drydock` commands name in their options. */
export interface CommandTarget {
  readonly account: string
  /** The URL of the simulator; undefined for the default address. */
  readonly url: string | undefined
}

/**
 * Returns one sentence that says how a client can meet an item, such as an error code. Its commands have the options
 * for `target`; commands, calls and values are in backticks.
 */
export function describeHowToMeetItem(kind: CoverageKind, id: string, target: CommandTarget): string {
  const { account, url } = target
  const options = `${account === 'default' ? '' : ` --account ${account}`}${url === undefined ? '' : ` --url ${url}`}`
  // safe regex: it runs only on texts of the fixtures, never on a text of a user.
  return readHowToMeetItem(kind, id).replaceAll(
    /`(drydock [^`]*)`/g,
    (_, command) => `\`${command}${options}\``,
  )
}

const outcomes: Readonly<Record<string, { readonly how: string }>> = { ...situations, ...webhookOutcomes }
const statuses: Readonly<Record<string, string>> = trackingStatuses

function readHowToMeetItem(kind: CoverageKind, id: string): string {
  switch (kind) {
    case 'operations':
      return `Let the app call \`${formatItemId(kind, id)}\`.`
    case 'error_codes':
      return isErrorCode(id) ? provocations[id] : ''
    case 'tracking_statuses':
      return statuses[id] ?? ''
    case 'webhook_outcomes':
    case 'situations':
      return outcomes[id]?.how ?? ''
  }
}
