import { afterAll, beforeAll, expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { isObject } from '../../src/conformance/http/fields.ts'
import { openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import type { Alteration } from '../../src/conformance/proof/mutant.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { changeSuccesses, isLive, type Json } from '../../src/variations/json-responses.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { openClockWithoutWaits } from '../support/moved-time.ts'

let simulator: ServingCommand
beforeAll(async () => {
  simulator = await serveDrydock(['--quiet'])
})
afterAll(() => simulator.stop())

const defaults = {
  key: `pr_test_d0c0${'d0c0'.repeat(7)}`,
  liveKey: `pr_live_d0c0${'d0c0'.repeat(7)}`,
  control: 'off',
  allowSpend: true,
  maxSpendCents: 100_000,
} as const

/** Returns the status of a rule in a run without a control protocol. */
async function runAndReadStatus(
  id: string,
  alteration: Alteration,
  profile = {},
): Promise<string | undefined> {
  const service = await openAlteredService(simulator.url, alteration)
  try {
    const options = { ...defaults, baseUrl: service.baseUrl, profile, only: [id] }
    const { report } = await runSuite(options, rules, openClockWithoutWaits())
    return report.rules.find((rule) => rule.id === id)?.status
  } finally {
    await service.close()
  }
}

const increaseBalance = (cents: number) => (json: Json, name: string) => ({
  ...json,
  [name]: Number(json[name]) + cents,
})

it('a conformance run on a shared account fails WALLET-002 if the response to a purchase has too high a balance', async () => {
  let tooMuch = 0
  const drifting = changeSuccesses('buyLabel', (json, request) => {
    if (!isLive(request)) return undefined
    tooMuch += 100
    return increaseBalance(tooMuch)(json, 'wallet_balance_after_cents')
  })
  expect(await runAndReadStatus('WALLET-002', drifting)).toBe('failed')
}, 60_000)

it('a conformance run on a shared account skips WALLET-002 if the wallet also shows the too high balance of a purchase', async () => {
  let paidIn = 0
  let count = 0
  const reloaded = changeSuccesses(['buyLabel', 'getWallet'], (json, request) => {
    if (!isLive(request)) return undefined
    if (request.operation === 'getWallet') return increaseBalance(paidIn)(json, 'balance_cents')
    count += 1
    if (count === 2) paidIn = 5_000
    return increaseBalance(paidIn)(json, 'wallet_balance_after_cents')
  })
  expect(await runAndReadStatus('WALLET-002', reloaded)).toBe('skipped')
}, 60_000)

const phone = '+1 512 555 0100'
const profile = {
  addresses: {
    to: {
      name: 'Robin Sample',
      street1: '350 5th Ave',
      city: 'New York',
      state: 'NY',
      zip: '10118',
      country: 'US',
      phone,
    },
  },
}
const changePhone = (shown: string | null): Alteration =>
  changeSuccesses('buyLabel', (json) => ({
    ...json,
    to_address: isObject(json['to_address']) ? { ...json['to_address'], phone: shown } : null,
  }))

it.each([
  [null, 'passed'],
  ['(512) 555-0100', 'passed'],
  ['+1 512 555 0199', 'failed'],
])(
  'if a label shows the phone number of its rates request as %s, the rule LABEL-117 is %s',
  async (shown, status) => {
    expect(await runAndReadStatus('LABEL-117', changePhone(shown), profile)).toBe(status)
  },
  60_000,
)
