import { defaultAccountId } from '../../../simulator/accounts/accounts.ts'
import type { Context } from '../../../simulator/accounts/context.ts'
import { dashboardBase } from '../../dashboard-base.ts'
import { allowLineBreaks } from '../../pages/components/breakable.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import { ActionForm } from '../action-form.tsx'
import { countText } from '../money/money.ts'
import type { PageProps, PageRequest } from '../page.ts'
import { PageLinks, readPaging, rowsOnPage } from '../paging.tsx'
import { instantText } from '../time/instants.tsx'

interface DeleteProps {
  /** The request for the page Worlds, which has the action. */
  readonly page: PageRequest
  readonly account: Context
  readonly submit?: string
}

/** Renders the form that deletes an account. The default account cannot be deleted. */
export function DeleteAccount({ page, account, submit = 'Delete' }: DeleteProps) {
  const { id } = account
  if (id === defaultAccountId) return <span class="muted">{id} cannot be deleted</span>
  return <ActionForm page={page} action="delete" submit={submit} about={id} kind="danger" values={{ id }} />
}

const accountColumns = [
  { name: 'Account' },
  { name: 'Its time', isMinor: true },
  { name: 'Last used', isMinor: true },
  { name: 'Labels', isNumber: true },
  { name: 'Snapshots', isNumber: true, isMinor: true },
  { name: 'Action', stays: true },
]

/** Renders the default account and below it the others, newest first, each with a form to delete it. */
export function AccountTable({ page }: PageProps) {
  const { simulator } = page.server
  const [first, ...others] = simulator.accounts()
  const paging = readPaging(page, others.length)
  const shown = others.toReversed().slice(paging.from, paging.from + rowsOnPage)
  return (
    <>
      <Table caption="Accounts" columns={accountColumns}>
        {[...(first === undefined ? [] : [first]), ...shown].map((account) => (
          <tr>
            <Cell>
              <a
                href={`${dashboardBase}/${account.id}`}
                aria-current={account.id === page.context.id ? 'true' : undefined}
              >
                {allowLineBreaks(account.id)}
              </a>
            </Cell>
            <Cell isMinor>{instantText(account.clock.now())}</Cell>
            <Cell isMinor>{instantText(simulator.lastUsedMs(account.id))}</Cell>
            <Cell isNumber>{countText(account.state.labels.size)}</Cell>
            <Cell isNumber isMinor>
              {countText(simulator.snapshots.list(account.id).length)}
            </Cell>
            <Cell stays>
              <DeleteAccount page={page} account={account} />
            </Cell>
          </tr>
        ))}
      </Table>
      <PageLinks page={page} paging={paging} of="accounts" anchor="accounts" />
    </>
  )
}
