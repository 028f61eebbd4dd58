import { describe, expect, it } from 'vitest'
import { expectThat } from '../../src/conformance/http/expect.ts'
import { TestClient } from '../support/test-client.ts'
import { rates, runToyRules, useToyTargets } from './targets/toy-run.ts'
import { createToyRule } from './targets/toy-target.ts'

const target = useToyTargets()

const listening = { webhookListen: '127.0.0.1:0', deliveryPatienceMs: 20, trustSandbox: true }

it('a conformance rule gets the webhook event of its purchase even if it asks for the event later', async () => {
  const { url } = await target(({ url: path }) => (path === '/v1/rates' ? { json: rates } : { json: sold }))
  const sold = { id: 'lbl_1', tracking_number: '9999', carrier: 'UPS', label_url: '/x' }
  let answered: number | undefined
  const buying = createToyRule({
    id: 'A-001',
    needs: ['key:test', 'inbox'],
    run: async (t) => {
      const inbox = await t.inbox()
      const { id } = await t.setup.label()
      inbox.respond(() => ({ status: 202 }))
      const body = { event: 'label.created', data: { id } }
      answered = (await new TestClient(inbox.url).send({ method: 'POST', body })).status
      expectThat((await inbox.waitFor(id)).length === 1, { expected: 'an event', actual: 'none' })
    },
  })
  const report = await runToyRules(url, [buying], listening)
  expect(answered).toBe(202)
  expect(report.rules).toMatchObject([{ status: 'passed' }])
})

describe('a target that sends the event of a purchase before the response to the purchase', () => {
  /**
   * Runs rules that share a webhook address and buy labels at the same time. The receiver responds to each event with
   * the next given status.
   */
  const runBuyingRules = async (statuses: readonly number[]) => {
    const answered: number[] = []
    let inboxUrl = ''
    let purchases = 0
    let resolveWhenAllBought = (): void => {}
    const allBuy = new Promise<void>((resolve) => {
      resolveWhenAllBought = resolve
    })
    const { url } = await target(async ({ url: path }) => {
      if (path === '/v1/rates') return { json: rates }
      purchases += 1
      const id = `lbl_${purchases}`
      if (purchases === statuses.length) resolveWhenAllBought()
      await allBuy
      const body = { event: 'label.created', data: { id } }
      answered.push((await new TestClient(inboxUrl).send({ method: 'POST', body })).status)
      return { json: { id, tracking_number: '9999', carrier: 'UPS', label_url: '/x' } }
    })
    const ids = ['A-001', 'A-002'] as const
    const buying = statuses.map((status, index) =>
      createToyRule({
        id: ids[index] ?? 'A-003',
        needs: ['key:test', 'inbox'],
        run: async (t) => {
          const inbox = await t.inbox()
          inboxUrl = inbox.url
          inbox.respond(() => ({ status }))
          const { id } = await t.setup.label()
          expectThat((await inbox.waitFor(id)).length === 1, { expected: 'an event', actual: 'none' })
        },
      }),
    )
    const report = await runToyRules(url, buying, listening)
    return { answered, report }
  }

  it('a webhook event that comes before the response to its purchase gets the reply that its rule wants', async () => {
    const { answered, report } = await runBuyingRules([503])
    expect(answered).toEqual([503])
    expect(report.rules).toMatchObject([{ status: 'passed' }])
  })

  it('a conformance rule is skipped if the event came before the purchase response and got another reply than the rule wanted', async () => {
    const { answered, report } = await runBuyingRules([503, 200])
    expect(answered).toEqual([200, 200])
    expect(report.rules).toMatchObject([
      {
        status: 'skipped',
        reason: expect.stringMatching(/^There was nothing to check: the event of lbl_\d came so long before/),
      },
      { status: 'passed' },
    ])
  })
})
