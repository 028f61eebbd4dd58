import { describe, expect, it } from 'vitest'
import { TestClient } from '../../test/support/test-client.ts'
import { describeUnderVariations } from './variations.ts'

const statuses: number[] = []

describeUnderVariations(['wallet-otherwise', 'other-words'], (dock) => {
  it('runs the test with a varied simulator of its own', async () => {
    const [id] = (await dock.discover()).variations ?? []
    const asked = { path: '/v1/wallet', key: dock.keys.test, isSpoiled: true }
    const { status, body } = await new TestClient(dock.url).send(asked)
    statuses.push(status)
    expect(body).toHaveProperty(id === 'wallet-otherwise' ? 'balance' : 'balance_cents')
  })
})

describeUnderVariations(['slow'], (dock) => {
  let early: unknown
  try {
    early = dock.url
  } catch (error) {
    early = error
  }
  it('refuses a use of dock outside of tests and hooks', () => {
    expect(early).toEqual(
      expect.objectContaining({ message: expect.stringContaining('within tests and hooks') }),
    )
  })
})

describe('describeUnderVariations', () => {
  it('describeUnderVariations runs the test once for each variation', () => {
    expect(statuses).toEqual([200, 200])
  })

  it('marks a variation as not met by a skipped test if it changed nothing', ({ task }) => {
    const states = task.file.tasks.flatMap((suite) =>
      suite.type === 'suite'
        ? suite.tasks
            .filter(({ name }) => name.startsWith('has met '))
            .map(({ name, result }) => [name, result?.state, Object(result).note])
        : [],
    )
    expect(states).toEqual([
      ['has met wallet-otherwise', 'pass', undefined],
      ['has met other-words', 'skip', 'not met: these tests received nothing that other-words changes'],
      ['has met slow', 'skip', 'not met: these tests received nothing that slow changes'],
    ])
  })

  it('refuses an unknown name, and no names', () => {
    expect(() => describeUnderVariations(Object(['uuid']), () => undefined)).toThrow('did you mean uuids?')
    expect(() => describeUnderVariations([], () => undefined)).toThrow("names of variations, or 'each'")
  })
})
