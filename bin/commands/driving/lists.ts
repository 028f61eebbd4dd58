import { fetchList } from '../../../src/client/lists.ts'
import type { ListedBatchBody } from '../../../src/simulator/bodies/batches.ts'
import type { ListedLabelBody } from '../../../src/simulator/bodies/labels.ts'
import type { ShipmentBody } from '../../../src/simulator/bodies/shipments.ts'
import type { ListedTrackerBody } from '../../../src/simulator/bodies/trackers.ts'
import type { LedgerEntryBody } from '../../../src/simulator/bodies/wallet.ts'
import { createChoiceReader, createIntegerReader } from '../../files/reader.ts'
import type { Command } from '../../parsing/command.ts'
import { defineOption, defineOptionWithDefault } from '../../parsing/option.ts'
import { formatColumns } from '../../printing/columns.ts'
import { defineRemoteCommand } from '../../remote.ts'

const environment = defineOption({
  name: 'environment',
  describe: 'test or live (default: both)',
  reader: createChoiceReader(['test', 'live']),
})

const last = defineOptionWithDefault({
  name: 'last',
  field: 'limit',
  describe: 'maximum number, the newest first',
  reader: createIntegerReader({ min: 1, max: 10_000 }),
  otherwise: '100',
})

export const labels = defineListCommand<ListedLabelBody>('labels', {
  does: 'List all labels, with their voids and scans',
  cells: (label) => [
    label.id,
    label.created_at,
    label.environment,
    `${label.carrier} ${label.service}`,
    label.tracking_number,
    `${label.rate_cents} cents`,
    describeLabelState(label),
  ],
})

export const trackers = defineListCommand<ListedTrackerBody>('trackers', {
  does: 'List all trackers, with their status and script',
  cells: (tracker) => [
    tracker.id,
    tracker.registered_at,
    tracker.environment,
    `${tracker.carrier} ${tracker.tracking_number}`,
    tracker.status,
    tracker.script === null ? 'no script' : `script ${tracker.script}`,
    `next poll ${tracker.next_poll_at}`,
  ],
})

export const batches = defineListCommand<ListedBatchBody>('batches', {
  does: 'List all batches, with their progress',
  cells: (batch) => [
    batch.id,
    batch.created_at,
    batch.environment,
    batch.status,
    `${batch.item_counts.purchased} of ${batch.item_count} bought`,
    `${batch.item_counts.failed} failed`,
    `${batch.total_cost_cents} cents`,
  ],
})

export const shipments = defineListCommand<ShipmentBody>('shipments', {
  does: 'List all shipments, with sender and recipient',
  cells: (shipment) => [
    shipment.id,
    shipment.created_at,
    shipment.environment,
    shipment.label_id,
    [shipment.carrier, shipment.service].filter((word) => word !== null).join(' '),
    `${formatPlace(shipment.from_address)} to ${formatPlace(shipment.to_address)}`,
  ],
})

/** Lists the ledger of the live wallet; the sandbox wallet has none, because its purchases are free. */
export const walletLedger = defineListCommand<LedgerEntryBody>('ledger', {
  line: 'wallet ledger',
  path: '/wallet/ledger',
  does: 'List every change of the live balance, with its reason',
  none: 'No money has moved.',
  cells: (entry) => [
    entry.id,
    entry.at,
    entry.kind,
    `${entry.amount_cents > 0 ? '+' : ''}${entry.amount_cents} cents`,
    `balance ${entry.balance_cents}`,
    entry.reference === null ? '' : `${entry.reference_kind} ${entry.reference}`,
  ],
})

/** Defines a command that lists records of the account, newest first. */
function defineListCommand<Body>(
  name: string,
  list: {
    readonly does: string
    readonly cells: (body: Body) => readonly string[]
    readonly line?: string
    readonly path?: string
    readonly none?: string
  },
): Command {
  const { does, cells, line = name, path = `/${name}`, none = `No ${name}.` } = list
  return defineRemoteCommand({
    options: [environment, last],
    examples: [
      { line: `drydock ${line}`, does },
      {
        line: `drydock ${line} --environment live --last 5`,
        does: 'List only the newest five of the live environment',
      },
    ],
    act: async ({ account, control }, input, note) => {
      const { bodies, hasMore } = await fetchList<Body>(control, {
        path: `/accounts/${encodeURIComponent(account.id)}${path}`,
        name,
        filter: { environment: input.get(environment), limit: input.get(last) },
      })
      if (bodies.length === 0) note(none)
      if (hasMore) note('Older entries are left out; --last N shows more.')
      return formatColumns(bodies.map(cells))
    },
  })
}

function describeLabelState({ void_requested_at, scanned_at }: ListedLabelBody): string {
  if (void_requested_at !== null) return `void requested ${void_requested_at}`
  return scanned_at === null ? '' : `scanned ${scanned_at}`
}

function formatPlace({ city, state, zip, country }: ShipmentBody['to_address']): string {
  return [city, state, zip, ...(country === 'US' ? [] : [country])].join(' ')
}
