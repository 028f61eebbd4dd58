import { canTriggerAt } from '../../simulator/faults/trigger-fault.ts'
import { findRunningScenario } from '../../simulator/scenarios/running.ts'
import { addAccountToPath, dashboardBase, signOutPath } from '../dashboard-base.ts'
import { Badge } from '../pages/components/badge.tsx'
import { Button } from '../pages/components/button.tsx'
import { listVariationIds } from '../service/varied-service.ts'
import { AccountSwitcher } from './account-switcher.tsx'
import { Live } from './changes/live.tsx'
import { countOf, countText } from './money/money.ts'
import type { PageProps } from './page.ts'
import { instantText } from './time/instants.tsx'
import { WorldMenu } from './worlds/world-menu.tsx'

/** Renders the account's part of the bar: menus, clock, number of active faults, scenario and variations. */
export function BarState({ page }: PageProps) {
  const { context, server } = page
  const nowMs = context.clock.now()
  const scenario = findRunningScenario(context)
  const open = [...context.state.faults.values()].filter((fault) => canTriggerAt(fault, nowMs)).length
  const base = `${dashboardBase}/${context.id}`
  const varied = listVariationIds(server)
  return (
    <>
      <AccountSwitcher current={context.id} accounts={server.simulator.accounts().map(({ id }) => id)} />
      <WorldMenu page={page} />
      <Live page={page} id="state" topics={['clock', 'faults']}>
        <a class="clock" href={`${base}/time`}>
          <span class="unseen">The account's time, UTC: </span>
          <time
            datetime={new Date(nowMs).toISOString()}
            data-clock={nowMs}
            data-rate={context.clock.mode === 'frozen' ? 0 : context.clock.rate}
          >
            {instantText(nowMs)}
          </time>{' '}
          <Badge tone={context.clock.mode === 'frozen' ? 'note' : 'plain'}>
            {describeClockMode(context.clock)}
          </Badge>
        </a>
        {open === 0 ? null : (
          <a href={`${base}/carriers`}>
            <Badge tone="warn">{countOf(open, 'fault')}</Badge>
          </a>
        )}
        {scenario === null ? null : (
          <a href={`${base}/carriers#scenarios`}>
            <Badge tone="warn">scenario {scenario}</Badge>
          </a>
        )}
      </Live>
      {varied.length === 0 ? null : (
        <a href={`/docs/variations`} title={varied.join(', ')}>
          <Badge tone="warn">
            {varied.length === 1 ? `Varied: ${varied[0]}` : `Varied in ${varied.length} ways`}
          </Badge>
        </a>
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

/** Describes the mode of a clock, such as `frozen` or `running ×60`. */
export function describeClockMode({ mode, rate }: { readonly mode: string; readonly rate: number }): string {
  if (mode === 'frozen') return 'frozen'
  return rate === 1 ? 'running' : `running ×${countText(rate)}`
}
