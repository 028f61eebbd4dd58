import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, connectDrydock, startDrydock } from '../../src/index.ts'
import { assertReceivedRequest } from '../../src/testing/index.ts'
import { spawnDrydock } from '../support/commands/built-command.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

/**
 * Checks that the library, the command and the control protocol refuse a misspelt name and suggest the most similar
 * known name.
 */

let account: Account
beforeAll(async () => {
  account = await (await connectDrydock(sharedSimulator().url)).createAccount()
})
afterAll(() => account.delete())

const number = '99990000000000000001'

/** Passes a value that the types refuse, as callers without types do. */
const untyped = (value: unknown) => Object([value])[0]

const addUntypedFault = (fields: object) => account.faults.add(untyped(fields))

describe('the suggestions of the library for misspelt names', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ['a carrier', () => account.carriers.connect({ carrier: 'Fedx' }), 'FedEx'],
    ['a carrier to poll', () => account.tracking.poll({ carrier: 'UPSS' }), 'UPS'],
    ['a tracking script', () => account.tracking.script(number, 'deliverd'), 'delivered'],
    ['a scenario', () => account.scenario.run('carrier-outtage'), 'carrier-outage'],
    ['the target of a fault', () => addUntypedFault({ target: 'carrier:UPPS', mode: 'down' }), 'carrier:UPS'],
    ['the mode of a fault', () => addUntypedFault({ target: 'webhook', mode: 'dorp' }), 'drop'],
    ['the phase of a fault', () => addUntypedFault({ target: 'api', mode: 'reset', phase: 'aftr' }), 'after'],
    [
      'the operation of a fault',
      () => addUntypedFault({ target: 'api', mode: 'reset', operation: 'POST /v1/lables' }),
      'POST /v1/labels',
    ],
    [
      'the code of a fault',
      () => addUntypedFault({ target: 'api', mode: 'error', code: 'RATE.EXPIERD' }),
      'RATE.EXPIRED',
    ],
    ['a field of a fault', () => addUntypedFault({ target: 'api', mode: 'reset', tims: 1 }), 'times'],
    ['a field of a control call', () => account.wallet.set(untyped({ balance_cent: 1 })), 'balance_cents'],
    ['a card', () => account.wallet.set(untyped({ payment_method: 'declinde' })), 'declined'],
    ['a kind of event', () => account.clock.advance(untyped({ next: 'webhok' })), 'webhook'],
    [
      'a scope',
      () => account.createKey(untyped({ environment: 'test', scopes: ['rate:read'] })),
      'rates:read',
    ],
    ['an environment', () => account.createKey(untyped({ environment: 'tset' })), 'test'],
    ['an operation', () => assertReceivedRequest(account, untyped('buyLable')), 'buyLabel'],
    ['an option', () => startDrydock(untyped({ rateLimit: 'off' })), 'rateLimits'],
    ['a scenario to start with', () => startDrydock({ scenario: 'peak-seson' }), 'peak-season'],
    ['a variation', () => startDrydock({ vary: untyped('uuid') }), 'uuids'],
  ])('the library suggests the correct word if %s is misspelt', async (_, call, meant) => {
    await expect(call()).rejects.toThrow(new RegExp(`[Dd]id you mean ${meant}\\?`))
  })
})

describe('the suggestions of the command for misspelt names', () => {
  it.each([
    [['tracking', 'script', number, 'deliverd'], 'delivered'],
    [['tracking', 'event', number, 'in-transitt'], 'in_transit'],
    [['fault', 'add', 'carrier:UPPS', 'down'], 'carrier:UPS'],
    [['fault', 'add', 'api', 'rset'], 'reset'],
    [['carriers', 'connect', 'Fedx'], 'FedEx'],
    [['scenario', 'run', 'carrier-outtage'], 'carrier-outage'],
    [['review', '--explain', 'RETRY-AFTER-IGNORD'], 'RETRY-AFTER-IGNORED'],
    [['wallet', 'set', '--card', 'declind'], 'declined'],
  ])('the drydock command suggests the correct word for the misspelt word in %j', async (words, meant) => {
    const url = words[0] === 'review' ? [] : ['--url', sharedSimulator().url, '--account', account.id]
    const { status, stderr } = await spawnDrydock([...words, ...url]).ended
    expect(stderr).toContain(`did you mean ${meant}?`)
    expect(status).toBeGreaterThan(0)
  })
})
