import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { runModel } from '../model/run.ts'
import { isBalanceAfter, passTime, purchaseAnswers, voidAnswers } from '../model/specification.ts'
import type { Target } from '../model/target.ts'
import { newWorld, type Rate, type World } from '../model/world.ts'
import { type ServingCommand, serveDrydock } from '../support/built-command.ts'
import { type Answer, type Question, TestClient } from '../support/test-client.ts'

let server: ServingCommand
let service: TestClient
beforeAll(async () => {
  const started = await serveDrydock(['--quiet', '--rate-limits', 'off'])
  server = started
  service = new TestClient(server.url)
})
afterAll(async () => {
  await server.stop()
})

/** The command with its answers changed on the way. */
function tampered(change: (question: Question, answer: Answer) => Answer): Target {
  return {
    ask: async (question) => {
      const answer = await service.ask(question)
      return answer && change(question, answer)
    },
  }
}

function withBody(answer: Answer, change: Readonly<Record<string, unknown>>): Answer {
  return { ...answer, body: { ...Object(answer.body), ...change } }
}

test('eighty sequences of moves find no difference between the model and the command', async () => {
  expect(await runModel(service, { runs: 80, seed: 20_300_304 })).toBeUndefined()
}, 120_000)

describe('the model sees', () => {
  const cases: readonly (readonly [string, RegExp, Target])[] = [
    [
      'a cent too much in the wallet',
      /the balance: expected \d+, is \d+\n {2}after .*/,
      tampered(({ path, key }, answer) =>
        path === '/v1/wallet' && key?.startsWith('pr_live')
          ? withBody(answer, { balance_cents: Reflect.get(Object(answer.body), 'balance_cents') + 1 })
          : answer,
      ),
    ],
    [
      'a rate that never expires',
      /a purchase: expected RATE\.EXPIRED.*\n {2}after quote\((test|live)\)(,advance\(\d+ s\)){1,2},buy\(\1, rate \d\)/,
      tampered((_, answer) =>
        JSON.stringify(answer.body ?? null).includes('RATE.EXPIRED')
          ? { ...answer, status: 201, body: {} }
          : answer,
      ),
    ],
    [
      'a void that is taken twice',
      /a void: expected LABEL\.VOID\.ALREADY_REQUESTED.*\n {2}after .*void\(.*,void\(/,
      tampered(({ method }, answer) =>
        method === 'DELETE' && JSON.stringify(answer.body ?? null).includes('ALREADY_REQUESTED')
          ? { ...answer, status: 200 }
          : answer,
      ),
    ],
    [
      'a clock that does not move',
      /the clock: expected .*\n {2}after advance\(1 s\)/,
      tampered(({ path }, answer) =>
        path?.endsWith('/clock/advance') ? withBody(answer, { now: '2030-03-04T12:00:00.000Z' }) : answer,
      ),
    ],
  ]

  it.each(cases)('%s, by the shortest way there', async (_, wanted, target) => {
    const failure = await runModel(target, { runs: 200, seed: 7 })
    expect(failure).toMatch(wanted)
    expect(failure).toMatch(/again: npm run model -- --seed 7 --path [\d:]+$/)
  })
})

describe('the specification as functions', () => {
  const rate: Rate = { id: 'rate_1', environment: 'live', cents: 700, quotedAtMs: 0 }
  const world = (change: Partial<World> = {}): World => ({ ...newWorld(0, 1_000), ...change })

  it('says when a rate can be bought, and by whom', () => {
    expect(purchaseAnswers(world({ nowMs: 900_000 }), rate, 'live')).toEqual(['done'])
    expect(purchaseAnswers(world({ nowMs: 900_001 }), rate, 'live')).toEqual(['RATE.EXPIRED'])
    expect(purchaseAnswers(world(), rate, 'test')).toEqual(['AUTH.KEY.SANDBOX_IN_PRODUCTION'])
    expect(purchaseAnswers(world(), { ...rate, environment: 'test' }, 'live')).toEqual(['RATE.NOT_FOUND'])
  })

  it('says who pays', () => {
    const poor = { balanceCents: 699 }
    expect(purchaseAnswers(world(poor), rate, 'live')).toEqual(['WALLET.INSUFFICIENT_BALANCE'])
    expect(purchaseAnswers(world({ ...poor, autoReloadCents: 500 }), rate, 'live')).toEqual(['done'])
    expect(purchaseAnswers(world({ ...poor, autoReloadCents: 500, card: 'none' }), rate, 'live')).toEqual([
      'WALLET.PAYMENT_METHOD.MISSING',
    ])
    expect(isBalanceAfter(world(), 700, 300)).toBe(true)
    expect(isBalanceAfter(world(), 700, 301)).toBe(false)
    expect(isBalanceAfter(world({ ...poor, autoReloadCents: 500 }), 700, 499)).toBe(true)
    expect(isBalanceAfter(world({ ...poor, autoReloadCents: 500 }), 700, -1)).toBe(false)
  })

  it('says that a pending void is told before a scan', () => {
    const label = {
      id: 'lbl_1',
      environment: 'test',
      cents: 1,
      trackingNumber: '1',
      voided: true,
      scanned: 'yes',
    } as const
    expect(voidAnswers(label, 'test')).toEqual(['LABEL.VOID.ALREADY_REQUESTED'])
    expect(voidAnswers({ ...label, voided: false }, 'test')).toEqual(['LABEL.VOID.INELIGIBLE'])
    expect(voidAnswers({ ...label, voided: false, scanned: 'perhaps' }, 'test')).toContain('done')
  })

  it('gives back what a failed item had cost, and no more', () => {
    const batch = {
      id: 'bat_1',
      environment: 'live' as const,
      itemCents: [10, 20],
      status: 'processing' as const,
    }
    const running = world({ bought: [{ ...batch, boughtAtMs: 0 }], batches: [], creationFailures: 1 })
    running.batches.push(...running.bought)
    passTime(running, 1_000)
    expect(running).toMatchObject({
      balanceCents: 1_010,
      creationFailures: 0,
      bought: [{ status: 'completed' }],
    })
  })
})
