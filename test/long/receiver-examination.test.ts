import { describe, expect, it } from 'vitest'
import { receiverCases } from '../../src/conformance/receiver/catalogue.ts'
import { exitStatusOf } from '../../src/conformance/report/report.ts'
import { examineInMemory, makeReceiver } from '../support/conformance/receivers.ts'
import { timedReceivers, wrongReceivers } from '../support/conformance/wrong-receivers.ts'

describe('the receiver examination', () => {
  it.each(wrongReceivers)(
    'drydock webhook examine fails exactly the expected cases of a webhook receiver that %s',
    async (_, mistakes, fails) => {
      const { failed, report } = await examineInMemory(makeReceiver(mistakes()))
      expect(failed).toEqual(fails)
      const isError = receiverCases.some(({ id, severity }) => severity === 'error' && fails.includes(id))
      expect(exitStatusOf(report)).toBe(isError ? 1 : 0)
    },
  )

  it('every case of drydock webhook examine fails for at least one of the wrong receivers of this test', () => {
    const found = new Set(wrongReceivers.flatMap(([, , fails]) => fails))
    const missing = receiverCases.map(({ id }) => id).filter((id) => !found.has(id))
    expect(missing).toEqual(timedReceivers.map(([, fails]) => fails))
  })
})
