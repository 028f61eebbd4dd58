import { defaultAccountId } from '../../../simulator/accounts/accounts.ts'
import { dashboardBase } from '../../dashboard-base.ts'
import { allowLineBreaks, Card, Empty, FileField, Row, Table, TextField } from '../../pages/components.ts'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import { maxFileFormBytes } from '../form.ts'
import { formatCount, formatInstant, TimeText } from '../format.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { Live, PageLinks, readPaging, rowsOnPage } from '../parts.tsx'
import { describeRemoval, formatBytes, worldActions } from './world-actions.ts'

const createFields = [
  { name: 'id', label: 'Id', hint: 'If left empty, the simulator makes one up.' },
  { name: 'seed', label: 'Seed', hint: 'Accounts with the same seed and id have the same keys and ids.' },
  { name: 'mode', label: 'Clock', options: Object.entries({ realtime: 'runs', frozen: 'is frozen' }) },
] as const

/** The page of the account's snapshots and of all accounts, with forms to save, restore, create and delete them. */
export const worlds: DashboardPage = {
  path: 'worlds',
  title: 'Worlds',
  shortcut: 'a',
  actions: worldActions,
  body: (page) => {
    const save = { page, action: 'save', submit: 'Save a snapshot', kind: 'main' } as const
    const create = { page, action: 'create', submit: 'Create an account', kind: 'main' } as const
    const name = { name: 'name', label: 'Name', isRequired: true }
    return (
      <>
        <Card title="Snapshots of this account" id="snapshots">
          <SnapshotTable page={page} />
          <div class="cards">
            <div class="stack">
              <h3>New snapshot</h3>
              <ActionForm {...save} sample={{ name: 'before' }} fields={[name]} />
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
          <ActionForm {...create} fields={createFields} />
        </Card>
      </>
    )
  },
}

/** Renders the form that saves the snapshot in a file under a name. */
function ImportForm({ page }: PageProps) {
  const form = { page, action: 'import', submit: 'Import a file' }
  const sample = { name: 'before', file: '{"format":"drydock-snapshot"}' }
  const name = { name: 'name', label: 'Name of the imported snapshot', isRequired: true }
  const file = readRefusedField(page, 'import', 'file')
  const hint = `Up to ${maxFileFormBytes / 1024 ** 2} MiB. The control protocol takes larger files.`
  return (
    <ActionForm {...form} hasFile sample={sample} fields={[name]}>
      <FileField {...file} label="File of a snapshot" accept=".json,application/json" hint={hint} />
    </ActionForm>
  )
}

const snapshotColumns = { Name: '', Saved: '', Size: 'number', Actions: 'stays' }

/** Renders the named snapshots of the account, each with its restore, export and deletion. */
function SnapshotTable({ page }: PageProps) {
  const snapshots = page.server.simulator.snapshots.list(page.context.id)
  if (snapshots.length === 0)
    return (
      <Empty title="No snapshot yet">
        <p>Save one before a test, and return to it as often as you like.</p>
      </Empty>
    )
  return (
    <Table caption="Snapshots" columns={snapshotColumns}>
      {snapshots.map(({ name, savedAtMs, clockAtMs, bytes }) => {
        const form = { page, about: name, values: { name } }
        const cells = [
          allowLineBreaks(name),
          <>
            <TimeText atMs={savedAtMs} />
            <div class="muted">
              account's time: <TimeText atMs={clockAtMs} />
            </div>
          </>,
          formatBytes(bytes),
          <div class="row">
            <ActionForm {...form} action="restore" submit="Restore" />
            <a href={`${page.path}/${encodeURIComponent(name)}/snapshot.json`} download={`${name}.json`}>
              Export<span class="unseen"> {name}</span>
            </a>
            <ActionForm {...form} action="forget" submit="Delete" kind="danger" />
          </div>,
        ]
        return <Row columns={snapshotColumns} cells={cells} />
      })}
    </Table>
  )
}

const accountColumns = {
  Account: '',
  'Its time': 'minor',
  'Last used': 'minor',
  Labels: 'number',
  Snapshots: 'number minor',
  Action: 'stays',
}

/** Renders the default account and below it the others, newest first, each with a form to delete it. */
function AccountTable({ page }: PageProps) {
  const { simulator } = page.server
  const [first, ...others] = simulator.accounts()
  const paging = readPaging(page, others.length)
  const shown = others.toReversed().slice(paging.from, paging.from + rowsOnPage)
  return (
    <>
      <Table caption="Accounts" columns={accountColumns}>
        {[first ?? [], shown].flat().map(({ id, clock, state }) => {
          const cells = [
            <a href={`${dashboardBase}/${id}`} aria-current={id === page.context.id ? 'true' : undefined}>
              {allowLineBreaks(id)}
            </a>,
            formatInstant(clock.now()),
            formatInstant(simulator.lastUsedMs(id)),
            formatCount(state.labels.size),
            formatCount(simulator.snapshots.list(id).length),
            <DeleteAccount page={page} id={id} submit="Delete" />,
          ]
          return <Row columns={accountColumns} cells={cells} />
        })}
      </Table>
      <PageLinks page={page} paging={paging} of="accounts" anchor="accounts" />
    </>
  )
}

/** Renders the form that deletes an account, on the page Worlds. The default account cannot be deleted. */
function DeleteAccount({ page, id, submit }: PageProps & { readonly id: string; readonly submit: string }) {
  if (id === defaultAccountId) return <span class="muted">{id} cannot be deleted</span>
  return <ActionForm page={page} action="delete" submit={submit} about={id} kind="danger" values={{ id }} />
}

/** The number of snapshots that the menu lists. The page Worlds lists all. */
const maxListedSnapshots = 5

/** Renders the menu of the bar that saves, restores, resets, deletes and creates accounts. */
export function WorldMenu({ page: shown }: PageProps) {
  const { context, server } = shown
  const { id } = context
  const page = shown.createRequestFor(worlds)
  const snapshots = server.simulator.snapshots.list(id)
  // The menu is on every page, so it never shows the value and the errors of a refused form.
  const menuField = { form: 'menu-save', name: 'name' }
  return (
    <details class="switcher world">
      <summary>World</summary>
      <div>
        <ActionForm page={page} action="save" submit="Save" about="a snapshot" sample={{ name: 'before' }}>
          <TextField {...menuField} label="Save a snapshot as" placeholder="before" isRequired />
        </ActionForm>
        {snapshots.length === 0 ? null : (
          <div class="row">
            {snapshots.slice(0, maxListedSnapshots).map(({ name }) => (
              <ActionForm page={page} action="restore" submit={`Restore ${name}`} values={{ name }} />
            ))}
          </div>
        )}
        <Live page={shown} id="world-loss" topics={['labels', 'trackers', 'batches', 'faults']}>
          <p>
            <b>Reset {id}.</b> {describeRemoval(context)} Its first keys and its snapshots stay.
          </p>
        </Live>
        <ActionForm page={page} action="reset" submit="Reset" about={id} kind="danger" />
        <DeleteAccount page={page} id={id} submit="Delete the account" />
        <ActionForm page={page} action="create" submit="Create an account" />
        <a href={page.path}>All snapshots and accounts</a>
      </div>
    </details>
  )
}
