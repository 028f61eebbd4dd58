import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWithYargs } from './command-line.ts'
import { commandTable } from './command-table.ts'
import { readSimpleLine } from './simple-line.ts'

const lines = commandTable.map(({ line }) => line).filter((line) => /^[a-z ]+$/.test(line))

const value = fc.constantFrom(
  '0',
  '4010',
  'realtime',
  'x2.5',
  './a file',
  '1e3',
  'true',
  'off',
  'a=b',
  'a,b',
  '.5',
)

/** A command without arguments and some of its options, in a spelling that is left to no parser. */
const plainWords = fc
  .constantFrom(...lines)
  .chain((line) =>
    fc.array(fc.tuple(fc.nat(), value, fc.boolean()), { maxLength: 6 }).map((picks) => ({ line, picks })),
  )

describe('plain words', () => {
  it('are read as yargs reads them', async () => {
    let plain = 0
    await fc.assert(
      fc.asyncProperty(plainWords, async ({ line, picks }) => {
        const options = await optionsOf(line)
        const words = picks.flatMap(([number, text, isAssigned]) => {
          const { name, kind } = options[number % options.length] ?? { name: 'config', kind: 'single' }
          if (kind === 'flag') return [`--${name}`]
          return isAssigned ? [`--${name}=${text}`] : [`--${name}`, text]
        })
        const asked = await readSimpleLine([...line.split(' '), ...words])
        if (asked === undefined) return
        plain += 1
        expect(asked).toEqual(await readWithYargs([...line.split(' '), ...words]))
      }),
      { numRuns: 150 },
    )
    expect(plain).toBeGreaterThan(100)
  })

  it.each([
    ['serve', '--port', '0', '--quiet', '--seed=7'],
    ['serve'],
    ['clock', 'show', '--json', '--url', 'http://127.0.0.1:4010'],
  ])('are these: drydock %s %s %s %s', async (...words) => {
    expect(await readSimpleLine(words)).toBeDefined()
  })

  it.each([
    [['serve', '--help']],
    [['serve', '--version']],
    [['serve', '--nope', '1']],
    [['serve', '-p', '1']],
    [['serve', '--port']],
    [['serve', '--port', '-1']],
    [['serve', '--port=']],
    [['serve', '--seed', '']],
    [['serve', '--seed', '"7"']],
    [['serve', '--quiet=true']],
    [['serve', '--quiet', 'false']],
    [['serve', '--quiet', '--quiet']],
    [['serve', 'extra']],
    [['serve', '--', 'x']],
    [['exec', '--', 'ls']],
    [['clock', 'advance', '1h']],
    [['clock']],
    [['--help']],
    [[]],
  ])('are not these, which yargs reads: drydock %j', async (words) => {
    expect(await readSimpleLine(words)).toBeUndefined()
  })
})

async function optionsOf(line: string) {
  const entry = commandTable.find((known) => known.line === line)
  const { options } = (await entry?.load()) ?? { options: [] }
  return options
}
