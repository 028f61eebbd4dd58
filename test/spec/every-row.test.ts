import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import errors from '../../fixtures/spec/errors.json' with { type: 'json' }
import operations from '../../fixtures/spec/operations.json' with { type: 'json' }
import specScopes from '../../fixtures/spec/scopes.json' with { type: 'json' }
import { idsOf } from '../support/pages.ts'
import { collectDeclarations, type Declaration } from './declared-rows.ts'
import { rows, rowsOf } from './rows.ts'
import { endpointScopes, errorStatuses, limits, scopes } from './tables.ts'

const ownName = 'every-row.test.ts'
const topics = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith('.test.ts') && name !== ownName,
)

const declarations: ReadonlyMap<string, readonly Declaration[]> = new Map(
  await inTurn(topics, async (name) => {
    // The query makes it a module of its own: the file itself may have been loaded in this process, to be run.
    const load = () => import(/* @vite-ignore */ `./${name}?collected`)
    return [name, await collectDeclarations(load)] as const
  }),
)
const all = [...declarations.values()].flat()

describe('the rows of the specification', () => {
  test.each(rows)('%s is proved by a test', (row) => {
    expect(all.filter((declaration) => declaration.rows.includes(row))).not.toEqual([])
  })

  test('are the only ones a test names', () => {
    const unknown = all.flatMap((declaration) => declaration.rows).filter((row) => !rows.includes(row))
    expect(unknown).toEqual([])
  })

  test('stand in the table once each', () => {
    expect(new Set(rows).size).toBe(rows.length)
  })

  test.each(topics)('are named by every test of %s', (topic) => {
    const declared = declarations.get(topic) ?? []
    expect(declared).not.toEqual([])
    expect(declared.filter((declaration) => declaration.rows.length === 0)).toEqual([])
  })

  test('are as many as the specification has', () => {
    expect(rowsOf('endpoint')).toHaveLength(13)
    expect(rowsOf('error')).toHaveLength(33)
    expect(rowsOf('scope')).toHaveLength(9)
    expect(rowsOf('limit')).toHaveLength(13)
    expect(rowsOf('choice')).toEqual(idsOf('docs/choices.md').map((number) => `choice:${number}`))
  })
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

  test('has the scopes', () => {
    expect(Object.keys(specScopes).sort()).toEqual([...scopes].sort())
  })
})

/** One after the other, as only one file can be collected from at a time. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  take: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await take(item))
  return results
}
