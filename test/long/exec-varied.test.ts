import { expect, it } from 'vitest'
import { runDrydock } from '../support/commands/built-command.ts'

const wallet = `
  const headers = { Authorization: 'Bearer ' + process.env.DRYDOCK_TEST_KEY }
  const wallet = await (await fetch(process.env.DRYDOCK_URL + '/v1/wallet', { headers })).json()
  if (typeof wallet.balance_cents !== 'number') throw new Error('The wallet has no balance.')`

function execWithVariations(vary: string, script: string, ...more: readonly string[]) {
  const node = [process.execPath, '--input-type=module', '-e', script]
  return runDrydock(['exec', '--vary', vary, ...more, '--', ...node])
}

it('drydock exec --vary names the variation under which the command failed, and exits with 1', async () => {
  const { status, stdout } = await execWithVariations('wallet-otherwise,extra-fields,uuids', wallet)
  expect(status).toBe(1)
  expect(stdout).toMatch(/wallet-otherwise +failed/)
  expect(stdout).toMatch(/extra-fields +survived/)
  expect(stdout).toMatch(/uuids +not met/)
  expect(stdout).toContain('The specification does not show the fields of the wallet record.')
  expect(stdout).toContain('The wallet has no balance.')
})

it('drydock exec --vary exits with 0 if the command succeeds under every variation', async () => {
  const { status, stdout } = await execWithVariations('extra-fields,chunked', wallet, '--together', '2')
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('2 survived, 0 failed') })
})

it('drydock exec --vary tries no variation if the command already fails without a variation', async () => {
  const { status, stdout, stderr } = await execWithVariations('each', 'process.exit(7)')
  expect({ status, stdout }).toEqual({ status: 7, stdout: '' })
  expect(stderr).toContain('no variation was tried')
})

it('drydock exec --vary exits with 3 if no variation changed a response', async () => {
  const { status, stdout } = await execWithVariations('uuids,duplicate-webhooks', wallet)
  expect(stdout).toMatch(/uuids +not met[\s\S]*\nNo variation was checked: the command made no request/)
  expect(status).toBe(3)
})

it.each([
  [['--vary', 'nothing'], "--vary has no variation 'nothing'"],
  [['--together', '2'], '--together needs --vary'],
  [['--vary', 'uuids', '--report', 'tap=x'], '--report: there is no format "tap"; there are json, junit'],
  [['--vary', 'uuids', '--report', 'json'], '--report json needs a file: --report json=FILE.'],
  [['--vary', 'uuids', '--report', 'json=/proc/nowhere/x.json'], 'x.json cannot be written: ENOENT'],
  [['--vary', 'uuids', '--data', 'x.db'], '--data cannot be used with --vary'],
])('drydock exec refuses the options %j', async (options, reason) => {
  const { status, stderr } = await runDrydock(['exec', ...options, '--', 'true'])
  expect(stderr).toContain(reason)
  expect(status).toBe(2)
})
