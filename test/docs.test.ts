import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { commandTable } from '../bin/command-table.ts'
import { controlRoutes } from '../src/server/control/routes.ts'
import { readFault } from '../src/simulator/faults/fault-input.ts'
import { faultTargets, findMode, findTarget, modesOf } from '../src/simulator/faults/vocabulary.ts'
import { magicCodes } from '../src/simulator/magic.ts'
import { parseScenario } from '../src/simulator/scenarios/parse.ts'
import { sign } from '../src/simulator/signature.ts'
import { scriptForNumber, scriptNames } from '../src/simulator/tracking/script.ts'

const folder = fileURLToPath(new URL('../docs', import.meta.url))
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'))

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

/** The rows of all tables of a page, each as its cells; heads and rules left out. */
function rowsOf(page: string): string[][] {
  return page
    .split('\n')
    .filter((line, index, lines) => line.startsWith('|') && !/^\|[ :-]+\|/.test(lines[index + 1] ?? ''))
    .filter((line) => !/^\|[ :-]+\|/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )
}

function codeIn(page: string, language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
  if (code === undefined) throw new Error(`There is no ${language} on the page.`)
  return code
}

const words = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, word]) => word ?? [])

describe('docs/faults.md', () => {
  const page = read('faults.md')

  it('has a row for every target and mode, with just the fields that it takes', () => {
    const named = [
      ...new Set(faultTargets.map((target) => target.replace(/^carrier:(?!\*).*/, 'carrier:NAME'))),
    ]
    const known = named.flatMap((name) => {
      const target = findTarget(name.replace('NAME', 'UPS'))
      return (target === undefined ? [] : modesOf(target).map((mode) => ({ target, mode }))).map(
        (subject) => {
          const { fields = [], latencyMs = null } = findMode(subject.target, subject.mode) ?? {}
          return { target: name, mode: subject.mode, fields: [...fields].sort(), latencyMs }
        },
      )
    })
    const written = rowsOf(page)
      .filter(([target = '']) => named.some((name) => words(target).includes(name)))
      .flatMap(([target = '', mode = '', takes = '']) => {
        const latencyMs = /`latency_ms` \((\d+)\)/.exec(takes)?.[1]
        const row = {
          fields: words(takes).sort(),
          latencyMs: latencyMs === undefined ? null : Number(latencyMs),
        }
        return words(target).map((name) => ({ target: name, mode: words(mode).join(), ...row }))
      })
    const inOrder = (rows: typeof written) =>
      rows.map((row) => JSON.stringify([row.target, row.mode, row.fields, row.latencyMs])).sort()
    expect(inOrder(written)).toEqual(inOrder(known))
    expect(written.length).toBeGreaterThan(20)
  })

  it('shows a fault and a scenario that are accepted', () => {
    const fields: Readonly<Record<string, unknown>> = JSON.parse(codeIn(page, 'json'))
    expect(readFault(fields)).toEqual({ fault: fields })
    expect(parseScenario(codeIn(page, 'yaml'), 'faults.md').steps).toHaveLength(2)
  })
})

it('docs/control-protocol.md has a row for every call there is, and no other', () => {
  const written = rowsOf(read('control-protocol.md')).map(([call = '']) =>
    words(call).join().replace('…', '/accounts/{account}'),
  )
  expect(written.sort()).toEqual(controlRoutes.map(({ method, path }) => `${method} ${path}`).sort())
})

it('docs/command-line.md has a row for every command there is, in its own words', () => {
  const written = rowsOf(read('command-line.md')).filter(([command = '']) => command.startsWith('`drydock '))
  expect(written).toEqual(commandTable.map(({ line, does }) => [`\`drydock ${line}\``, does]))
})

describe('docs/magic-values.md', () => {
  const rows = rowsOf(read('magic-values.md'))

  it('names every code an address can ask for, and no other', () => {
    const written = rows.flatMap(([word = '']) => {
      const named = words(word).filter((one) => !one.includes('='))
      return named
        .filter((one) => /^(sim:|\.)[A-Z]/.test(one))
        .map((one) =>
          one.startsWith('.') ? `${named[0]?.slice(4).replace(/\.[A-Z_]+$/, '')}${one}` : one.slice(4),
        )
    })
    expect(written.sort()).toEqual(Object.values(magicCodes).flat().sort())
  })

  it('gives every script by its number', () => {
    const written = rows.flatMap(([number = '', script = '']) => {
      const [, digits] = /^`(9999\d)…`$/.exec(number) ?? []
      return digits === undefined ? [] : [{ digits, script: words(script).join() }]
    })
    expect(written.map(({ script }) => script)).toEqual(scriptNames)
    for (const { digits, script } of written) expect(scriptForNumber(`${digits}0000000`)).toBe(script)
  })
})

describe('docs/webhooks.md verifies a signature', () => {
  const page = read('webhooks.md')
  const body = '{"data":{"id":"lbl_1","name":"Zoë"}}'
  const header = sign(body, 'whsec_1')

  it('in Node', async () => {
    const source = encodeURIComponent(codeIn(page, 'js'))
    const { isGenuine } = await import(`data:text/javascript,${source}`)
    const bytes = Buffer.from(body)
    expect(isGenuine(bytes, header, 'whsec_1')).toBe(true)
    for (const [given, secret] of wrong) expect(isGenuine(bytes, given, secret)).toBe(false)
    expect(isGenuine(Buffer.from(`${body} `), header, 'whsec_1')).toBe(false)
  })

  it('in Python', () => {
    const cases = [
      [body, header, 'whsec_1'],
      ...wrong.map((one) => [body, ...one]),
      [`${body} `, header, 'whsec_1'],
    ]
    const script = `${codeIn(page, 'python')}
import json, sys
print(json.dumps([is_genuine(body.encode(), header, secret) for body, header, secret in json.load(sys.stdin)]))`
    const { stdout, stderr } = spawnSync('python3', ['-c', script], {
      input: JSON.stringify(cases),
      encoding: 'utf8',
    })
    expect({ stderr, answers: JSON.parse(stdout || 'null') }).toEqual({
      stderr: '',
      answers: [true, ...cases.slice(1).map(() => false)],
    })
  })

  const wrong = [
    [header, 'whsec_2'],
    [`sha256=${'0'.repeat(64)}`, 'whsec_1'],
    ['', 'whsec_1'],
    ['ünsigned', 'whsec_1'],
    [null, 'whsec_1'],
  ] as const
})

it.each(pages)('docs/%s leads to pages that are there', (name) => {
  const links = [...read(name).matchAll(/\]\(([^)#:]+)\)/g)].flatMap(([, path]) => path ?? [])
  expect(links.filter((path) => !readdirSync(folder).includes(path))).toEqual([])
})
