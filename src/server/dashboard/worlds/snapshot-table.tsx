import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import { allowLineBreaks } from '../../pages/components/breakable.tsx'
import { Cell, Empty, Table } from '../../pages/components/table.tsx'
import { ActionForm } from '../action-form.tsx'
import type { PageProps } from '../page.ts'
import { instantText } from '../time/instants.tsx'
import { formatBytes } from './world-actions.ts'

const snapshotColumns = [
  { name: 'Name' },
  { name: 'Saved' },
  { name: 'Size', isNumber: true },
  { name: 'Actions', stays: true },
]

/** Renders the named snapshots of the account, each with its restore, export and deletion. */
export function SnapshotTable({ page }: PageProps) {
  const snapshots = page.server.simulator.snapshots.list(page.context.id)
  if (snapshots.length === 0)
    return (
      <Empty title="No snapshot yet">
        <p>Save one before a test, and return to it as often as you like.</p>
      </Empty>
    )
  return (
    <Table caption="Snapshots" columns={snapshotColumns}>
      {snapshots.map(({ name, savedAtMs, clockAtMs, bytes }) => (
        <tr>
          <Cell>{allowLineBreaks(name)}</Cell>
          <Cell>
            <time datetime={toTimestamp(savedAtMs)}>{instantText(savedAtMs)}</time>
            <div class="muted">
              account's time: <time datetime={toTimestamp(clockAtMs)}>{instantText(clockAtMs)}</time>
            </div>
          </Cell>
          <Cell isNumber>{formatBytes(bytes)}</Cell>
          <Cell stays>
            <div class="row">
              <ActionForm page={page} action="restore" submit="Restore" about={name} values={{ name }} />
              <a href={`${page.path}/${encodeURIComponent(name)}/snapshot.json`} download={`${name}.json`}>
                Export<span class="unseen"> {name}</span>
              </a>
              <ActionForm
                page={page}
                action="forget"
                submit="Delete"
                about={name}
                kind="danger"
                values={{ name }}
              />
            </div>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
