import type { AccountBody } from '../../../src/simulator/bodies/control/accounts.ts'
import { toTimestamp } from '../../../src/simulator/time/timestamp.ts'
import { clockSetting, instant, seed, text } from '../../files/reader.ts'
import { argument, option, optionalArgument } from '../../parsing/option.ts'
import { describePace } from '../../printing/account-time.ts'
import { formatColumns } from '../../printing/columns.ts'
import { remoteCommand } from '../../remote.ts'

const newId = optionalArgument({
  name: 'ID',
  describe: 'the id of the account (a new one by default)',
  reader: text,
})

const id = argument({ name: 'ID', describe: 'the id of the account', reader: text })

const seedOption = option({
  name: 'seed',
  // In the environment and in the file, plain `seed` and `clock` are those of the simulator and its default account.
  setting: 'account-seed',
  describe: "seed of its keys and ids (by default the simulator's)",
  reader: seed,
})

const clock = option({
  name: 'clock',
  setting: 'account-clock',
  describe: 'realtime, frozen or xN, with @ISO for the time at its start (default: realtime)',
  reader: clockSetting,
})

const now = option({
  name: 'now',
  describe: 'the time at the start of its clock, ISO 8601; the same as @ISO',
  reader: instant,
})

const keyPrefix = option({
  name: 'key-prefix',
  describe: 'first digits of its keys, 1 to 8 of 0-9 and a-f (all are drawn by default)',
  reader: text,
})

export const accountsCreate = remoteCommand({
  showsClock: true,
  arguments: [newId],
  options: [seedOption, clock, now, keyPrefix],
  examples: [
    { line: 'drydock accounts create', does: 'A new account with its own keys' },
    {
      line: 'drydock accounts create a-pr-123 --key-prefix a',
      does: 'An account whose keys begin with pr_test_a and pr_live_a',
    },
    {
      line: 'drydock accounts create ci --seed 7 --clock frozen@2030-01-01T00:00:00Z',
      does: 'The same account in every run',
    },
  ],
  act: async ({ accounts }, given) => {
    const wanted = { id: given.of(newId), seed: given.of(seedOption), prefix: given.of(keyPrefix) }
    const { nowMs = null, ...pace } = given.of(clock) ?? {}
    const start = given.of(now) ?? (nowMs === null ? undefined : toTimestamp(nowMs))
    const created = await accounts.create({
      ...(wanted.id !== undefined && { id: wanted.id }),
      ...(wanted.seed !== undefined && { seed: wanted.seed }),
      ...(wanted.prefix !== undefined && { key_prefix: wanted.prefix }),
      clock: {
        ...pace,
        ...(start !== undefined && { now: start }),
      },
    })
    return showAccount(created)
  },
})

export const accountsList = remoteCommand({
  showsClock: true,
  examples: [{ line: 'drydock accounts list', does: 'All accounts and the time of each' }],
  act: async ({ accounts }) =>
    formatColumns(
      (await accounts.list()).map(({ id: name, clock: time }) => [name, time.now, describePace(time)]),
    ),
})

export const accountsDelete = remoteCommand({
  showsClock: true,
  arguments: [id],
  examples: [{ line: 'drydock accounts delete ci', does: 'Delete it with all its data' }],
  act: async ({ control }, given) => {
    await control.tell({ method: 'DELETE', path: `/accounts/${encodeURIComponent(given.of(id))}` })
    return [`The account ${given.of(id)} is deleted.`]
  },
})

function showAccount({ id: name, keys, clock: time }: AccountBody): readonly string[] {
  return formatColumns([
    ['id', name],
    ['test key', keys.test ?? 'none'],
    ['live key', keys.live ?? 'none'],
    ['clock', `${time.now}  ${describePace(time)}`],
  ])
}
