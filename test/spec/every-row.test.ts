import { describe, expect, inject, test } from 'vitest'
import constants from '../../fixtures/spec/constants.json' with { type: 'json' }
import errors from '../../fixtures/spec/errors.json' with { type: 'json' }
import operations from '../../fixtures/spec/operations.json' with { type: 'json' }
import specScopes from '../../fixtures/spec/scopes.json' with { type: 'json' }
import { idsOf } from '../support/pages.ts'
import { testSeed } from '../support/seed.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { collectDeclarations, type Declaration } from './declared-rows.ts'
import { proveRow, runThrough } from './prove-row.ts'
import { acceptsInsteadOf } from './rows/answers.ts'
import { rows } from './rows.ts'
import {
  attemptDelays,
  endpointScopes,
  errorStatuses,
  extraErrorFields,
  limits,
  scopes,
  trackingStatuses,
} from './tables.ts'
import type { World } from './world.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** All rows are broken, not only those that the seed draws: `npm run rows`. */
    everyRow: true | undefined
  }
}

const isWhole = inject('everyRow') === true

/** So many days, or seeds, break every row of the sample once. */
const oneIn = 80
/** A row that more tests claim takes seconds, as 429 does: it is broken by `npm run rows` alone. */
const mostClaims = 10
const declarations = await collectDeclarations()
const claimed = [...rows].map(([row, breakages]) => {
  return { row, breakages, claims: declarations.filter((declaration) => declaration.rows.includes(row)) }
})
const sample = claimed
  .filter(({ claims }) => claims.length <= mostClaims)
  .filter((_, index) => index % oneIn === testSeed % oneIn)

describe(`rows that are broken, as DRYDOCK_TEST_SEED=${testSeed} draws them`, () => {
  test.concurrent.for(isWhole ? claimed : sample)('$row', async ({ breakages, claims }) => {
    expect(await proveRow(sharedSimulator().url, breakages, claims)).toEqual([])
  })
})

if (isWhole) {
  describe('tests through the proxy, with nothing broken', () => {
    test.concurrent.for(declarations)('$title', async (declaration) => {
      expect(await runThrough(sharedSimulator().url, {}, declaration)).toBe('passed')
    })
  })
}

describe('a claim is told of', () => {
  const breakage = acceptsInsteadOf('LABEL.NOT_FOUND')
  const claim = (title: string, prove: Declaration['prove']) => ({
    rows: ['error:LABEL.NOT_FOUND'],
    title,
    prove,
  })
  const look = ({ account }: World) => account.call('GET /v1/labels/lbl_none')
  const complaintsOf = (...claims: readonly Declaration[]) =>
    proveRow(sharedSimulator().url, [breakage], claims)
  const good = claim('good', async (world) => expect((await look(world)).status).toBe(404))

  test('where it finds nothing, though another finds it', async () => {
    const hollow = claim('hollow', async (world) => void (await look(world)))
    expect(await complaintsOf(hollow, good)).toEqual([
      'a test claims it and finds nothing wrong when it is broken: hollow',
    ])
  })

  test('where it fails for want of something else than what it asserts', async () => {
    const broken = claim('broken', async (world) => {
      if ((await look(world)).status !== 404) throw new Error('Something is wrong.')
    })
    expect(await complaintsOf(broken)).toEqual([
      'no test that claims it finds: LABEL.NOT_FOUND is let through.',
      'a test claims it and finds nothing wrong when it is broken: broken',
      '"broken" broke off with "LABEL.NOT_FOUND is let through.": Error: Something is wrong.',
    ])
  })

  test('where it fails though nothing was changed', async () => {
    const wrong = claim('wrong', async () => expect(1).toBe(2))
    expect(await complaintsOf(wrong)).toHaveLength(3)
  })

  test('not where it finds it', async () => {
    expect(await complaintsOf(good)).toEqual([])
  })
})

test('every row is claimed by a test', () => {
  expect(claimed.filter(({ claims }) => claims.length === 0).map(({ row }) => row)).toEqual([])
})

describe("the simulator's copy of the tables", () => {
  const facts = Object.values(operations)

  test('has the endpoints and their scopes', () => {
    const copied = facts.map(({ method, path, scope }) => [`${method} ${path}`, scope])
    expect(Object.fromEntries(copied)).toEqual(endpointScopes)
  })

  test('has the limits', () => {
    const copied = facts.map(({ method, path, limitPerMinute }) => [`${method} ${path}`, limitPerMinute])
    expect(Object.fromEntries(copied)).toEqual(limits)
  })

  test('has the error codes and their status', () => {
    const copied = Object.entries(errors).map(([code, { status }]) => [code, status])
    expect(Object.fromEntries(copied)).toEqual(errorStatuses)
  })

  test('has what some errors have beside the usual', () => {
    for (const [code, facts] of Object.entries(errors)) {
      if ('extraFields' in facts) expect([code, facts.extraFields]).toEqual([code, extraErrorFields[code]])
    }
  })

  test('has the statuses of tracking, and the delays of attempts', () => {
    expect(constants.trackingStatuses).toEqual(trackingStatuses)
    expect(constants.webhookDelaysSeconds).toEqual(Object.values(attemptDelays))
  })

  test('has the scopes', () => {
    expect(Object.keys(specScopes).sort()).toEqual([...scopes].sort())
  })
})

test('the choices are those of the page, and no others', () => {
  const choices = [...rows.keys()].filter((row) => row.startsWith('choice:'))
  expect(choices.sort()).toEqual(
    idsOf('docs/choices.md')
      .map((number) => `choice:${number}`)
      .sort(),
  )
})
