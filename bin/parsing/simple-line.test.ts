import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listNameWords } from './command-group.ts'
import { readWithYargs } from './command-line.ts'
import { commandTable } from './command-table.ts'
import { readSimpleLine } from './simple-line.ts'

const lines = commandTable.map(({ line }) => line).filter((line) => !line.includes('--'))

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

/** A random command line that `readSimpleLine` can read. */
const simpleWords = fc.constantFrom(...lines).chain((line) =>
  fc
    .array(fc.tuple(fc.nat(), value, fc.constantFrom('given', 'assigned', 'apart')), {
      maxLength: 6,
    })
    .map((picks) => ({ line, picks })),
)

describe('readSimpleLine', () => {
  it('readSimpleLine reads simple command lines as yargs does', async () => {
    let plain = 0
    let given = 0
    await fc.assert(
      fc.asyncProperty(simpleWords, async ({ line, picks }) => {
        const options = await loadOptions(line)
        const words = picks.flatMap(([number, text, how]) => {
          if (how === 'given') return [text]
          const { name, kind } = options[number % options.length] ?? { name: 'config', kind: 'single' }
          if (kind === 'flag') return [`--${name}`]
          return how === 'assigned' ? [`--${name}=${text}`] : [`--${name}`, text]
        })
        const asked = await readSimpleLine([...listNameWords(line), ...words])
        if (asked === undefined) return
        plain += 1
        given += picks.some(([, , how]) => how === 'given') ? 1 : 0
        expect(asked).toEqual(await readWithYargs([...listNameWords(line), ...words]))
      }),
      { numRuns: 400 },
    )
    expect(plain).toBeGreaterThan(100)
    expect(given).toBeGreaterThan(20)
  })

  it.each([
    ['serve', '--port', '0', '--quiet', '--seed=7'],
    ['serve'],
    ['clock', 'show', '--json', '--url', 'http://127.0.0.1:4010'],
    ['clock', 'advance', '1h'],
    ['fault', 'add', 'carrier:UPS', 'down', '--times', '3'],
    ['fault', 'add', '--times', '3', 'carrier:UPS', 'down'],
    ['fault', 'clear'],
    ['conformance', 'http://127.0.0.1:4010', '--report', 'json'],
    ['conformance', '--self-test'],
    ['tracking', 'event', '1Z', 'delivered', 'Left at the door'],
  ])('readSimpleLine reads the line: drydock %s %s %s %s', async (...words) => {
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
    [['exec', 'ls']],
    [['clock', 'advance']],
    [['clock', 'advance', '-1h']],
    [['clock', 'advance', '']],
    [['clock', 'advance', '1h', '2h']],
    [['fault', 'add', 'carrier:UPS']],
    [['fault', 'add', '--json', 'carrier:UPS', 'down']],
    [['conformance', 'one.json', 'two.json', '--merge', 'x']],
    [['clock']],
    [['--help']],
    [[]],
  ])('readSimpleLine does not read the line and leaves it to yargs: drydock %j', async (words) => {
    expect(await readSimpleLine(words)).toBeUndefined()
  })
})

async function loadOptions(line: string) {
  const entry = commandTable.find((known) => known.line === line)
  const { options } = (await entry?.load()) ?? { options: [] }
  return options
}
