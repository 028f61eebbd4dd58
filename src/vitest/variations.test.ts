import { describe, expect, it } from 'vitest'
import { TestClient } from '../../test/support/test-client.ts'
import { describeUnderVariations } from './variations.ts'

const statuses: number[] = []

describeUnderVariations(['wallet-otherwise', 'other-words'], (dock) => {
  it('a test inside describeUnderVariations gets a simulator with its variation', async () => {
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
  it('describeUnderVariations refuses a use of its variable "dock" outside of tests and hooks', () => {
    expect(early).toEqual(
      expect.objectContaining({ message: expect.stringContaining('within tests and hooks') }),
    )
  })
})

describe('describeUnderVariations', () => {
  it('describeUnderVariations runs each test once for each variation', () => {
    expect(statuses).toEqual([200, 200])
  })

  it('describeUnderVariations adds a skipped test for a variation that changed nothing', ({ task }) => {
    const states = task.file.tasks.flatMap((suite) =>
      suite.type === 'suite'
        ? suite.tasks
            .filter(({ name }) => name.startsWith('the variation '))
            .map(({ name, result }) => [name, result?.state, Object(result).note])
        : [],
    )
    expect(states).toEqual([
      ['the variation wallet-otherwise has changed something in these tests', 'pass', undefined],
      [
        'the variation other-words has changed something in these tests',
        'skip',
        'not met: these tests received no response that other-words changes',
      ],
      [
        'the variation slow has changed something in these tests',
        'skip',
        'not met: these tests received no response that slow changes',
      ],
    ])
  })

  it('describeUnderVariations refuses the name of an unknown variation and an empty list', () => {
    expect(() => describeUnderVariations(Object(['uuid']), () => undefined)).toThrow('did you mean uuids?')
    expect(() => describeUnderVariations([], () => undefined)).toThrow("names of variations, or 'each'")
  })
})
