import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadMutants, rules, topics } from '../../src/conformance/catalogue.ts'
import { errorCodes } from '../../src/conformance/http/spec-error.ts'
import { slug } from '../../src/conformance/proof/error-codes.ts'
import type { RuleId } from '../../src/conformance/rule.ts'
import { filesIn } from '../support/labels/pages.ts'
import { modulesOf } from '../support/loaded-modules.ts'
import { projectFile } from '../support/project.ts'

const areaOf = (id: string): string => id.replace(/-\d+$/, '')
const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf('-') + 1))

const folders = readdirSync(projectFile('src/conformance/rules')).filter((name) => name !== 'support')

function filesOf(folder: string): readonly string[] {
  const names = readdirSync(projectFile(`src/conformance/rules/${folder}`), {
    recursive: true,
    encoding: 'utf8',
  }).filter((name) => name.endsWith('.ts'))
  return names.map((name) => projectFile(`src/conformance/rules/${folder}/${name}`))
}

describe('a topic', () => {
  it('a topic is a folder with rules and mutants', () => {
    for (const folder of folders) {
      const files = readdirSync(projectFile(`src/conformance/rules/${folder}`))
      expect(files, folder).toEqual(expect.arrayContaining(['topic.ts', 'mutants.ts']))
    }
    expect(topics).toHaveLength(folders.length)
  })

  it('a topic imports no other topic', () => {
    const others = new RegExp(`from '(?:\\.\\./)+(?:${folders.join('|')})[/.]`)
    const knowing = filesIn('src/conformance/rules').filter((file) =>
      others.test(readFileSync(projectFile(file), 'utf8')),
    )
    expect(knowing).toEqual([])
  })

  it('an area of rule ids belongs to one topic', () => {
    const areas = topics.flatMap(({ ids }) => [...new Set(ids.map(({ first }) => areaOf(first)))])
    expect(areas).toEqual([...new Set(areas)])
  })

  it.each(topics.flatMap(({ ids, rules }) => ids.map((range) => ({ ...range, rules }))))(
    'a topic names $next as the next id after the range from $first',
    ({ first, next, rules }) => {
      const numbers = rules
        .filter(({ id }) => areaOf(id) === areaOf(first))
        .map(({ id }) => numberOf(id))
        .filter((number) => number >= numberOf(first) && number < numberOf(next))
      expect(areaOf(next)).toBe(areaOf(first))
      expect(Math.max(...numbers) + 1, `the next of those from ${first}`).toBe(numberOf(next))
    },
  )

  it('each rule is in one range of its topic', () => {
    for (const { ids, rules } of topics) {
      const rangesOf = (id: RuleId) =>
        ids.filter(
          ({ first, next }) =>
            areaOf(id) === areaOf(first) && numberOf(id) >= numberOf(first) && numberOf(id) < numberOf(next),
        )
      expect(rules.filter(({ id }) => rangesOf(id).length !== 1).map(({ id }) => id)).toEqual([])
    }
  })

  it.each(folders)('each rule id of %s is written out, so that a search finds it', async (folder) => {
    const exported: Record<string, unknown> = await import(
      projectFile(`src/conformance/rules/${folder}/topic.ts`)
    )
    const topic = topics.find((each) => Object.values(exported).includes(each))
    const files = [...filesOf(folder), ...filesOf('support')].filter((file) => !/mutants\.ts$/.test(file))
    const source = files.map((file) => readFileSync(file, 'utf8')).join('')
    expect(topic?.rules.filter(({ id }) => !source.includes(`'${id}'`)).map(({ id }) => id)).toEqual([])
  })

  it('no rule of a topic is missing in the reports', () => {
    const own = topics.flatMap((topic) => topic.rules.map(({ id }) => id))
    expect(rules.map(({ id }) => id).sort()).toEqual(own.sort())
  })

  it('each topic has mutants that its rules catch', async () => {
    for (const topic of topics) {
      const own = new Set<string>(topic.rules.map(({ id }) => id))
      const foreign = (await topic.mutants()).filter(({ kills }) => !kills.some((id) => own.has(id)))
      expect(foreign.map(({ id }) => id)).toEqual([])
    }
  })
})

it('each documented code has a mutant with another status and one with another code', async () => {
  const ids = new Set((await loadMutants()).map(({ id }) => id))
  const wanted = errorCodes.flatMap((code) => [`status-of-${slug(code)}`, `code-of-${slug(code)}`])
  expect(wanted.filter((id) => !ids.has(id))).toEqual([])
})

it('a plain run loads no mutants, from the command or the library', async () => {
  const entries = ['bin/commands/conformance.ts', 'src/conformance/index.ts', 'src/conformance/vitest.ts']
  const { atStart } = await modulesOf(entries)
  expect(atStart.filter((file) => /\/mutants(?:\/|\.ts)/.test(file))).toEqual([])
  expect(atStart.filter((file) => file.endsWith('/topic.ts'))).toHaveLength(folders.length)
})
