import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { Card } from '../../pages/components/card.tsx'
import { Table } from '../../pages/components/table.tsx'
import type { PageProps } from '../page.ts'
import { RequestRow, requestColumns } from '../requests/request-rows.tsx'

const maxRows = 20

/** Lists the requests that the wallet or its card refused, newest first; nothing if there are none. */
export function DeclinedAttempts({ page }: PageProps) {
  const declined: LoggedRequest[] = []
  for (const entry of page.context.requestLog.newest()) {
    if (entry.errorCode?.startsWith('WALLET.')) declined.push(entry)
    if (declined.length === maxRows) break
  }
  if (declined.length === 0) return null
  return (
    <Card title="Declined attempts" id="declined" aside={`the latest ${maxRows} in the request log`}>
      <Table caption="Declined attempts" columns={requestColumns}>
        {declined.map((entry) => (
          <RequestRow page={page} entry={entry} />
        ))}
      </Table>
    </Card>
  )
}
