import { Card } from '../../pages/components/card.tsx'
import { Choice, FileField, TextField } from '../../pages/components/field.tsx'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import { maxFileFormBytes } from '../form.ts'
import type { DashboardPage, PageProps } from '../page.ts'
import { AccountTable } from './account-table.tsx'
import { SnapshotTable } from './snapshot-table.tsx'
import { worldActions } from './world-actions.ts'

/** The page of the account's snapshots and of all accounts, with forms to save, restore, create and delete them. */
export const worlds: DashboardPage = {
  path: 'worlds',
  title: 'Worlds',
  shortcut: 'a',
  actions: worldActions,
  body: (page) => (
    <>
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
              <TextField {...readRefusedField(page, 'save', 'name')} label="Name" isRequired />
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
            {...readRefusedField(page, 'create', 'id')}
            label="Id"
            hint="If left empty, the simulator makes one up."
          />
          <TextField
            {...readRefusedField(page, 'create', 'seed')}
            label="Seed"
            hint="Accounts with the same seed and id have the same keys and ids."
          />
          <Choice
            {...readRefusedField(page, 'create', 'mode')}
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

/** Renders the form that saves the snapshot in a file under a name. */
function ImportForm({ page }: PageProps) {
  return (
    <ActionForm
      page={page}
      action="import"
      submit="Import a file"
      hasFile
      sample={{ name: 'before', file: '{"format":"drydock-snapshot"}' }}
    >
      <TextField
        {...readRefusedField(page, 'import', 'name')}
        label="Name of the imported snapshot"
        isRequired
      />
      <FileField
        {...readRefusedField(page, 'import', 'file')}
        label="File of a snapshot"
        accept=".json,application/json"
        hint={`Up to ${maxFileFormBytes / 1024 ** 2} MiB. The control protocol takes larger files.`}
      />
    </ActionForm>
  )
}
