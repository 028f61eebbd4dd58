import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Drydock, startDrydock } from '../../src/index.ts'
import { createAccount } from '../support/account.ts'
import { runCommandQuickly } from '../support/commands/typed-command.ts'
import { TestClient } from '../support/test-client.ts'

/** A simulator that only this file uses, because a prune deletes idle accounts of all tests. */
let dock: Drydock
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  dock = await startDrydock()
})
afterAll(async () => {
  await dock.close()
  vi.useRealTimers()
})

const dayMs = 86_400_000
const passDays = (days: number) => vi.setSystemTime(Date.now() + days * dayMs)
const listAccountIds = async () => (await dock.accounts()).map(({ id }) => id)

it('pruning deletes idle accounts, also accounts that were only read, but no account with a request or a changed setting', async () => {
  const asked = await createAccount(dock.url, 'asked')
  const changed = await dock.createAccount({ id: 'changed' })
  const read = await dock.createAccount({ id: 'read' })
  passDays(6)
  await asked.call('GET /v1/wallet')
  await changed.clock.freeze()
  await read.requests.list()
  passDays(2)
  expect(await dock.pruneAccounts({ idle: '7d', dryRun: true })).toEqual([
    { id: 'read', last_used_at: expect.stringMatching(/Z$/) },
  ])
  expect(await listAccountIds()).toEqual(['default', 'asked', 'changed', 'read'])
  expect(await dock.pruneAccounts({ idle: '7d' })).toHaveLength(1)
  expect(await listAccountIds()).toEqual(['default', 'asked', 'changed'])
})

it('drydock accounts prune deletes idle accounts, only lists them with --dry-run, and says if no account is idle', async () => {
  const prune = (...words: readonly string[]) =>
    runCommandQuickly(['accounts', 'prune', '--idle', '1d', ...words, '--url', dock.url])
  await dock.pruneAccounts({ idle: '1d' })
  await dock.createAccount({ id: 'pr-1' })
  expect(await prune()).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringContaining(
      'No account is deleted: besides the default account, none has been unused for 1d.',
    ),
  })
  passDays(1)
  expect((await prune('--dry-run')).stdout).toMatch(/^pr-1 {2}would be deleted {2}last used \S+Z\n$/)
  expect(JSON.parse((await prune('--json')).stdout)).toMatchObject({
    accounts: [{ id: 'pr-1' }],
    dry_run: false,
  })
  expect(await listAccountIds()).toEqual(['default'])
})

it('drydock accounts prune refuses to run without --idle', async () => {
  const { status, stderr } = await runCommandQuickly(['accounts', 'prune', '--url', dock.url])
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('--idle is missing') })
})

it('drydock accounts prune refuses --idle with a time of zero', async () => {
  const { status, stderr } = await runCommandQuickly(['accounts', 'prune', '--idle', '0s', '--url', dock.url])
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('must be longer than 0') })
})

it('pruneAccounts refuses a misspelt option and suggests the correct one', async () => {
  await expect(Reflect.apply(dock.pruneAccounts, undefined, [{ idel: '7d' }])).rejects.toThrow(
    /^pruneAccounts takes no idel, only idle, dryRun\..*idle/,
  )
})

it.each([
  [{}, 'VALIDATION.FIELD.REQUIRED', 'idle'],
  [{ idle: '0s' }, 'VALIDATION.FIELD.INVALID', 'idle'],
  [{ idle: 'soon' }, 'VALIDATION.FIELD.INVALID', 'idle'],
  [{ idle: '7d', dry_run: 'yes' }, 'VALIDATION.FIELD.INVALID', 'dry_run'],
  [{ idle: '7d', dryrun: true }, 'VALIDATION.FIELD.INVALID', 'body'],
])('a prune request with the body %j is refused', async (body, code, field) => {
  const answer = await new TestClient(dock.url).send({ method: 'POST', path: '/_drydock/prune', body })
  expect(answer).toMatchObject({ status: 422, body: { error: { code, field } } })
})
