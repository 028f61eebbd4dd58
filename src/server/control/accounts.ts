import * as z from 'zod'
import { parseBySchema } from '../../simulator/requests/parse.ts'
import { createTextSchema } from '../../simulator/requests/text-field.ts'
import { toTimestamp } from '../../simulator/time/timestamp.ts'
import { pagesBesideAccounts } from '../dashboard-base.ts'
import { runInSlices } from '../time-slices.ts'
import { clockMode, clockRate, createStrictSchema, duration, instant } from './fields.ts'
import { type ControlRoute, defineAccountRoute, noContent, type ResponseTo } from './route.ts'
import { showAccount } from './show-account.ts'

const accountId = z
  .string({ error: 'must be a text' })
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be 1 to 64 letters, digits, dots, dashes and underscores')
  // A data file of an earlier version may contain an account with the name of a dashboard page. The file still opens,
  // but the dashboard shows no pages of this account.
  .refine((id) => !pagesBesideAccounts.includes(id), {
    error: ({ input }) => `must not be "${input}", which is a page of the dashboard`,
  })

const seed = z
  .union([createTextSchema(100, { empty: true }), z.int()], { error: 'must be a text or a whole number' })
  .transform(String)

const newAccount = createStrictSchema({
  id: accountId
    .optional()
    .describe('The id of the account, as it is in paths. By default, the simulator makes one up.'),
  seed: seed
    .optional()
    .describe(
      'The seed from which ids, tracking numbers and keys of the account are derived: a text or a whole number.',
    ),
  clock: createStrictSchema({
    now: instant.optional().describe('The time at which the clock starts; by default, the real time.'),
    mode: clockMode.optional(),
    rate: clockRate.optional(),
  })
    .optional()
    .describe("The account's clock at the start."),
  key_prefix: z
    .string({ error: 'must be a text' })
    .regex(/^[0-9a-f]{1,8}$/, {
      error: ({ input }) => `must be 1 to 8 of the digits 0-9 and a-f, not "${input}"`,
    })
    .optional()
    .meta({ examples: ['a1'] })
    .describe(
      'The first digits of each key of the account, after `pr_test_` or `pr_live_`. If they are left out, all digits are drawn.',
    ),
})

const prune = createStrictSchema({
  idle: duration
    .refine((spanMs) => spanMs > 0, 'must be longer than 0')
    .describe('How long an account must not have been used, in real time: a duration such as `7d`.'),
  dry_run: z
    .boolean({ error: 'must be true or false' })
    .optional()
    .describe('Whether only to list the accounts that a call would delete, without deleting them.'),
})

export const accountRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/accounts',
    body: newAccount,
    run: ({ simulator, json }): ResponseTo<'POST /accounts'> => {
      const input = parseBySchema(newAccount, json())
      const { mode = 'realtime', rate = 1, now = null } = input.clock ?? {}
      const context = simulator.createAccount({
        id: input.id,
        seed: input.seed,
        clock: { mode, rate, nowMs: now },
        keyPrefix: input.key_prefix,
      })
      return { status: 201, body: showAccount(context, simulator) }
    },
  },
  {
    method: 'GET',
    path: '/accounts',
    run: ({ simulator }): ResponseTo<'GET /accounts'> => ({
      status: 200,
      body: { accounts: simulator.listAccounts().map((context) => showAccount(context, simulator)) },
    }),
  },
  {
    method: 'POST',
    path: '/prune',
    body: prune,
    run: async ({ simulator, json }): Promise<Awaited<ResponseTo<'POST /prune'>>> => {
      const { idle, dry_run = false } = parseBySchema(prune, json())
      const found = await runInSlices(simulator.deleteIdleAccounts(idle, dry_run))
      const accounts = found.map(({ id, lastUsedMs }) => ({ id, last_used_at: toTimestamp(lastUsedMs) }))
      return { status: 200, body: { accounts, dry_run } }
    },
  },
  defineAccountRoute('GET', '', (context, { simulator }) => ({
    status: 200,
    body: showAccount(context, simulator),
  })),
  defineAccountRoute('DELETE', '', (context, { simulator }) => {
    simulator.deleteAccount(context.id)
    return noContent
  }),
  defineAccountRoute('POST', '/reset', (context, { simulator }) => {
    simulator.resetAccount(context.id)
    return noContent
  }),
]
