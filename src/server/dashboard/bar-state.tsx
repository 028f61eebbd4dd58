import { canTriggerAt } from '../../simulator/faults/trigger-fault.ts'
import { findRunningScenario } from '../../simulator/scenarios/running.ts'
import { addAccountToPath, dashboardBase, signOutPath } from '../dashboard-base.ts'
import { Badge, Button } from '../pages/components.ts'
import { listVariationIds } from '../service/varied-service.ts'
import { ClockTime, formatCount, formatCountWithNoun } from './format.tsx'
import type { PageProps } from './page.ts'
import { Live } from './parts.tsx'
import { WorldMenu } from './worlds/worlds.tsx'

/** Renders the account's part of the bar: menus, clock, number of active faults, scenario and variations. */
export function BarState({ page }: PageProps) {
  const { context, server } = page
  const { clock } = context
  const scenario = findRunningScenario(context)
  const open = [...context.state.faults.values()].filter((fault) => canTriggerAt(fault, clock.now())).length
  const varied = listVariationIds(server)
  const variedText = varied.length === 1 ? `Varied: ${varied[0]}` : `Varied in ${varied.length} ways`
  return (
    <>
      <AccountSwitcher page={page} />
      <WorldMenu page={page} />
      <Live page={page} id="state" topics={['clock', 'faults']}>
        <a class="clock" href={page.href('time')}>
          <span class="unseen">The account's time, UTC: </span>
          <ClockTime clock={clock} />{' '}
          <Badge tone={clock.mode === 'frozen' || clock.rate !== 1 ? 'note' : 'plain'}>
            {describeClockMode(clock)}
          </Badge>
        </a>
        {open === 0 ? null : (
          <StateLink href={page.href('carriers')} text={formatCountWithNoun(open, 'fault')} />
        )}
        {scenario === null ? null : (
          <StateLink href={page.href('carriers#scenarios')} title={scenario} text={`scenario ${scenario}`} />
        )}
      </Live>
      {varied.length === 0 ? null : (
        <StateLink href="/docs/variations" title={varied.join(', ')} text={variedText} />
      )}
      <span id="stream-state" class="stream-state" data-stream-state>
        Not live
      </span>
      <button
        type="button"
        class="switch"
        data-commands-switch
        hidden
        title="Show the commands that do the same"
        aria-label="Show commands"
        aria-pressed="false"
      >
        {'</>'}
      </button>
      {page.isGuarded ? (
        <form method="post" action={addAccountToPath(signOutPath, context.id)}>
          <input type="hidden" name="token" value={page.signOutToken} />
          <Button>Sign out</Button>
        </form>
      ) : null}
    </>
  )
}

/**
 * Renders an unusual state, such as an active fault, as a badge that links to its page. On a phone, a long text is cut if
 * it also has a title.
 */
function StateLink({ href, title, text }: { href: string; title?: string; text: string }) {
  return (
    <a class={title === undefined ? undefined : 'long'} href={href} title={title}>
      <Badge tone="warn">{text}</Badge>
    </a>
  )
}

/** Describes the mode of a clock, such as `frozen` or `running ×60`. */
export function describeClockMode({ mode, rate }: { readonly mode: string; readonly rate: number }): string {
  if (mode === 'frozen') return 'frozen'
  return rate === 1 ? 'running' : `running ×${formatCount(rate)}`
}

/** The number of accounts that the bar lists. There may be many more, for example one for each test. */
const maxListedAccounts = 20

/** Renders links to the default account and the newest ones, and a field for the id of any other account. */
function AccountSwitcher({ page }: PageProps) {
  const current = page.context.id
  const accounts = page.server.simulator.accounts().map(({ id }) => id)
  const listed = [...accounts.slice(0, 1), ...accounts.slice(1).slice(-maxListedAccounts).reverse()]
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
            <label for="switcher-account">And {formatCountWithNoun(left, 'older account')}: by id</label>
            <input id="switcher-account" name="account" required autocomplete="off" spellcheck={false} />
            <Button>Go</Button>
          </form>
        )}
      </div>
    </details>
  )
}
