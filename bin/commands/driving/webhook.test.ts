import { expect, it } from 'vitest'
import { driveCommands, itRunsAllCommandsOf } from '../../../test/support/commands/driving-commands.ts'
import { buyLabel } from '../../../test/support/labels/purchase.ts'

const commands = driveCommands()
const { newAccount, run } = commands

it.concurrent('drydock webhook sets, shows and clears the webhook, lists its deliveries and sends a delivery again', async () => {
  const account = await newAccount()
  expect(await run('webhook set', 'http://127.0.0.1:1/hook', ...account.of)).toMatch(/secret {2}whsec_\w+\n$/)
  expect(await run('webhook show', ...account.of)).toContain('http://127.0.0.1:1/hook')
  await buyLabel(commands.url, account.keys.test)
  await account.clock.advance('1s')
  const listed = await run('webhook deliveries', ...account.of)
  expect(listed).toMatch(/^whd_\w+ {2}\S+Z {2}lbl_\w+ {2}pending {2}1 attempt {2}\w+ {2}next \S+Z\n$/)
  await run('webhook redeliver', listed.slice(0, listed.indexOf(' ')), ...account.of)
  expect(await run('webhook clear', ...account.of)).toBe('No events are sent.\n')
  expect(await account.webhook.get()).toEqual({ url: null, signing_secret: null })
})

itRunsAllCommandsOf('webhook', commands, { but: ['webhook listen', 'webhook examine'] })
