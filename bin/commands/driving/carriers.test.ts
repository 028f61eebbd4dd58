import { expect, it } from 'vitest'
import { driveCommands, itRunsAllCommandsOf } from '../../../test/support/commands/driving-commands.ts'

const commands = driveCommands()
const { newAccount, run, runJson } = commands

it.concurrent('drydock carriers connect adds a carrier account, list prints it, and disconnect removes it', async () => {
  const { of } = await newAccount()
  const connected = await run('carriers connect', 'ups', '--rejected', '--nickname', 'Dock', ...of)
  expect(connected).toMatch(/^ca_\w+ {2}UPS {2}Dock {2}rejected/)
  expect(await run('carriers list', ...of)).toBe(`Carriers: DHL, FedEx, UPS, USPS\n${connected}`)
  await run('carriers disconnect', connected.slice(0, connected.indexOf(' ')), ...of)
  expect(await runJson('carriers list', ...of)).toEqual({ carrier_accounts: [] })
})

itRunsAllCommandsOf('carriers', commands)
