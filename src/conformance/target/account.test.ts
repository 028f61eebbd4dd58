import { describe, expect, it } from 'vitest'
import { NotJudged } from '../http/failures.ts'
import { openControlledAccount } from './account.ts'
import type { ControlClient } from './control-client.ts'

function createAcceptingClient(): ControlClient & { readonly sent: string[] } {
  const sent: string[] = []
  return {
    sent,
    url: 'http://127.0.0.1:1/_drydock',
    hasToken: false,
    call: (method, path) => {
      sent.push(`${method} ${path}`)
      return Promise.resolve({ id: 'x' })
    },
    ask: () => Promise.resolve({ status: 200, json: {} }),
    close: () => Promise.resolve(),
  }
}

describe('a controlled account', () => {
  const listed = ['UPS', 'DHL']

  it.each(['carrier:Evri', 'carrier:Canada Post'])(
    'a rule that adds a fault for %s is skipped if the control protocol lists other carriers',
    async (target) => {
      const client = createAcceptingClient()
      const account = openControlledAccount(client, 'acc', listed)
      await expect(account.faults.add({ target, mode: 'down' })).rejects.toThrow(NotJudged)
      expect(client.sent).toEqual([])
    },
  )

  it('a rule is skipped if it connects a carrier that the control protocol does not list', async () => {
    const account = openControlledAccount(createAcceptingClient(), 'acc', listed)
    await expect(account.carrierAccounts.connect({ carrier: 'Evri' })).rejects.toThrow(
      'lists the carriers UPS, DHL, but the rates name Evri',
    )
  })

  it.each([
    ['a listed carrier in lower case', 'carrier:ups', listed],
    ['all carriers', 'carrier:*', listed],
    ['purchases', 'label_creation', listed],
    ['any carrier if the control protocol lists none', 'carrier:Evri', []],
  ])('a conformance rule adds a fault for %s through the control protocol', async (_, target, carriers) => {
    const client = createAcceptingClient()
    await openControlledAccount(client, 'acc', carriers).faults.add({ target, mode: 'down' })
    expect(client.sent).toEqual(['POST /accounts/acc/faults'])
  })
})
