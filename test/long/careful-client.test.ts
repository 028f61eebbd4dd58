import { describe, expect, it } from 'vitest'
import { examineReceiver } from '../../src/conformance/index.ts'
import { startDrydock, type VarySetting } from '../../src/index.ts'
import { combinationCount, offeredVariations } from '../../src/variations/offered.ts'
import { runCarefulClient } from '../clients/careful-client.ts'
import { CarefulReceiver } from '../clients/careful-receiver.ts'
import { createShop } from '../clients/review/shop.ts'
import { receiverSecret } from '../support/conformance/receivers.ts'

/**
 * Runs the careful client; returns the ids of the review's findings, the situations that the client met, and the
 * variations that changed something for it.
 */
async function runCarefulClientWith(vary: VarySetting) {
  const dock = await startDrydock({ vary, seed: 1 })
  const receiver = new CarefulReceiver('')
  try {
    const { signing_secret } = await dock.webhook.set(await receiver.listen())
    receiver.secret = signing_secret ?? ''
    await runCarefulClient(createShop(dock), receiver)
    // During these minutes, the last webhook attempts are made.
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

describe('the careful client: an example client without mistakes', () => {
  it('the review has no finding about the careful example client, which meets a lost response and a declined card', async () => {
    const { findings, situations } = await runCarefulClientWith([])
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
    'the review has no finding about the careful example client under the variation %s',
    async (id) => {
      const { findings, met } = await runCarefulClientWith([id])
      expect(findings).toEqual([])
      // The variation other-request-codes needs a request to an unknown path, which would be a finding.
      expect(met).toEqual(id === 'other-request-codes' ? [] : [id])
    },
  )

  const combinations = [
    ...Array.from({ length: combinationCount }, (_, index): VarySetting => `all-of:${index + 1}`),
    ...Array.from({ length: 8 }, (_, index): VarySetting => `seed:${index + 1}`),
  ]
  it.each(combinations)(
    'the review has no finding about the careful example client under the variations %s',
    async (vary) => {
      expect((await runCarefulClientWith(vary)).findings).toEqual([])
    },
  )

  it('the webhook receiver of the careful example client passes every case of drydock webhook examine', async () => {
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
