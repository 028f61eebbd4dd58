import { describe, expect, it } from 'vitest'
import { examineReceiver } from '../../src/conformance/index.ts'
import { startDrydock, type VarySetting } from '../../src/index.ts'
import { combinationCount, offeredVariations } from '../../src/variations/offered.ts'
import { runCarefulClient } from '../clients/careful-client.ts'
import { CarefulReceiver } from '../clients/careful-receiver.ts'
import { shopOf } from '../clients/review/shop.ts'
import { receiverSecret } from '../support/conformance/receivers.ts'

/** Runs the careful client; returns the ids of its findings, the situations that it met, and the variations that it met. */
async function run(vary: VarySetting) {
  const dock = await startDrydock({ vary, seed: 1 })
  const receiver = new CarefulReceiver('')
  try {
    const { signing_secret } = await dock.webhook.set(await receiver.listen())
    receiver.secret = signing_secret ?? ''
    await runCarefulClient(shopOf(dock), receiver)
    // The last attempts at the deliveries.
    await dock.clock.advance('10m')
    const { findings, coverage } = await dock.review()
    const met = dock.appliedVariations().filter(({ times }) => times > 0)
    return {
      findings: findings.map(({ id }) => id),
      situations: coverage.situations.met.map(({ id }) => id),
      met: met.map(({ id }) => id),
    }
  } finally {
    await dock.close()
    await receiver.close()
  }
}

describe('the careful client', () => {
  it('the careful client meets trouble of many kinds, and the review finds nothing', async () => {
    const { findings, situations } = await run([])
    expect(findings).toEqual([])
    expect(situations).toEqual(
      expect.arrayContaining([
        'carrier_failed',
        'purchase_response_lost',
        'card_declined',
        'batch_completed',
      ]),
    )
  })

  it.each(offeredVariations.map(({ id }) => id))(
    'the careful client survives the variation %s without a finding',
    async (id) => {
      const { findings, met } = await run([id])
      expect(findings).toEqual([])
      // An unknown path would be a finding.
      expect(met).toEqual(id === 'other-request-codes' ? [] : [id])
    },
  )

  const combinations = [
    ...Array.from({ length: combinationCount }, (_, index): VarySetting => `all-of:${index + 1}`),
    ...Array.from({ length: 8 }, (_, index): VarySetting => `seed:${index + 1}`),
  ]
  it.each(combinations)('the careful client survives the variations %s', async (vary) => {
    expect((await run(vary)).findings).toEqual([])
  })

  it('the receiver of the careful client passes every case of the examination', async () => {
    const receiver = new CarefulReceiver(receiverSecret)
    try {
      const report = await examineReceiver({
        url: await receiver.listen(),
        secret: receiverSecret,
        countEffects: (id) => receiver.count(id),
      })
      expect(report.rules.filter(({ status }) => status !== 'passed')).toEqual([])
    } finally {
      await receiver.close()
    }
  })
})
