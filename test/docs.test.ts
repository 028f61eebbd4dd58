import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { commandTable } from '../bin/parsing/command-table.ts'
import seed from '../fixtures/seed.json' with { type: 'json' }
import operationTable from '../fixtures/spec/operations.json' with { type: 'json' }
import { optionNames } from '../src/options.ts'
import { controlRoutes } from '../src/server/control/routes.ts'
import { dashboardPages } from '../src/server/dashboard/pages.ts'
import { readFault } from '../src/simulator/faults/read-fault.ts'
import { carrierModes } from '../src/simulator/faults/targets/carrier.ts'
import { operationsOf } from '../src/simulator/faults/targets.ts'
import { magicCodes } from '../src/simulator/requests/magic.ts'
import {
  parseAddress,
  parseBatch,
  parseBuyLabel,
  parseRates,
  parseTracker,
} from '../src/simulator/requests/parse.ts'
import { parseScenario } from '../src/simulator/scenarios/parse.ts'
import { findScript, scriptNames } from '../src/simulator/tracking/script.ts'
import { insertCaughtMistakeTables } from './support/caught-table.ts'
import { serveDrydock } from './support/commands/built-command.ts'
import { insertFaultTables } from './support/fault-tables.ts'
import { batchItem, parcel, ratesBody, recipient } from './support/labels/parcels.ts'
import { insertReviewTables } from './support/review-tables.ts'
import { insertVariationTable } from './support/variation-table.ts'

const folder = fileURLToPath(new URL('../docs', import.meta.url))

function readPage(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

/** Returns the rows of all tables of a page, each as its cells, without header rows and separator lines. */
function readTableRows(page: string): string[][] {
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

function findCode(page: string, language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}(?: run)?\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
  if (code === undefined) throw new Error(`There is no ${language} on the page.`)
  return code
}

const splitCell = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, word]) => word ?? [])

it('docs/review.md lists all findings, webhook outcomes and situations, and is up to date', async () => {
  await expect(insertReviewTables(readPage('review.md'))).toMatchFileSnapshot(join(folder, 'review.md'))
})

it('docs/caught-mistakes.md has an example for each finding, case and variation, and is up to date', async () => {
  const page = insertCaughtMistakeTables(readPage('caught-mistakes.md'))
  expect(page).not.toMatch(/^\|.*\| +\|/m)
  await expect(page).toMatchFileSnapshot(join(folder, 'caught-mistakes.md'))
})

describe('docs/faults.md', () => {
  const page = readPage('faults.md')

  it('docs/faults.md lists all targets, modes and fields of faults, and is up to date', async () => {
    await expect(insertFaultTables(page)).toMatchFileSnapshot(join(folder, 'faults.md'))
  })

  it('docs/faults.md says for each operation of a fault on a carrier where the fault triggers', () => {
    const [, section = ''] = page.split('## Where does it trigger?')
    const written = readTableRows(section.split('## ')[0] ?? '').map(([operation = '']) =>
      splitCell(operation).join(),
    )
    expect([...written, '*']).toEqual(operationsOf('carrier:*'))
  })

  it('docs/faults.md shows a valid fault and a valid scenario', () => {
    const fields: Readonly<Record<string, unknown>> = JSON.parse(findCode(page, 'json'))
    expect(readFault(fields)).toEqual({ fault: fields })
    expect(parseScenario(findCode(page, 'yaml'), 'faults.md').steps).toHaveLength(2)
  })
})

it('docs/variations.md lists every variation that can be chosen, and is up to date', async () => {
  const page = readPage('variations.md')
  await expect(insertVariationTable(page)).toMatchFileSnapshot(join(folder, 'variations.md'))
})

it('docs/control-protocol.md has one row for every call of the control protocol', () => {
  const written = readTableRows(readPage('control-protocol.md')).map(([call = '']) =>
    splitCell(call).join().replace('…', '/accounts/{account}'),
  )
  expect(written.sort()).toEqual(controlRoutes.map(({ method, path }) => `${method} ${path}`).sort())
})

it('docs/command-line.md has a row for every command, with its summary', () => {
  const written = readTableRows(readPage('command-line.md')).filter(([command = '']) =>
    command.startsWith('`drydock '),
  )
  expect(written).toEqual(commandTable.map(({ line, does }) => [`\`drydock ${line}\``, does]))
})

it('docs/command-line.md lists the well-known keys and the signing secret of the default account', () => {
  const page = readPage('command-line.md')
  const written = readTableRows(page).flatMap(([key = '', what = '']) =>
    /^`pr_/.test(key) ? [{ value: splitCell(key).join(), what }] : [],
  )
  const says = { valid: /every scope|one scope alone/, revoked: /revoked/, expired: /expired/ }
  expect(written.map(({ value }) => value)).toEqual(seed.keys.map(({ value }) => value))
  for (const { value, scopes, standing } of seed.keys) {
    const { what = '' } = written.find((row) => row.value === value) ?? {}
    expect(what).toMatch(Object.entries(says).find(([name]) => name === standing)?.[1] ?? 'known')
    if (scopes !== 'all') expect(splitCell(what)).toEqual(scopes)
  }
  expect(page).toContain(`\`${seed.signing_secret}\``)
})

it('docs/dashboard.md lists each page of the navigation with its keyboard shortcut', () => {
  const page = readPage('dashboard.md')
  const inNavigation = dashboardPages.flatMap(({ title, shortcut }) =>
    shortcut === undefined ? [] : { title, letter: `\`${shortcut}\` ${title.toLowerCase()}` },
  )
  const titles = readTableRows(page).map(([cell]) => cell)
  expect(inNavigation.filter(({ title }) => !titles.includes(title))).toEqual([])
  expect(inNavigation.filter(({ letter }) => !page.includes(letter))).toEqual([])
})

describe('docs/api.md', () => {
  const page = readPage('api.md')
  const operations = Object.values(operationTable)
  const sections = page.split(/^## /m).slice(1)

  it('docs/api.md lists every operation with its scope, rate limit and status', () => {
    const written = readTableRows(page).filter(([operation = '']) => operation.includes('/v1/'))
    expect(written).toEqual(
      operations.map(({ method, path, scope, limitPerMinute, successStatus }) => [
        `\`${method} ${path}\``,
        scope === null ? 'any' : `\`${scope}\``,
        String(limitPerMinute),
        String(successStatus),
      ]),
    )
  })

  it('docs/api.md has a working call for every operation, with the fields of its response', async () => {
    const simulator = await serveDrydock(['--quiet'])
    const folder = mkdtempSync(join(tmpdir(), 'drydock-api-page-'))
    // The script stores each response on a line of its own. A refused call ends the script.
    const watch = `curl() {
      local answer; answer=$(command curl --fail-with-body "$@") || return 1
      printf '%s\\n' "$answer" | tee -a answers.jsonl
    }`
    const calls = [...page.matchAll(/```sh run\n([\s\S]*?)```/g)].map(([, code = '']) => code).join('')
    const script = calls.replaceAll('http://127.0.0.1:4010', simulator.url)
    const { status, stderr } = spawnSync(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', `${watch}\n${script}`],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const answers = readFileSync(join(folder, 'answers.jsonl'), 'utf8').trim().split('\n')
    const written = sections.flatMap((section) => /^Response: `\{(.*)\}`/m.exec(section)?.[1] ?? [])
    expect(answers.map((answer) => Object.keys(JSON.parse(answer)))).toEqual(
      written.map((fields) => listTopFields(fields).filter((name) => !name.endsWith('?'))),
    )
    expect(answers).toHaveLength(operations.length)
    rmSync(folder, { recursive: true })
    expect((await simulator.stop()).status).toBe(0)
  })

  /** Returns the names of the fields at the top level of a record. */
  function listTopFields(fields: string): string[] {
    return fields.replaceAll(/: (\[\{.*?\}\]|\{.*?\})/g, '').split(', ')
  }

  const reduceToOneItem = (item: unknown) => parseBatch({ items: [item] }, () => undefined)
  it.each([
    ['An address', (body: unknown) => parseRates(ratesBody({ to_address: body })), recipient, 'to_address.'],
    ['A parcel', (body: unknown) => parseRates(ratesBody({ parcel: body })), parcel, 'parcel.'],
    ['Quote rates', parseRates, ratesBody(), ''],
    ['Buy a label', parseBuyLabel, { rate_id: 'rate_1' }, ''],
    ['Track a parcel', parseTracker, { tracking_number: '1', carrier: 'UPS' }, ''],
    ['Create a batch', reduceToOneItem, batchItem(), 'items[0].'],
  ])('docs/api.md lists the fields of "%s" and marks the required ones', (title, parse, body, at) => {
    const section = sections.find((one) => one.startsWith(`${title}\n`)) ?? ''
    const rows = readTableRows(section).map(([field = '', , required = '']) => ({
      field: splitCell(field).join(),
      isRequired: required.startsWith('yes'),
    }))
    expect(rows.filter(({ isRequired }) => isRequired).map(({ field }) => field)).toEqual(
      expect.arrayContaining(Object.keys(body)),
    )
    for (const { field, isRequired } of rows) {
      const { [field]: _, ...without }: Readonly<Record<string, unknown>> = body
      const missing = expect.objectContaining({
        code: 'VALIDATION.FIELD.REQUIRED',
        extras: { field: at + field },
      })
      if (isRequired) expect(() => parse(without)).toThrow(missing)
      else expect(() => parse(without)).not.toThrow()
      const wrong = expect.objectContaining({
        code: 'VALIDATION.FIELD.INVALID',
        extras: { field: at + field },
      })
      expect(() => parse({ ...body, [field]: true })).toThrow(wrong)
    }
  })

  it('address validation needs no name, as docs/api.md says', () => {
    const { name: _, ...nameless } = recipient
    expect(() => parseAddress(nameless)).not.toThrow()
  })
})

it('docs/library.md has a row for every option of startDrydock', () => {
  const [options = ''] = readPage('library.md').split('Every account has')
  expect(readTableRows(options).flatMap(([option = '']) => splitCell(option))).toEqual(optionNames)
})

describe('docs/magic-values.md', () => {
  const rows = readTableRows(readPage('magic-values.md'))

  it('docs/magic-values.md lists exactly the error codes that a magic word in an address can cause', () => {
    const written = rows.flatMap(([word = '']) => {
      const named = splitCell(word).filter((one) => !one.includes('='))
      return named
        .filter((one) => /^(sim:|\.)[A-Z]/.test(one))
        .map((one) =>
          one.startsWith('.') ? `${named[0]?.slice(4).replace(/\.[A-Z_]+$/, '')}${one}` : one.slice(4),
        )
    })
    expect(written.sort()).toEqual(Object.values(magicCodes).flat().sort())
  })

  it('docs/magic-values.md lists every way in which a magic word can make a carrier fail', () => {
    const [cell = ''] = rows.find(([word = '']) => word.includes('carrier=')) ?? []
    const [first = '', ...others] = splitCell(cell).filter((word) => word !== '*')
    expect([first.replace('sim:carrier=UPS:', ''), ...others]).toEqual(carrierModes)
  })

  it('docs/magic-values.md lists every tracking script with its magic tracking number', () => {
    const written = rows.flatMap(([number = '', script = '']) => {
      const [, digits] = /^`(9999\d)…`$/.exec(number) ?? []
      return digits === undefined ? [] : [{ digits, script: splitCell(script).join() }]
    })
    expect(written.map(({ script }) => script)).toEqual(scriptNames)
    for (const { digits, script } of written) expect(findScript(`${digits}0000000`)).toBe(script)
  })
})

it('docs/architecture.md links exactly 18 code files in its explanation of a random walk (a sequence of random calls)', () => {
  const [, life = ''] = /## The life of a walk\n([\s\S]*?)\n6\. /.exec(readPage('architecture.md')) ?? []
  const files = new Set([...life.matchAll(/\]\((\S+\.ts)\)/g)].map(([, path]) => path))
  expect(files.size).toBe(18)
})
