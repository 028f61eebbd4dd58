import type { AccountBody } from '../../../src/simulator/bodies/control/accounts.ts'
import { toTimestamp } from '../../../src/simulator/time/timestamp.ts'
import { clockSetting, instant, positiveDuration, seed, text } from '../../files/reader.ts'
import { defineArgument, defineFlag, defineOption, defineOptionalArgument } from '../../parsing/option.ts'
import { UsageError } from '../../parsing/usage-error.ts'
import { describeClockSpeed } from '../../printing/account-time.ts'
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
  // So these options have other names there.
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
  describe: 'start time of its clock, ISO 8601; the same as @ISO in --clock',
  reader: instant,
})

const keyPrefix = defineOption({
  name: 'key-prefix',
  describe: 'first digits of its keys, 1 to 8 of 0-9 and a-f (random by default)',
  reader: text,
})

export const accountsCreate = defineRemoteCommand({
  showsClock: true,
  arguments: [newId],
  options: [seedOption, clock, now, keyPrefix],
  examples: [
    { line: 'drydock accounts create', does: 'Create an account with its own keys' },
    {
      line: 'drydock accounts create a-pr-123 --key-prefix a',
      does: 'Create an account whose keys begin with pr_test_a and pr_live_a',
    },
    {
      line: 'drydock accounts create ci --seed 7 --clock frozen@2030-01-01T00:00:00Z',
      does: 'Create an account with the same keys, ids and times in every run',
    },
  ],
  act: async ({ accounts }, input) => {
    const wanted = { id: input.get(newId), seed: input.get(seedOption), prefix: input.get(keyPrefix) }
    const { nowMs = null, ...pace } = input.get(clock) ?? {}
    const start = input.get(now) ?? (nowMs === null ? undefined : toTimestamp(nowMs))
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
  examples: [{ line: 'drydock accounts list', does: 'List all accounts and the time of each' }],
  act: async ({ accounts }) =>
    formatColumns(
      (await accounts.list()).map(({ id: name, clock: time, last_used_at }) => [
        name,
        time.now,
        describeClockSpeed(time),
        describeLastUse(last_used_at),
      ]),
    ),
})

export const accountsDelete = defineRemoteCommand({
  showsClock: true,
  arguments: [id],
  examples: [{ line: 'drydock accounts delete ci', does: 'Delete the account ci with all its data' }],
  act: async ({ control }, input) => {
    await control.send({ method: 'DELETE', path: `/accounts/${encodeURIComponent(input.get(id))}` })
    return [`The account ${input.get(id)} is deleted.`]
  },
})

const idle = defineOption({
  name: 'idle',
  describe: 'delete accounts that nobody used for this long, in real time, such as 7d',
  reader: positiveDuration,
})

const dryRun = defineFlag({ name: 'dry-run', describe: 'list the accounts, and delete none' })

export const accountsPrune = defineRemoteCommand({
  showsClock: true,
  options: [idle, dryRun],
  examples: [
    {
      line: 'drydock accounts prune --idle 7d --dry-run',
      does: 'List the accounts that nobody used for a week',
    },
    {
      line: 'drydock accounts prune --idle 7d',
      does: 'Delete these accounts, except the default account; reading an account does not count as use',
    },
  ],
  act: async ({ accounts }, input, note) => {
    const span = input.get(idle)
    if (span === undefined) throw new UsageError('--idle is missing, such as --idle 7d.')
    const { accounts: pruned, dry_run } = await accounts.prune({ idle: span, dryRun: input.get(dryRun) })
    if (pruned.length === 0)
      note(`No account is deleted: besides the default account, none has been unused for ${span}.`)
    const done = dry_run ? 'would be deleted' : 'deleted'
    return formatColumns(
      pruned.map(({ id: name, last_used_at }) => [name, done, describeLastUse(last_used_at)]),
    )
  },
})

/** Describes when an account was last used. Returns an empty text if the simulator does not report it. */
function describeLastUse(at: string | undefined): string {
  return at === undefined ? '' : `last used ${at}`
}

function formatAccount({ id: name, keys, clock: time }: AccountBody): readonly string[] {
  return formatColumns([
    ['id', name],
    ['test key', keys.test ?? 'none'],
    ['live key', keys.live ?? 'none'],
    ['clock', `${time.now}  ${describeClockSpeed(time)}`],
  ])
}
