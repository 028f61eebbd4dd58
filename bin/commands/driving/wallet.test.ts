import { expect, it } from 'vitest'
import { driveCommands, itRunsAllCommandsOf } from '../../../test/support/commands/driving-commands.ts'

const commands = driveCommands()
const { newAccount, run, runWithStatus } = commands

it.concurrent('drydock wallet sets the balance and card of the wallet, and funds the wallet', async () => {
  const { of, wallet } = await newAccount()
  await run('wallet set', '--balance', '700', '--card', 'valid', '--auto-reload', '100:5000', ...of)
  await run('wallet fund', '500', ...of)
  expect(await run('wallet show', ...of)).toBe(
    'balance      1200 cents\ncard         valid\nauto-reload  below 100 cents, pay in 5000\n',
  )
  await run('wallet set', '--auto-reload', 'off', ...of)
  expect(await wallet.get()).toMatchObject({ balance_cents: 1200, auto_reload: { enabled: false } })
})

it.concurrent('drydock wallet set --decline-next makes the next card payments fail', async () => {
  const { of } = await newAccount()
  expect(await run('wallet set', '--decline-next', '1', ...of)).toContain('valid, the next payment declined')
  const refused = await runWithStatus('wallet fund', '500', ...of)
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('WALLET.PAYMENT.FAILED') })
  expect(await run('wallet fund', '500', ...of)).toMatch(/card +valid\n/)
})

itRunsAllCommandsOf('wallet', commands, { but: ['wallet ledger'] })
