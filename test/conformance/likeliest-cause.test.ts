import { afterEach, expect, it } from 'vitest'
import { type AlteredService, openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import { refuseWith } from '../../src/conformance/proof/builders.ts'
import type { Alteration } from '../../src/conformance/proof/mutant.ts'
import type { RuleResult } from '../../src/conformance/report/report.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { readSuccessJson } from '../../src/variations/json-responses.ts'
import { readLabelId, withJson, withSignedBody } from '../../src/variations/wire.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

const simulator = sharedSimulator()
let service: AlteredService | undefined
afterEach(() => service?.close())

async function runRulesAgainst(alteration: Alteration, only: readonly string[]) {
  service = await openAlteredService(simulator.url, alteration)
  const { report } = await runSuite({ baseUrl: service.baseUrl, only, deliveryPatienceMs: 1_000 })
  return (id: string): RuleResult | undefined => report.rules.find((rule) => rule.id === id)
}

it('conformance rules about the fields of a label are errored, not failed, if the purchase is refused', async () => {
  const alteration = refuseWith('buyLabel', 422, 'LABEL.WEIGHT.EXCEEDED')
  const of = await runRulesAgainst(alteration, ['LABEL-002', 'LABEL-009', 'LABEL-016', 'LABEL-102'])
  expect(of('LABEL-009')?.status).toBe('failed')
  for (const id of ['LABEL-002', 'LABEL-016', 'LABEL-102']) {
    expect(of(id), id).toMatchObject({ status: 'errored', cause: { kind: 'refused' } })
  }
}, 30_000)

it('a conformance run reports the wrong data.id of a webhook event, and does not report that the event is missing', async () => {
  const alteration: Alteration = {
    webhook: (delivery) => {
      const text = delivery.body.toString().replace(readLabelId(delivery), 'lbl_of_nobody')
      return [withSignedBody(delivery, Buffer.from(text))]
    },
  }
  const of = await runRulesAgainst(alteration, ['HOOK-001', 'HOOK-005', 'HOOK-006', 'BATCH-019'])
  expect(of('HOOK-005')?.actual).toMatch(/^1 event with another data\.id: "lbl_of_nobody"/)
  expect(of('HOOK-006')).toMatchObject({ status: 'errored', because: 'HOOK-005' })
  expect(of('BATCH-019')).toMatchObject({ status: 'errored', because: 'HOOK-005' })
}, 30_000)

it('if a service sends too few events, a conformance run does not also report an incomplete delivery log', async () => {
  let count = 0
  const alteration: Alteration = {
    webhook: () => {
      count += 1
      return count > 1 && count % 2 === 0 ? [] : undefined
    },
    response: (response, { operation }) => {
      const list = readSuccessJson(response)?.['deliveries']
      if (operation !== 'listDeliveries' || !Array.isArray(list)) return undefined
      return withJson(response, { deliveries: list.slice(0, 27) })
    },
  }
  const of = await runRulesAgainst(alteration, ['LOG-008'])
  expect(of('LOG-008')).toMatchObject({
    status: 'errored',
    reason: expect.stringMatching(
      /The events of 53 purchases: expected an event for each purchase, got events of \d+ labels/,
    ),
  })
}, 30_000)
