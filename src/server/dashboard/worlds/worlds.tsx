import { Card } from '../../pages/components/card.tsx'
import { Choice, FileField, TextField } from '../../pages/components/field.tsx'
import { ActionForm, fieldOf } from '../action-form.tsx'
import { fileLimitBytes } from '../form.ts'
import { countOf } from '../money/money.ts'
import type { DashboardPage, PageProps } from '../page.ts'
import { instantText } from '../time/instants.tsx'
import { AccountTable } from './account-table.tsx'
import { SnapshotTable } from './snapshot-table.tsx'
import { worldActions } from './world-actions.ts'

/** Renders the snapshots of the account and all accounts, with forms to save, restore, reset, create and delete. */
export const worlds: DashboardPage = {
  path: 'worlds',
  title: 'Worlds',
  shortcut: 'a',
  actions: worldActions,
  body: (page) => (
    <>
      <RestoreCard page={page} />
      <Card title="Snapshots of this account" id="snapshots">
        <SnapshotTable page={page} />
        <div class="cards">
          <div class="stack">
            <h3>New snapshot</h3>
            <ActionForm
              page={page}
              action="save"
              submit="Save a snapshot"
              kind="main"
              sample={{ name: 'before' }}
            >
              <TextField {...fieldOf(page, 'save', 'name')} label="Name" isRequired />
            </ActionForm>
          </div>
          <div class="stack">
            <h3>Import</h3>
            <ImportForm page={page} />
          </div>
        </div>
      </Card>
      <Card title="Accounts" id="accounts">
        <AccountTable page={page} />
        <h3>New account</h3>
        <ActionForm page={page} action="create" submit="Create an account" kind="main">
          <TextField
            {...fieldOf(page, 'create', 'id')}
            label="Id"
            hint="If left empty, the simulator makes one up."
          />
          <TextField
            {...fieldOf(page, 'create', 'seed')}
            label="Seed"
            hint="Accounts with the same seed and id have the same keys and ids."
          />
          <Choice
            {...fieldOf(page, 'create', 'mode')}
            label="Clock"
            options={[
              ['realtime', 'runs'],
              ['frozen', 'is frozen'],
            ]}
          />
        </ActionForm>
      </Card>
    </>
  ),
}

/** Asks before a snapshot is restored, because the present state is lost. */
function RestoreCard({ page }: PageProps) {
  const { context, server } = page
  const name = page.query.get('restore')
  const found = name === null ? undefined : server.simulator.snapshots.find({ account: context.id, name })
  if (found === undefined) return null
  return (
    <Card title={`Restore ${found.name}?`} id="restore">
      <p>
        Every change after the snapshot of {instantText(found.clockAtMs)} (the account's time) will be lost,
        and the request log with {countOf(context.requestLog.size, 'request')}. To keep the present state,
        save it first.
      </p>
      <div class="row">
        <ActionForm
          page={page}
          action="restore"
          submit="Restore"
          about={found.name}
          kind="danger"
          values={{ name: found.name }}
        />
        <a href={page.path}>Cancel</a>
      </div>
    </Card>
  )
}

function ImportForm({ page }: PageProps) {
  return (
    <ActionForm
      page={page}
      action="import"
      submit="Import a file"
      hasFile
      sample={{ name: 'before', file: '{"format":"drydock-snapshot"}' }}
    >
      <TextField {...fieldOf(page, 'import', 'name')} label="Name of the imported snapshot" isRequired />
      <FileField
        {...fieldOf(page, 'import', 'file')}
        label="File of a snapshot"
        accept=".json,application/json"
        hint={`Up to ${fileLimitBytes / 1024 ** 2} MiB. The control protocol takes larger files.`}
      />
    </ActionForm>
  )
}
