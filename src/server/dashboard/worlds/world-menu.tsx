import { TextField } from '../../pages/components/field.tsx'
import { ActionForm } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import type { PageProps } from '../page.ts'
import { DeleteAccount } from './account-table.tsx'
import { removalText } from './losses.tsx'
import { worlds } from './worlds.tsx'

/** The menu lists only this many snapshots; its page has all of them. */
const maxListed = 5

/** Renders the menu of the bar that saves, restores and resets the account, on every page. */
export function WorldMenu({ page }: PageProps) {
  const { context, server } = page
  const onWorlds = page.elsewhere(worlds)
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
          <ul>
            {snapshots.slice(0, maxListed).map(({ name }) => (
              <li>
                <a href={`${onWorlds.path}?restore=${encodeURIComponent(name)}#restore`}>Restore {name}</a>
              </li>
            ))}
          </ul>
        )}
        <Live page={page} id="world-loss" topics={['labels', 'trackers', 'batches', 'faults']}>
          <p>
            <b>Reset {context.id}.</b> {removalText(context)} Its keys of the beginning and its snapshots
            stay.
          </p>
        </Live>
        <ActionForm page={onWorlds} action="reset" submit="Reset" about={context.id} kind="danger" />
        <DeleteAccount page={onWorlds} account={context} />
        <ActionForm page={onWorlds} action="create" submit="Create an account" />
        <a href={onWorlds.path}>All snapshots and accounts</a>
      </div>
    </details>
  )
}
