import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { connectDrydock } from '../../src/client/http/connection.ts'
import { buyCheapestLabel, createAccount } from '../support/account.ts'
import { serveDrydock } from '../support/commands/built-command.ts'
import { ratesBody } from '../support/labels/parcels.ts'
import { openInbox } from '../support/webhook-inbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'drydock-killed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const added = z.object({ id: z.string() })

/** Faults that change a response, each with the request that triggers it. */
const triggeredFaults = [
  [{ target: 'api', mode: 'error' }, 'GET /v1/wallet'],
  [{ target: 'api', mode: 'rate_limited' }, 'GET /v1/wallet'],
  [{ target: 'api', mode: 'empty' }, 'GET /v1/wallet'],
  [{ target: 'api', mode: 'slow_body', latency_ms: 1 }, 'GET /v1/wallet'],
  [{ target: 'api', mode: 'error', phase: 'after' }, 'GET /v1/wallet'],
  [{ target: 'api', mode: 'garbage', phase: 'after' }, 'GET /v1/wallet'],
  [{ target: 'api', mode: 'latency', phase: 'after', latency_ms: 1 }, 'GET /v1/wallet'],
  [{ target: 'carrier:UPS', operation: 'accounts', mode: 'error' }, 'GET /v1/carrier-accounts'],
  [{ target: 'carrier:*', operation: 'rates', mode: 'down', times: 4 }, 'POST /v1/rates'],
] as const

it('the number of times that a fault has triggered is in the data file before the changed response is sent', async () => {
  const data = join(folder, 'refused.db')
  const { url, stop } = await serveDrydock(['--quiet', '--data', data])
  const account = await createAccount(url)
  for (const [fault, request] of triggeredFaults) {
    const { id } = added.parse(await account.control('POST /faults', { times: 1, ...fault }))
    const isSpoiled = /empty|garbage/.test(fault.mode)
    await account.call(request, ratesBody(), { isSpoiled })
    const last = readFileSync(data, 'utf8').split(`"faults","${id}",`).at(-1)
    expect({ fault, kept: /"hits":(\d)/.exec(last ?? '')?.[1] }).toMatchObject({
      kept: /rates/.test(request) ? '4' : '1',
    })
  }
  await stop()
})

it('an account whose simulator was killed during an advance continues at the time that its clock had reached', async () => {
  const options = ['--quiet', '--data', join(folder, 'advance.db')]
  const first = await serveDrydock(options)
  const account = await createAccount(first.url, 'moved')
  const inbox = await openInbox((attempt) => {
    // The fourth attempt is due at 14:35, after the attempts of 12:00, 12:05 and 12:35.
    if (attempt === 4) first.child.kill('SIGKILL')
    return { status: 500 }
  })
  await account.control('PUT /webhook', { url: inbox.url })
  await buyCheapestLabel(account)
  await expect(account.advance('30d')).rejects.toThrow()
  await first.ended
  expect(inbox.attempts).toHaveLength(4)

  const { url, stop } = await serveDrydock(options)
  const moved = (await (await connectDrydock(url)).accounts()).find(({ id }) => id === 'moved')
  if (moved === undefined) throw new Error('The account "moved" is gone.')
  expect(await moved.clock.now()).toBe('2030-03-04T14:35:00.000Z')
  await moved.clock.advance('0s')
  expect((await moved.webhook.deliveries())[0]?.attempt_log.map(({ at }) => at.slice(11, 16))).toEqual([
    '12:00',
    '12:05',
    '12:35',
    '14:35',
  ])
  await stop()
  await inbox.close()
})
