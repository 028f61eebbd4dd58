import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import { Cell, Empty, Table } from '../../pages/components/table.tsx'
import { ActionForm } from '../action-form.tsx'
import type { PageProps } from '../page.ts'
import { instantText } from '../time/instants.tsx'

const columns = [
  { name: 'Name' },
  { name: 'Saved, real time', isMinor: true },
  { name: "Account's time", isMinor: true },
  { name: 'Size', isNumber: true, isMinor: true },
  { name: 'Actions', stays: true },
]

/** Lists the named snapshots of the account, with links and forms for each. */
export function SnapshotTable({ page }: PageProps) {
  const snapshots = page.server.simulator.snapshots.list(page.context.id)
  if (snapshots.length === 0)
    return (
      <Empty title="No snapshot yet">
        <p>Save one before a test, and return to it as often as you like.</p>
      </Empty>
    )
  return (
    <Table caption="Snapshots" columns={columns}>
      {snapshots.map(({ name, savedAtMs, clockAtMs, bytes }) => (
        <tr>
          <Cell>{name}</Cell>
          <Cell isMinor>
            <time class="nowrap" datetime={toTimestamp(savedAtMs)}>
              {instantText(savedAtMs)}
            </time>
          </Cell>
          <Cell isMinor>
            <time class="nowrap" datetime={toTimestamp(clockAtMs)}>
              {instantText(clockAtMs)}
            </time>
          </Cell>
          <Cell isNumber isMinor>
            {sizeText(bytes)}
          </Cell>
          <Cell stays>
            <div class="row">
              <a href={`${page.path}?restore=${encodeURIComponent(name)}#restore`}>
                Restore<span class="unseen"> {name}</span>
              </a>
              <a href={`${page.path}/${encodeURIComponent(name)}/snapshot.json`} download={`${name}.json`}>
                Export<span class="unseen"> {name}</span>
              </a>
              <details>
                <summary>
                  Delete<span class="unseen"> {name}</span>
                </summary>
                <p>The snapshot of {sizeText(bytes)} will be lost. The account stays as it is.</p>
                <ActionForm
                  page={page}
                  action="forget"
                  submit="Delete for good"
                  about={name}
                  kind="danger"
                  values={{ name }}
                />
              </details>
            </div>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

/** Formats a number of bytes in its largest unit. */
function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
