import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import operations from '../../fixtures/spec/operations.json' with { type: 'json' }
import type { Report } from '../../src/conformance/report.ts'
import type { Rule } from '../../src/conformance/rule.ts'
import { run } from '../../src/conformance/run.ts'
import { tryMutant } from '../../src/conformance/selftest/kill-matrix.ts'
import type { Mutant } from '../../src/conformance/selftest/mutant.ts'
import { type ServedSimulator, serveSimulator } from '../served-simulator.ts'

/** What must hold of the rules of one topic and of the deviations that they catch. */
export function describeTopic(
  name: string,
  {
    rules,
    mutants,
    canary = [],
  }: {
    readonly rules: readonly Rule[]
    readonly mutants: readonly Mutant[]
    /** The rule that proves test labels free, where the topic does not have it itself. */
    readonly canary?: readonly Rule[]
  },
): void {
  describe(name, () => {
    let simulator: ServedSimulator
    beforeAll(async () => {
      simulator = await serveSimulator()
    })
    afterAll(() => simulator.stop())

    it('passes on a good service, and asks no more of it than it says', async () => {
      const { report, sent } = await run({ baseUrl: simulator.url, deliveryPatienceMs: 5_000 }, rules)
      expect(notPassed(report)).toEqual([])
      for (const rule of rules) {
        if (rule.kind !== 'active') continue
        for (const [operation, count] of sent.get(rule.id) ?? []) {
          const declared = Object.entries(rule.requests).find(([each]) => each === operation)?.[1] ?? 0
          expect(count, `${rule.id}: requests.${operation}`).toBeLessThanOrEqual(declared)
        }
      }
    }, 60_000)

    it('fails nothing on a good service that offers no control protocol', async () => {
      const port = await freePort()
      const shared = await serveSimulator([
        '--rate-limits',
        'off',
        '--webhook-url',
        `http://127.0.0.1:${port}/hooks`,
      ])
      try {
        const { report } = await run(
          {
            baseUrl: shared.url,
            control: 'off',
            key: keyOf('test', 'd0c0'),
            liveKey: keyOf('live', 'd0c0'),
            limitedKey: keyOf('test', '1111'),
            revokedKey: keyOf('test', '2222'),
            expiredKey: keyOf('test', '3333'),
            webhookListen: `127.0.0.1:${port}`,
            webhookSecret: 'whsec_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0',
            allowSpend: true,
            deliveryPatienceMs: 5_000,
            profile: { limits: withoutLimits() },
            only: rules.map(({ id }) => id),
          },
          [...rules, ...canary],
        )
        expect(report.rules.filter(({ status }) => status === 'failed' || status === 'errored')).toEqual([])
        // Whatever did not run says what it needs.
        for (const { status, reason } of report.rules) if (status === 'skipped') expect(reason).not.toBeNull()
      } finally {
        await shared.stop()
      }
    }, 60_000)

    it('has a deviation for every rule', () => {
      const killed = new Set(mutants.flatMap(({ kills }) => kills))
      expect(rules.map(({ id }) => id).filter((id) => !killed.has(id))).toEqual([])
    })

    it.each(mutants.map((mutant) => [mutant.id, mutant] as const))('catches %s', async (_, mutant) => {
      const { verdict, survivors } = await tryMutant(mutant, { upstreamUrl: simulator.url, rules })
      expect({ verdict, survivors }).toEqual({ verdict: 'killed', survivors: [] })
    })
  })
}

/** What a person has to look at, without the exchanges. */
function notPassed(report: Report) {
  return report.rules
    .filter(({ status }) => status !== 'passed')
    .map(({ id, status, reason, expected, actual, exchanges }) => ({
      id,
      status,
      reason,
      expected,
      actual,
      last: exchanges.at(-1),
    }))
}

function keyOf(environment: 'test' | 'live', four: string): string {
  // The default account's keys in other states are `d0c0` and one digit 28 times.
  const rest = four === 'd0c0' ? 'd0c0'.repeat(8) : `d0c0${four.repeat(7)}`
  return `pr_${environment}_${rest}`
}

function withoutLimits(): Record<string, number> {
  return Object.fromEntries(
    Object.values(operations).map(({ method, path }) => [`${method} ${path}`, 100_000]),
  )
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.')
  return address.port
}
