import { TextField } from '../../pages/components/field.tsx'
import { ActionForm } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import type { PageProps } from '../page.ts'
import { DeleteAccount } from './account-table.tsx'
import { describeRemoval } from './removal.ts'
import { worlds } from './worlds.tsx'

/** The number of snapshots that the menu lists. The page Worlds lists all. */
const maxListedSnapshots = 5

/** Renders the menu of the bar that saves, restores, resets, deletes and creates accounts. */
export function WorldMenu({ page }: PageProps) {
  const { context, server } = page
  const onWorlds = page.forPage(worlds)
  const snapshots = server.simulator.snapshots.list(context.id)
  return (
    <details class="switcher world">
      <summary>World</summary>
      <div>
        <ActionForm
          page={onWorlds}
          action="save"
          submit="Save"
          about="a snapshot"
          sample={{ name: 'before' }}
        >
          <TextField
            form="menu-save"
            name="name"
            label="Save a snapshot as"
            placeholder="before"
            isRequired
          />
        </ActionForm>
        {snapshots.length === 0 ? null : (
          <div class="row">
            {snapshots.slice(0, maxListedSnapshots).map(({ name }) => (
              <ActionForm page={onWorlds} action="restore" submit={`Restore ${name}`} values={{ name }} />
            ))}
          </div>
        )}
        <Live page={page} id="world-loss" topics={['labels', 'trackers', 'batches', 'faults']}>
          <p>
            <b>Reset {context.id}.</b> {describeRemoval(context)} Its first keys and its snapshots stay.
          </p>
        </Live>
        <ActionForm page={onWorlds} action="reset" submit="Reset" about={context.id} kind="danger" />
        <DeleteAccount page={onWorlds} account={context} submit="Delete the account" />
        <ActionForm page={onWorlds} action="create" submit="Create an account" />
        <a href={onWorlds.path}>All snapshots and accounts</a>
      </div>
    </details>
  )
}
