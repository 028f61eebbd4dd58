import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadMutants, rules, topics } from '../../src/conformance/catalogue.ts'
import { errorCodes } from '../../src/conformance/http/spec-error.ts'
import { formatCodeAsId } from '../../src/conformance/proof/error-codes.ts'
import type { RuleId } from '../../src/conformance/rule.ts'
import { listFiles } from '../support/labels/pages.ts'
import { listLoadedModules } from '../support/loaded-modules.ts'
import { projectFile } from '../support/project.ts'

const readArea = (id: string): string => id.replace(/-\d+$/, '')
const readNumber = (id: string): number => Number(id.slice(id.lastIndexOf('-') + 1))

const topicFolders = readdirSync(projectFile('src/conformance/rules')).filter((name) => name !== 'support')

function listFilesOfTopic(folder: string): readonly string[] {
  const names = readdirSync(projectFile(`src/conformance/rules/${folder}`), {
    recursive: true,
    encoding: 'utf8',
  }).filter((name) => name.endsWith('.ts'))
  return names.map((name) => projectFile(`src/conformance/rules/${folder}/${name}`))
}

describe('a topic: the rules about one subject and their mutants', () => {
  it('every folder of src/conformance/rules has the files topic.ts and mutants.ts', () => {
    for (const folder of topicFolders) {
      const files = readdirSync(projectFile(`src/conformance/rules/${folder}`))
      expect(files, folder).toEqual(expect.arrayContaining(['topic.ts', 'mutants.ts']))
    }
    expect(topics).toHaveLength(topicFolders.length)
  })

  it('no folder of conformance rules imports another folder of conformance rules', () => {
    const others = new RegExp(`from '(?:\\.\\./)+(?:${topicFolders.join('|')})[/.]`)
    const knowing = listFiles('src/conformance/rules').filter((file) =>
      others.test(readFileSync(projectFile(file), 'utf8')),
    )
    expect(knowing).toEqual([])
  })

  it('each area of rule ids, such as RATE, belongs to one folder of conformance rules', () => {
    const areas = topics.flatMap(({ ids }) => [...new Set(ids.map(({ first }) => readArea(first)))])
    expect(areas).toEqual([...new Set(areas)])
  })

  it.each(topics.flatMap(({ ids, rules }) => ids.map((range) => ({ ...range, rules }))))(
    'the next free rule id after the range from $first is $next',
    ({ first, next, rules }) => {
      const numbers = rules
        .filter(({ id }) => readArea(id) === readArea(first))
        .map(({ id }) => readNumber(id))
        .filter((number) => number >= readNumber(first) && number < readNumber(next))
      expect(readArea(next)).toBe(readArea(first))
      expect(Math.max(...numbers) + 1, `the next of those from ${first}`).toBe(readNumber(next))
    },
  )

  it("the id of each conformance rule is in exactly one range of ids that belong to the rule's folder", () => {
    for (const { ids, rules } of topics) {
      const rangesOf = (id: RuleId) =>
        ids.filter(
          ({ first, next }) =>
            readArea(id) === readArea(first) &&
            readNumber(id) >= readNumber(first) &&
            readNumber(id) < readNumber(next),
        )
      expect(rules.filter(({ id }) => rangesOf(id).length !== 1).map(({ id }) => id)).toEqual([])
    }
  })

  it.each(topicFolders)(
    'each conformance rule id of the folder %s is written in full in the source code, so that a text search finds the id',
    async (folder) => {
      const exported: Record<string, unknown> = await import(
        projectFile(`src/conformance/rules/${folder}/topic.ts`)
      )
      const topic = topics.find((each) => Object.values(exported).includes(each))
      const files = [...listFilesOfTopic(folder), ...listFilesOfTopic('support')].filter(
        (file) => !/mutants\.ts$/.test(file),
      )
      const source = files.map((file) => readFileSync(file, 'utf8')).join('')
      expect(topic?.rules.filter(({ id }) => !source.includes(`'${id}'`)).map(({ id }) => id)).toEqual([])
    },
  )

  it('every conformance rule of every folder is in the suite', () => {
    const own = topics.flatMap((topic) => topic.rules.map(({ id }) => id))
    expect(rules.map(({ id }) => id).sort()).toEqual(own.sort())
  })

  it('the conformance rules of each folder catch each mutant (a service with one planted defect) of that folder', async () => {
    for (const topic of topics) {
      const own = new Set<string>(topic.rules.map(({ id }) => id))
      const foreign = (await topic.mutants()).filter(({ kills }) => !kills.some((id) => own.has(id)))
      expect(foreign.map(({ id }) => id)).toEqual([])
    }
  })
})

it('each documented error code has two mutants: a service that sends another status, and a service that sends another code', async () => {
  const ids = new Set((await loadMutants()).map(({ id }) => id))
  const wanted = errorCodes.flatMap((code) => [
    `status-of-${formatCodeAsId(code)}`,
    `code-of-${formatCodeAsId(code)}`,
  ])
  expect(wanted.filter((id) => !ids.has(id))).toEqual([])
})

it('neither the drydock command nor the library loads mutants of the conformance suite at the start', async () => {
  const entries = ['bin/commands/conformance.ts', 'src/conformance/index.ts', 'src/conformance/vitest.ts']
  const { atStart } = await listLoadedModules(entries)
  expect(atStart.filter((file) => /\/mutants(?:\/|\.ts)/.test(file))).toEqual([])
  expect(atStart.filter((file) => file.endsWith('/topic.ts'))).toHaveLength(topicFolders.length)
})
