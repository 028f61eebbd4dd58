import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import type { Alteration } from '../../src/conformance/proof/mutant.ts'
import { buildErrorResponse } from '../../src/conformance/proof/refusal.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { headerOf, withHeader } from '../../src/variations/wire.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'

/**
 * Changes a service so that it refuses wallet reads after the first `most` of them. Its X-RateLimit-Remaining is lower by
 * `used`, as if another client had sent that many.
 */
const refuseWalletReadsAfter = (most: number, used = 0): Alteration => {
  let count = 0
  return {
    response: (response, { operation }) => {
      if (operation !== 'getWallet') return undefined
      count += 1
      const told = Number(headerOf(response, 'x-ratelimit-remaining')) - used
      if (count <= most) return withHeader(response, 'x-ratelimit-remaining', String(Math.max(0, told)))
      const { headers, ...refused } = buildErrorResponse(429, 'AUTH.RATE_LIMIT.EXCEEDED')
      return { ...refused, headers: { ...response.headers, ...headers, 'retry-after': '30' } }
    },
  }
}

describe('the rate limit of an account that other clients may use', () => {
  let simulator: ServingCommand
  beforeEach(async () => {
    simulator = await serveDrydock(['--quiet'])
  })
  afterEach(() => simulator.stop())

  const runLimitRule = async (alteration: Alteration) => {
    const service = await openAlteredService(simulator.url, alteration)
    try {
      const { report } = await runSuite({
        baseUrl: service.baseUrl,
        control: 'off',
        key: `pr_test_d0c0${'d0c0'.repeat(7)}`,
        allowLoad: true,
        trustSandbox: true,
        only: ['LIMIT-212'],
      })
      return report.rules.find(({ id }) => id === 'LIMIT-212')
    } finally {
      await service.close()
    }
  }

  it('rule LIMIT-212 fails if a service refuses requests long before the limit', async () => {
    const { status, expected } = (await runLimitRule(refuseWalletReadsAfter(50))) ?? {}
    expect([status, expected]).toEqual([
      'failed',
      'X-RateLimit-Remaining 15 or less when a request is refused',
    ])
  })

  it('rule LIMIT-212 passes if other clients have used most of the limit', async () => {
    const { status, reason } = (await runLimitRule(refuseWalletReadsAfter(50, 250))) ?? {}
    expect([status, reason]).toEqual(['passed', null])
  })
})

describe('a rate limit that is reported higher than documented', () => {
  let simulator: ServingCommand
  beforeEach(async () => {
    simulator = await serveDrydock(['--quiet'])
  })
  afterEach(() => simulator.stop())

  const raised: Alteration = {
    response: (response, { operation }) =>
      operation === 'getWallet' ? withHeader(response, 'x-ratelimit-limit', '1000') : undefined,
  }
  const runLimitRule = async (
    options: Pick<Parameters<typeof runSuite>[0], 'control' | 'key' | 'profile'>,
  ) => {
    const service = await openAlteredService(simulator.url, raised)
    try {
      const { report } = await runSuite({ baseUrl: service.baseUrl, ...options, only: ['LIMIT-012'] })
      const higher = report.observations.filter(({ topic }) => topic.startsWith('higher limit'))
      const [rule] = report.rules
      return { status: rule?.status, expected: rule?.expected, higher }
    } finally {
      await service.close()
    }
  }
  const own = { control: 'off', key: `pr_test_d0c0${'d0c0'.repeat(7)}` } as const
  const profile = { limits: { 'GET /v1/wallet': 1000 } }

  it('a rate limit higher than documented fails rule LIMIT-012 in an account made for the run', async () => {
    expect(await runLimitRule({})).toEqual({
      status: 'failed',
      expected: 'X-RateLimit-Limit 300, as documented, for an account that was just created',
      higher: [],
    })
  })

  it('a rate limit higher than documented is only an observation in an account that other clients may use', async () => {
    expect(await runLimitRule(own)).toMatchObject({
      status: 'passed',
      higher: [
        {
          topic: 'higher limit of GET /v1/wallet',
          value: expect.stringContaining('1000 requests a minute, but 300 are documented'),
        },
      ],
    })
  })

  it('a rate limit higher than documented passes if the profile of the target names it', async () => {
    expect(await runLimitRule({ profile })).toEqual({ status: 'passed', expected: null, higher: [] })
    expect(await runLimitRule({ ...own, profile })).toEqual({ status: 'passed', expected: null, higher: [] })
  })
})
