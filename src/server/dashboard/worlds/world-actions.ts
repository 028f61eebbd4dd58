import { parseJson, refuseField } from '../../../simulator/requests/json-body.ts'
import { dashboardBase } from '../../dashboard-base.ts'
import { shellWord, withOptions } from '../control-call.ts'
import type { Actions, PageAction } from '../page.ts'

const snapshotPath = '/accounts/{account}/snapshots/{name}'

const asksToReplace: PageAction['asks'] = ({ name = '' }, { server, context }) =>
  server.simulator.snapshots.find({ account: context.id, name }) === undefined
    ? undefined
    : { asks: `Replace the snapshot ${name}?`, verb: 'Replace' }

/** The actions on accounts and their snapshots. */
export const worldActions: Actions = {
  save: {
    asks: asksToReplace,
    call: ({ name = '' }) => ({
      call: `PUT ${snapshotPath}`,
      params: { name: nameIn(name) },
      command: `snapshot save --name ${shellWord(name)}`,
    }),
    message: ({ name = '' }) => `The snapshot ${name} holds the account as it is now.`,
  },
  import: {
    asks: asksToReplace,
    call: ({ name = '', file = '' }) => {
      if (file === '') return refuseField('file', 'Choose the file of a snapshot')
      return { call: `PUT ${snapshotPath}`, params: { name: nameIn(name) }, body: documentIn(file) }
    },
    message: ({ name = '' }) => `The snapshot ${name} holds the state of the file.`,
  },
  restore: {
    call: ({ name = '' }) => ({
      call: `POST ${snapshotPath}/restore`,
      params: { name },
      command: `snapshot load --name ${shellWord(name)}`,
    }),
    message: ({ name = '' }) => `The account is as in the snapshot ${name}, its clock included.`,
  },
  forget: {
    call: ({ name = '' }) => ({
      call: `DELETE ${snapshotPath}`,
      params: { name },
      command: `snapshot delete --name ${shellWord(name)}`,
    }),
    message: ({ name = '' }) => `The snapshot ${name} is deleted.`,
  },
  reset: {
    call: () => ({ call: 'POST /accounts/{account}/reset', command: 'reset' }),
    message: () => 'The account is as at its creation. Its snapshots are still there.',
  },
  create: {
    call: ({ id = '', seed = '', mode = 'realtime' }) => ({
      call: 'POST /accounts',
      body: { ...(id !== '' && { id }), ...(seed !== '' && { seed }), clock: { mode } },
      command: withOptions('accounts create', [
        ['', id],
        ['--seed ', seed],
        ['--clock ', mode === 'realtime' ? '' : mode],
      ]),
    }),
    message: (_, response) => `The account ${Object(response).id} is created. This is its dashboard.`,
    next: (_, response) => `${dashboardBase}/${Object(response).id}`,
  },
  delete: {
    call: ({ id = '' }) => ({
      call: 'DELETE /accounts/{account}',
      params: { account: id },
      command: `accounts delete ${id}`,
    }),
    message: ({ id = '' }) => `The account ${id} is deleted.`,
    next: () => `${dashboardBase}/default/worlds`,
  },
}

/** Without a name, the path would lead to another call. */
function nameIn(name: string): string {
  return name === '' ? refuseField('name', 'is empty. Write a name for the snapshot') : name
}

/** Returns the snapshot in the text of a file. Throws VALIDATION.FIELD.INVALID for any other text. */
function documentIn(file: string): object {
  const value = readJson(file)
  // Without a document, the call would save the account instead.
  if (typeof value === 'object' && value !== null && 'format' in value) return value
  return refuseField('file', 'is no snapshot: it has no format')
}

function readJson(file: string): unknown {
  try {
    return parseJson(Buffer.from(file))
  } catch {
    return refuseField('file', 'is no snapshot: it is no JSON object')
  }
}
