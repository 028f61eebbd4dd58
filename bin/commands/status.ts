import type { AccountControls } from '../../src/client/account.ts'
import { buildAccountControls } from '../../src/client/account.ts'
import type { AccountBody } from '../../src/simulator/bodies/control/accounts.ts'
import type { FaultBody } from '../../src/simulator/bodies/control/faults.ts'
import type { DeliveryEntry } from '../../src/simulator/bodies/deliveries.ts'
import type { Command } from '../parsing/command.ts'
import { defineFlag } from '../parsing/option.ts'
import { describeClockSpeed, followsWallClock } from '../printing/account-time.ts'
import { formatColumns } from '../printing/columns.ts'
import { print } from '../printing/output.ts'
import { controlTokenOption, createRemoteSimulator, indentJson, urlOption } from '../remote.ts'

const json = defineFlag({ name: 'json', describe: 'print the status as JSON' })

/** The maximum number of accounts that are read in parallel. */
const maxParallelCalls = 8
const maxShownNames = 5

/** The clock, faults and failing deliveries of one account. */
interface AccountStatus {
  readonly id: string
  readonly clock: AccountBody['clock']
  readonly faults: readonly FaultBody[]
  readonly webhook: { readonly url: string | null; readonly failed: number; readonly waiting: number }
}

export const status: Command = {
  options: [urlOption, controlTokenOption, json],
  examples: [
    { line: 'drydock status', does: 'List faults, moved clocks and failing webhooks of all accounts' },
  ],
  run: async (input) => {
    const { control, accounts } = createRemoteSimulator(input)
    const [{ implementation }, bodies] = await Promise.all([accounts.discover(), accounts.list()])
    const all: AccountStatus[] = []
    for (let at = 0; at < bodies.length; at += maxParallelCalls) {
      const read = bodies
        .slice(at, at + maxParallelCalls)
        .map((body) => readAccountStatus(body, buildAccountControls(control, body.id)))
      all.push(...(await Promise.all(read)))
    }
    const { url } = control
    if (input.get(json)) print(indentJson(JSON.stringify({ url, implementation, accounts: all })))
    else
      print(
        `${describeStatus(`${url} (${implementation.name} ${implementation.version})`, all).join('\n')}\n`,
      )
    return 0
  },
}

async function readAccountStatus(
  { id, clock }: AccountBody,
  account: AccountControls,
): Promise<AccountStatus> {
  const [faults, { url }, deliveries] = await Promise.all([
    account.faults.list(),
    account.webhook.get(),
    account.webhook.deliveries(),
  ])
  const countDeliveries = (isCounted: (delivery: DeliveryEntry) => boolean): number =>
    deliveries.filter(isCounted).length
  const webhook = {
    url,
    failed: countDeliveries((delivery) => delivery.status === 'failed'),
    waiting: countDeliveries((delivery) => delivery.status === 'pending' && delivery.attempts > 0),
  }
  return { id, clock, faults: faults.filter(({ remaining }) => remaining !== 0), webhook }
}

function describeStatus(simulator: string, accounts: readonly AccountStatus[]): readonly string[] {
  const faults = accounts.flatMap(({ id, faults: own }) =>
    own.map(({ target, mode }) => `${id}: ${target} ${mode}`),
  )
  const clocks = accounts
    .filter(({ clock }) => !followsWallClock(clock))
    .map(({ id, clock }) => `${id}: ${clock.now} ${describeClockSpeed(clock)}`)
  const webhooks = accounts
    .filter(({ webhook: { failed, waiting } }) => failed + waiting > 0)
    .map(
      ({ id, webhook: { url, failed, waiting } }) =>
        `${id}: ${url ?? 'no URL'}, ${failed} failed, ${waiting} to be retried`,
    )
  return formatColumns([
    ['simulator', simulator],
    [
      'accounts',
      summariseNames(
        accounts.map(({ id }) => id),
        'none',
      ),
    ],
    ['faults', summariseNames(faults, 'none')],
    ['moved clocks', summariseNames(clocks, 'none')],
    ['failing webhooks', summariseNames(webhooks, 'none')],
  ])
}

/** Returns the number of names and the first few of them. */
function summariseNames(names: readonly string[], textIfEmpty: string): string {
  if (names.length === 0) return textIfEmpty
  const left = names.length - maxShownNames
  const shown = names.slice(0, maxShownNames).join('; ')
  return `${names.length}: ${shown}${left > 0 ? `; and ${left} more` : ''}`
}
