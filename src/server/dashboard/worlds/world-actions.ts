import type { Context } from '../../../simulator/accounts/context.ts'
import { hasEnded } from '../../../simulator/faults/trigger-fault.ts'
import { parseJson, refuseField } from '../../../simulator/requests/json-body.ts'
import type { LargeMembers } from '../../../simulator/requests/large-json.ts'
import { readBalanceCents } from '../../../simulator/resources/wallet.ts'
import { parseNamedSnapshot } from '../../control/named-snapshots.ts'
import { dashboardBase } from '../../dashboard-base.ts'
import { runInSlices } from '../../time-slices.ts'
import { addCommandOptions, type ControlCall, quoteShellWord } from '../control-call.ts'
import { formatCents, formatCountWithNoun, formatInstant } from '../format.tsx'
import type { Actions, PageAction, PageRequest } from '../page.ts'

const snapshotPath = '/accounts/{account}/snapshots/{name}'

function findSnapshot({ server, context }: PageRequest, name: string) {
  return server.simulator.snapshots.find({ account: context.id, name })
}

const confirmReplacement: PageAction['confirm'] = ({ name = '' }, page) => {
  const found = findSnapshot(page, name)
  const question = `Replace the snapshot "${name}"? Its content of ${formatBytes(found?.bytes ?? 0)} will be lost.`
  return found && { question, button: 'Replace' }
}

/** Returns a function that makes a call about the snapshot that a form names, with the equivalent subcommand. */
function createSnapshotCall(call: ControlCall['call'], subcommand: string): PageAction['call'] {
  return ({ name = '' }) => ({
    call,
    params: { name: readSnapshotName(name) },
    command: `snapshot ${subcommand} --name ${quoteShellWord(name)}`,
  })
}

/** The actions of the page Worlds, which lists accounts and their snapshots. */
export const worldActions: Actions = {
  save: {
    confirm: confirmReplacement,
    call: createSnapshotCall(`PUT ${snapshotPath}`, 'save'),
    message: ({ name = '' }) => `The snapshot "${name}" holds the account as it is now.`,
  },
  import: {
    confirm: confirmReplacement,
    call: ({ name = '', file = '' }) => {
      if (file === '') return refuseField('file', 'Choose the file of a snapshot')
      const params = { name: readSnapshotName(name) }
      return { call: `PUT ${snapshotPath}`, params, body: readSnapshotFile(file) }
    },
    message: ({ name = '' }) => `The snapshot "${name}" holds the state of the file.`,
  },
  restore: {
    confirm: async ({ name = '' }, page) => {
      const { simulator } = page.server
      const found = findSnapshot(page, name)
      if (found === undefined) return undefined
      const loss = await runInSlices(describeRestoreLoss(page.context, simulator.snapshots.readTexts(found)))
      const change = `Everything else becomes as it was at ${formatInstant(found.clockAtMs)}, also the clock.`
      const advice =
        'A snapshot does not contain the request log. To keep the other current data, save another snapshot first.'
      return { question: `Restore "${name}"? ${loss} ${change} ${advice}`, button: 'Restore' }
    },
    call: createSnapshotCall(`POST ${snapshotPath}/restore`, 'load'),
    message: ({ name = '' }) => `The account is as in the snapshot "${name}", its clock included.`,
  },
  forget: {
    confirm: ({ name = '' }, page) => {
      const found = findSnapshot(page, name)
      const loss = `Its ${formatBytes(found?.bytes ?? 0)} will be lost. The account stays as it is.`
      return found && { question: `Delete the snapshot "${name}"? ${loss}`, button: 'Delete' }
    },
    call: createSnapshotCall(`DELETE ${snapshotPath}`, 'delete'),
    message: ({ name = '' }) => `The snapshot "${name}" is deleted.`,
  },
  reset: {
    call: () => ({ call: 'POST /accounts/{account}/reset', command: 'reset' }),
    message: () => 'The account is as it was at its creation. Its snapshots are still there.',
  },
  create: {
    call: ({ id = '', seed = '', mode = 'realtime' }) => ({
      call: 'POST /accounts',
      body: { ...(id !== '' && { id }), ...(seed !== '' && { seed }), clock: { mode } },
      command: addCommandOptions('accounts create', [
        ['', id],
        ['--seed ', seed],
        ['--clock ', mode === 'realtime' ? '' : mode],
      ]),
    }),
    message: (_, response) => `The account ${Object(response).id} is created. This is its dashboard.`,
    next: (_, response) => `${dashboardBase}/${Object(response).id}`,
  },
  delete: {
    confirm: ({ id = '' }, { server: { simulator } }) => {
      const account = simulator.accounts().find((each) => each.id === id)
      if (account === undefined) return undefined
      const count = simulator.snapshots.list(id).length
      const besides =
        count === 0
          ? 'Its keys and its wallet'
          : `Its keys, its wallet and ${formatCountWithNoun(count, 'snapshot')}`
      const loss = `${describeRemoval(account)} ${besides} are deleted with it.`
      return { question: `Delete the account ${id}? ${loss}`, button: 'Delete' }
    },
    call: ({ id = '' }) => ({
      call: 'DELETE /accounts/{account}',
      params: { account: id },
      command: `accounts delete ${id}`,
    }),
    message: ({ id = '' }) => `The account ${id} is deleted.`,
    next: () => `${dashboardBase}/default/worlds`,
  },
}

/** Returns a snapshot's name. Throws VALIDATION.FIELD.INVALID for an empty name, whose path would be that of another call. */
function readSnapshotName(name: string): string {
  return name === '' ? refuseField('name', 'is empty. Write a name for the snapshot') : name
}

/** Parses the text of a snapshot file. Throws VALIDATION.FIELD.INVALID if the text is no snapshot. */
function readSnapshotFile(file: string): object {
  let value: unknown
  try {
    value = parseJson(Buffer.from(file))
  } catch {
    return refuseField('file', 'is no snapshot: it is no JSON object')
  }
  // If the file contained no snapshot, the control call would save the current state of the account instead.
  if (typeof value === 'object' && value !== null && 'format' in value) return value
  return refuseField('file', 'is no snapshot: it has no format')
}

/** Formats a number of bytes in bytes, kB or MB, such as `12.3 kB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** The collections whose records a question counts, with the nouns for one record and for several. */
const countedCollections = {
  labels: ['label', 'labels'],
  trackers: ['tracker', 'trackers'],
  batches: ['batch', 'batches'],
  deliveries: ['delivery', 'deliveries'],
  faults: ['fault', 'faults'],
  carrier_accounts: ['carrier account', 'carrier accounts'],
} as const

/** Describes how many records of each kind an account will lose. `keptIds` are the ids that stay, by collection. */
export function describeRemoval(
  context: Context,
  keptIds?: ReadonlyMap<string, ReadonlySet<string>>,
): string {
  const { state, requestLog, clock } = context
  const parts = Object.entries(countedCollections).flatMap(([name, [one, many]]) => {
    const ids = keptIds?.get(name)
    // The loss of a fault that has ended changes nothing for the user.
    const records =
      name === 'faults'
        ? [...state.faults.values()].filter((fault) => !hasEnded(fault, clock.now())).map(({ id }) => id)
        : [...(state.collection(name)?.keys() ?? [])]
    const count = records.filter((id) => !ids?.has(id)).length
    return count === 0 ? [] : [formatCountWithNoun(count, one, many)]
  })
  if (requestLog.size > 0) parts.push(formatCountWithNoun(requestLog.size, 'logged request'))
  const last = parts.pop()
  if (last === undefined) return 'No label, tracker, batch or fault is lost.'
  return `${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`} will be lost.`
}

/**
 * Describes what an account loses if the snapshot in `texts` is restored, and how its live balance changes. Works in
 * steps, so that other requests can run in between.
 */
export function* describeRestoreLoss(context: Context, texts: Iterable<string>): Generator<void, string> {
  const { collections } = Object(yield* parseNamedSnapshot(texts))
  const kept = new Map<string, ReadonlySet<string>>()
  const nowCents = readBalanceCents(context, 'live')
  let thenCents = nowCents
  for (const [name, records] of Object.entries<LargeMembers>(collections)) {
    const ids = new Set<string>()
    for (const [id, record] of records.entries()) {
      ids.add(id)
      if (name === 'wallet') thenCents = Object(record).balanceCents
      yield
    }
    kept.set(name, ids)
  }
  const loss = describeRemoval(context, kept)
  if (nowCents === thenCents) return loss
  return `${loss} The live balance changes from ${formatCents(nowCents)} to ${formatCents(thenCents)}.`
}
