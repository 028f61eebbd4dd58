import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { citationsIn, placeExists, strayWords, wordsOfAbsentPages } from './support/conformance/citations.ts'
import {
  absentPaths,
  brokenLinks,
  filesIn,
  misnamedLinks,
  pages,
  reachableFrom,
} from './support/labels/pages.ts'
import { projectFile } from './support/project.ts'

/** Every citation of a comment leads to a page of this repository. */

const ownFiles = ['test/citations.test.ts', 'test/support/conformance/citations.ts']
const files = ['src', 'bin', 'test', 'scripts', 'fixtures', 'docs', 'lint']
  .flatMap(filesIn)
  .filter((file) => !ownFiles.includes(file))
const texts = files.map((file) => ({ file, text: readFileSync(projectFile(file), 'utf8') }))

describe('a citation', () => {
  it('finds citations in brackets, several with semicolons, also across lines', () => {
    const text = `
      /**
       * Good at 15:00.000 still (specification, Rate, RESOURCES-46; choices 23 to
       * 25, 27), as told (library, such as it is; choices made).
       */`
    expect(citationsIn(text)).toEqual([
      { page: 'specification', place: 'Rate' },
      { page: 'specification', place: 'RESOURCES-46' },
      ...['23', '24', '25', '27'].map((place) => ({ page: 'choices', place })),
    ])
  })

  it('finds a citation of a missing page', () => {
    expect(citationsIn('as told (user manual, Errors)')).toEqual([{ page: 'user manual', place: 'Errors' }])
  })

  it.each([
    ['choices', '27'],
    ['specification', 'EVENTS-22'],
    ['specification', 'POST /v1/labels'],
    ['control protocol', 'How do I create and delete accounts?'],
    ['proofs', 'Soak'],
  ] as const)('a citation of an existing place is accepted: %s, %s', (page, place) => {
    expect(placeExists({ page, place })).toBe(true)
  })

  it.each([
    ['choices', '999'],
    ['specification', 'EVENTS-999'],
    ['specification', 'Postage'],
    ['control protocol', 'Postage'],
    ['manual', 'Errors'],
  ] as const)('a citation of a missing place is refused: %s, %s', (page, place) => {
    expect(placeExists({ page, place })).toBe(false)
  })

  it('finds statement citations in brackets that exist', () => {
    expect(strayWords('in the order of choices 1, and LIMITS-999 (choices 3)')).toEqual([
      'choices 1',
      'LIMITS-999',
    ])
    expect(strayWords('trusts nobody (Events, Delivery and retries)')).toEqual([
      'Events, Delivery and retries',
    ])
    expect(strayWords('(choices 1), which LIMITS-1 says')).toEqual([])
  })
})

describe('every citation', () => {
  it('every citation leads to an existing place', () => {
    const cited = texts.flatMap(({ file, text }) =>
      citationsIn(text).map((citation) => ({ file, ...citation })),
    )
    expect(cited.filter((citation) => !placeExists(citation))).toEqual([])
  })

  it('every citation has the documented form', () => {
    // A page has links instead of citations.
    const comments = texts.filter(({ file }) => !file.endsWith('.md'))
    const stray = comments.flatMap(({ file, text }) => strayWords(text).map((words) => ({ file, words })))
    expect(stray).toEqual([])
  })
})

describe('a page that no clone has', () => {
  it.each([
    ['(service.md, Errors)', 'service.md'],
    ['(readings 13, 33)', 'readings 13'],
    ['as in reading\n * 19', 'reading 19'],
    ['(contract, section 3)', 'contract, section'],
    ['(contract.md, magic values)', 'contract.md'],
    ['(section Errors)', '(section E'],
  ])('finds the page that no clone has: %j', (text, words) => {
    expect(wordsOfAbsentPages(text)).toEqual([words])
  })

  it('no page outside the repository is cited', () => {
    const absent = texts.flatMap(({ file, text }) =>
      wordsOfAbsentPages(text).map((words) => ({ file, words })),
    )
    expect(absent).toEqual([])
  })
})

it.each(pages)('%s leads to existing pages and headings', (page) => {
  expect(brokenLinks(page)).toEqual([])
})

it.each(pages)('%s names existing files', (page) => {
  expect(absentPaths(page)).toEqual([])
  expect(misnamedLinks(page)).toEqual([])
})

it('links lead from the README to every page', () => {
  const reached = reachableFrom('README.md')
  expect(pages.filter((page) => !reached.has(page))).toEqual([])
})
