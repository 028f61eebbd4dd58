import { dashboardBase } from '../dashboard-base.ts'
import { Button } from '../pages/components/button.tsx'
import { countOf } from './money/money.ts'

/** The number of accounts that the bar lists. There may be many more, for example one for each test. */
const maxListedAccounts = 20

/** Renders links to the default account and the newest ones, and a field for the id of any other account. */
export function AccountSwitcher({
  current,
  accounts,
}: {
  readonly current: string
  /** The ids of all accounts, the oldest first. */
  readonly accounts: readonly string[]
}) {
  const [first = current, ...others] = accounts
  const listed = [first, ...others.toReversed().slice(0, maxListedAccounts)]
  const left = accounts.length - listed.length
  return (
    <details class="switcher">
      <summary>
        <span class="unseen">Account </span>
        {current}
      </summary>
      <div>
        <ul>
          {listed.map((id) => (
            <li>
              <a href={`${dashboardBase}/${id}`} aria-current={id === current ? 'true' : undefined}>
                {id}
              </a>
            </li>
          ))}
        </ul>
        {left === 0 ? null : (
          <form method="get" action={dashboardBase}>
            <label for="switcher-account">And {countOf(left, 'older account')}: by id</label>
            <input id="switcher-account" name="account" required autocomplete="off" spellcheck={false} />
            <Button>Go</Button>
          </form>
        )}
      </div>
    </details>
  )
}
