import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { driveCommands, itRunsAllCommandsOf } from '../../../test/support/commands/driving-commands.ts'

const commands = driveCommands()
const { newAccount, run, runWithStatus } = commands

const folder = mkdtempSync(join(tmpdir(), 'drydock-snapshot-'))
afterAll(() => rmSync(folder, { recursive: true }))

it.concurrent('drydock snapshot save writes a file that only its owner can read, and overwrites no file without --force', async () => {
  const { of, wallet, reset: _ } = await newAccount()
  const file = join(folder, 'before.json')
  await run('snapshot save', file, ...of)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await wallet.set({ balance_cents: 1 })
  const again = await runWithStatus('snapshot save', file, ...of)
  expect(again).toMatchObject({ status: 2, stdout: '' })
  expect(again.stderr).toContain(`${file} exists; use --force`)
  await run('snapshot load', file, ...of)
  expect((await wallet.get()).balance_cents).toBe(100_000)
  const other = join(folder, 'other.json')
  writeFileSync(other, '{"balance": 5}')
  const refused = await runWithStatus('snapshot load', other, ...of)
  expect(refused.stderr).toMatch(/^drydock: FILE: \S+other\.json is no snapshot: \S.+\n$/)
  expect(refused.status).toBe(2)
  await wallet.set({ balance_cents: 2 })
  writeFileSync(other, `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
  const deep = await runWithStatus('snapshot load', other, ...of)
  expect(deep.status).toBe(2)
  // Up to Node 25, the command itself refuses such deep nesting; from Node 26 on, the simulator refuses it.
  expect(deep.stderr).toMatch(
    /^drydock: FILE: \S+other\.json is no snapshot: .+ nested (?:too deep|deeper than 32 levels)\.\n$/,
  )
  await run('snapshot save', file, '--force', ...of)
  expect(readFileSync(file, 'utf8')).toContain('"balanceCents": 2')
  expect(existsSync(`${file}.tmp`)).toBe(false)
  const homeless = await runWithStatus('snapshot save', join(folder, 'none', 'a.json'), ...of)
  expect(homeless.status).toBe(2)
  expect(homeless.stderr).toMatch(/none\/a\.json cannot be written: its directory does not exist\.\n$/)
})

it.concurrent('drydock snapshot saves, lists, loads and deletes named snapshots in the simulator', async () => {
  const { of, wallet } = await newAccount()
  expect(await run('snapshot save', '--name', 'before', ...of)).toMatch(
    /^The snapshot before holds .+ bytes\)\.\n$/,
  )
  await wallet.set({ balance_cents: 1 })
  expect(await run('snapshot list', ...of)).toMatch(/^before {2}saved \S+Z {2}clock \S+Z {2}\d+ bytes\n$/)
  await run('snapshot load', '--name', 'before', ...of)
  expect((await wallet.get()).balance_cents).toBe(100_000)
  await run('snapshot delete', '--name', 'before', ...of)
  const gone = await runWithStatus('snapshot load', '--name', 'before', ...of)
  expect(gone).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no snapshot before') })
  for (const words of [[], ['a.json', '--name', 'a']])
    expect(await runWithStatus('snapshot save', ...words, ...of)).toMatchObject({ status: 2 })
  expect(await runWithStatus('snapshot delete', ...of)).toMatchObject({ status: 2 })
})

itRunsAllCommandsOf('snapshot', commands)
