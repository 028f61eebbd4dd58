import type { AccountBody } from '../../../src/simulator/bodies/control/accounts.ts'
import { toTimestamp } from '../../../src/simulator/time/timestamp.ts'
import { clockSetting, instant, positiveDuration, seed, text } from '../../files/reader.ts'
import { defineArgument, defineFlag, defineOption, defineOptionalArgument } from '../../parsing/option.ts'
import { UsageError } from '../../parsing/usage-error.ts'
import { describePace } from '../../printing/account-time.ts'
import { formatColumns } from '../../printing/columns.ts'
import { defineRemoteCommand } from '../../remote.ts'

const newId = defineOptionalArgument({
  name: 'ID',
  describe: 'the id of the account (a new one by default)',
  reader: text,
})

const id = defineArgument({ name: 'ID', describe: 'the id of the account', reader: text })

const seedOption = defineOption({
  name: 'seed',
  // In the environment and in a configuration file, `seed` and `clock` belong to the simulator and its default account.
  setting: 'account-seed',
  describe: "seed of its keys and ids (by default the simulator's)",
  reader: seed,
})

const clock = defineOption({
  name: 'clock',
  setting: 'account-clock',
  describe: 'realtime, frozen or xN, with @ISO for the time at its start (default: realtime)',
  reader: clockSetting,
})

const now = defineOption({
  name: 'now',
  describe: 'the time at the start of its clock, ISO 8601; the same as @ISO',
  reader: instant,
})

const keyPrefix = defineOption({
  name: 'key-prefix',
  describe: 'first digits of its keys, 1 to 8 of 0-9 and a-f (all are drawn by default)',
  reader: text,
})

export const accountsCreate = defineRemoteCommand({
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
    return formatAccount(created)
  },
})

export const accountsList = defineRemoteCommand({
  showsClock: true,
  examples: [{ line: 'drydock accounts list', does: 'All accounts and the time of each' }],
  act: async ({ accounts }) =>
    formatColumns(
      (await accounts.list()).map(({ id: name, clock: time, last_used_at }) => [
        name,
        time.now,
        describePace(time),
        describeLastUse(last_used_at),
      ]),
    ),
})

export const accountsDelete = defineRemoteCommand({
  showsClock: true,
  arguments: [id],
  examples: [{ line: 'drydock accounts delete ci', does: 'Delete it with all its data' }],
  act: async ({ control }, given) => {
    await control.send({ method: 'DELETE', path: `/accounts/${encodeURIComponent(given.of(id))}` })
    return [`The account ${given.of(id)} is deleted.`]
  },
})

const idle = defineOption({
  name: 'idle',
  describe: 'how long an account must not have been used, in real time, such as 7d',
  reader: positiveDuration,
})

const dryRun = defineFlag({ name: 'dry-run', describe: 'list the accounts, and delete none' })

export const accountsPrune = defineRemoteCommand({
  showsClock: true,
  options: [idle, dryRun],
  examples: [
    { line: 'drydock accounts prune --idle 7d --dry-run', does: 'List the accounts not used for a week' },
    {
      line: 'drydock accounts prune --idle 7d',
      does: 'Delete them; the account default stays, and reading an account is no use of it',
    },
  ],
  act: async ({ accounts }, given, note) => {
    const span = given.of(idle)
    if (span === undefined) throw new UsageError('--idle is missing, such as --idle 7d.')
    const { accounts: pruned, dry_run } = await accounts.prune({ idle: span, dryRun: given.of(dryRun) })
    if (pruned.length === 0) note(`No account was unused for ${span}; the account default is never deleted.`)
    const done = dry_run ? 'would be deleted' : 'deleted'
    return formatColumns(
      pruned.map(({ id: name, last_used_at }) => [name, done, describeLastUse(last_used_at)]),
    )
  },
})

/** Describes when an account was last used; an empty text if the simulator does not say. */
function describeLastUse(at: string | undefined): string {
  return at === undefined ? '' : `last used ${at}`
}

function formatAccount({ id: name, keys, clock: time }: AccountBody): readonly string[] {
  return formatColumns([
    ['id', name],
    ['test key', keys.test ?? 'none'],
    ['live key', keys.live ?? 'none'],
    ['clock', `${time.now}  ${describePace(time)}`],
  ])
}
